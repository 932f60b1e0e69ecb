/* test_model_once.c: what is said once in a profile is refused when it is said twice. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/tools/fake_profile.h"
#include "viewer/model/profile.h"

static enum lp_status status_of(struct builder *builder, struct lp_error *error)
{
	struct lp_profile profile;
	char path[] = "/tmp/test_once.XXXXXX";
	const int fd = mkstemp(path);
	enum lp_status status;

	builder_end(builder);
	assert_int_equal(write(fd, builder->data, builder->size), builder->size);
	close(fd);
	status = lp_profile_open(&profile, path, error);
	if (status == LP_OK)
		lp_profile_free(&profile);
	unlink(path);
	free(builder->data);
	return status;
}

/* A section of that kind, of module 0 and thread 1, and otherwise of zeros. */
static void add(struct builder *builder, const char *tag)
{
	static const uint32_t zeros[sizeof(struct lp_info) / sizeof(uint32_t)] = {0, 1};
	const bool is_counted =
	    strcmp(tag, "coun") == 0 || strcmp(tag, "clok") == 0 || strcmp(tag, "excl") == 0;
	uint32_t payload[sizeof(zeros) / sizeof(zeros[0])];

	memcpy(payload, zeros, sizeof(payload));
	payload[1] = is_counted;
	builder_section(builder, tag, payload, sizeof(payload), NULL, 0);
}

/* Counts and times would be twice what they are, and of two texts nobody knows which is true. */
static void is_refused_the_second_time(void **state)
{
	static const struct {
		const char *tag;
		const char *expected;
		bool is_there; /* in the fake profile */
	} rows[] = {
	    {"info", "no second section of this kind", true},
	    {"text", "no second section of this kind", true},
	    {"Prog", "no second section of this kind", false},
	    {"func", "no second section of this kind for the module", true},
	    {"link", "no second section of this kind for the module", false},
	    {"Rmrk", "no second section of this kind for the module", false},
	    {"coun", "no second section of this kind for the module and thread", true},
	    {"clok", "no second section of this kind for the module and thread", true},
	    {"excl", "no second section of this kind for the module and thread", false},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct builder builder = fake_profile(NULL);
		struct lp_error error;
		size_t second;

		if (!rows[i].is_there)
			add(&builder, rows[i].tag);
		second = builder.size;
		add(&builder, rows[i].tag);
		assert_int_equal(status_of(&builder, &error), LP_CORRUPT);
		assert_string_equal(error.expected, rows[i].expected);
		assert_int_equal(error.offset_bytes, second);
	}
}

/* Of each module and thread there is one. */
static void others_are_taken(void **state)
{
	static const uint64_t counters[] = {1, 1};
	struct builder builder = fake_profile(NULL);
	struct lp_error error;

	(void)state;
	builder_counters(&builder, 0, 2, counters, 2);
	builder_counters(&builder, 0, LP_THREAD_STATIC, counters, 2);
	builder_counters(&builder, 1, 1, counters, 2);
	add(&builder, "file");
	add(&builder, "stak");
	add(&builder, "stak");
	assert_int_equal(status_of(&builder, &error), LP_OK);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(is_refused_the_second_time),
	    cmocka_unit_test(others_are_taken),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
