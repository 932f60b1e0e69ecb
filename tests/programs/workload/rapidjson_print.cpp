/*
 * rapidjson_print.cpp: reads the files that are named as JSON, changes what was read and writes
 * it in both forms.
 */
#include "rapidjson/document.h"
#include "rapidjson/prettywriter.h"
#include "rapidjson/stringbuffer.h"
#include "rapidjson/writer.h"

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

using namespace rapidjson;

static size_t numbers(Value &value)
{
	size_t sum = value.IsNumber() ? 1 : 0;

	if (value.IsArray())
		for (auto &item : value.GetArray())
			sum += numbers(item);
	else if (value.IsObject())
		for (auto &member : value.GetObject())
			sum += numbers(member.value);
	return sum;
}

template <typename WriterT> static size_t printed(const Document &document)
{
	StringBuffer buffer;
	WriterT writer(buffer);

	document.Accept(writer);
	return buffer.GetSize();
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		std::ifstream file(argv[i], std::ios::binary);
		const std::string text((std::istreambuf_iterator<char>(file)),
				       std::istreambuf_iterator<char>());
		Document document;

		if (document.Parse(text.c_str()).HasParseError())
			return 1;
		if (document.IsObject())
			document.AddMember("numbers", uint64_t(numbers(document)),
					   document.GetAllocator());
		std::printf("%zu %zu\n", printed<Writer<StringBuffer>>(document),
			    printed<PrettyWriter<StringBuffer>>(document));
	}
	return 0;
}
