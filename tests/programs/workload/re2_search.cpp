// re2_search.cpp: what a user does with RE2: searches, captures, replacements and sets of
// patterns, on a text made by arithmetic. Prints what was found.
#include "re2/filtered_re2.h"
#include "re2/re2.h"
#include "re2/set.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

std::string makeText(int Lines) {
  static const char *const Words[] = {"alpha",      "beta-2",    "x=17;",
                                      "2024-05-20", "a.b@c.org", "Straße",
                                      "(nested)",   "\tTab",     "ünïcode"};
  std::string Text;
  unsigned State = 1;
  for (int I = 0; I < Lines; I++) {
    for (int W = 0; W < 8; W++) {
      State = State * 1103515245 + 12345;
      Text += Words[(State >> 16) % 9];
      Text += ' ';
    }
    Text += '\n';
  }
  return Text;
}

int countMatches(const std::string &Text, const RE2 &Pattern) {
  re2::StringPiece Rest(Text);
  int Count = 0;
  while (RE2::FindAndConsume(&Rest, Pattern)) {
    Count++;
    if (Rest.empty())
      break;
    if (RE2::PartialMatch("", Pattern)) // it may have taken nothing
      Rest.remove_prefix(1);
  }
  return Count;
}

void search(const std::string &Text) {
  static const char *const Patterns[] = {
      "a(l|b)?pha",
      "(?i)ALPHA|beta-[0-9]+",
      "(\\d{4})-(\\d{2})-(\\d{2})",
      "[[:alpha:]]+@[^\\s]+\\.(org|com)",
      "^(.*)alpha(.*)$",
      "(?m)^\\S+ \\S+",
      "\\bx=(\\d+);\\B",
      "\\p{L}+ß|\\pN{2,3}",
      "(?s).{3}Tab",
      "((a|b)*c){2,5}?",
      "[^a-z\\x{e4}-\\x{fc}]{3}",
      "\\Q(nested)\\E$?",
      "(?U)a.*b",
      "(x+x+)+y",
      "a{2,",
      "(unclosed",
      "[z-a]",
      "\\8",
      "",
  };
  for (const char *Source : Patterns) {
    RE2::Options Options;
    Options.set_log_errors(false);
    const RE2 Pattern(Source, Options);
    if (!Pattern.ok()) {
      std::printf("%s: %s\n", Source, Pattern.error().c_str());
      continue;
    }
    std::string Changed = Text;
    const int Replaced = RE2::GlobalReplace(&Changed, Pattern, "<\\0>");
    std::string First, Prefix, Last;
    RE2::Extract(Text, Pattern, "[\\0]", &First);
    const bool Bounded = Pattern.PossibleMatchRange(&Prefix, &Last, 10);
    std::printf("%s: %d, %d replaced, %zu, %s, %d, size %d, %d groups\n", Source,
                countMatches(Text, Pattern), Replaced, Changed.size(),
                First.substr(0, 20).c_str(), Bounded, Pattern.ProgramSize(),
                Pattern.NumberOfCapturingGroups());
  }
}

void convert() {
  int Year = 0, Month = 0;
  double Number = 0;
  unsigned long long Large = 0;
  std::string Name;
  std::printf("%d", RE2::FullMatch("2024-05", "(\\d+)-(\\d+)", &Year, &Month));
  std::printf(" %d", RE2::PartialMatch("pi is 3.14!", "([\\d.]+)", &Number));
  std::printf(" %d", RE2::FullMatch("ff", "([a-f]+)", RE2::Hex(&Large)));
  std::printf(" %d", RE2::FullMatch("user:99999999999", "(\\w+):(\\d+)", &Name,
                                    &Year));
  std::printf(" %d %d %g %llu %s\n", Year, Month, Number, Large, Name.c_str());
  std::printf("%s\n", RE2::QuoteMeta("1.5-2.0?\n\xc3\xa4").c_str());
}

void matchSets(const std::string &Text) {
  RE2::Set Set(RE2::DefaultOptions, RE2::UNANCHORED);
  std::string Error;
  for (const char *Source : {"alpha", "be+ta", "nothing here", "x=\\d+", "(bad"})
    if (Set.Add(Source, &Error) < 0)
      std::printf("%s\n", Error.c_str());
  Set.Compile();
  std::vector<int> Found;
  Set.Match(Text.substr(0, 500), &Found);
  for (const int Index : Found)
    std::printf("%d ", Index);
  re2::FilteredRE2 Filter(3);
  int Id = 0;
  for (const char *Source : {"alpha.*beta", "(straße|tab)\\d*", "[xyz]nested"})
    Filter.Add(Source, RE2::DefaultOptions, &Id);
  std::vector<std::string> Atoms;
  Filter.Compile(&Atoms);
  for (const std::string &Atom : Atoms)
    std::printf("%s ", Atom.c_str());
  std::vector<int> All;
  for (size_t I = 0; I < Atoms.size(); I++)
    All.push_back(I);
  std::printf("%d\n", Filter.FirstMatch(Text, All));
}

void options(const std::string &Text) {
  RE2::Options Options;
  Options.set_longest_match(true);
  Options.set_case_sensitive(false);
  Options.set_never_nl(true);
  std::printf("%d\n", countMatches(Text, RE2("ALPHA|ALPHA BETA", Options)));
  RE2::Options Posix(RE2::POSIX);
  std::printf("%d\n", countMatches(Text, RE2("[[:upper:]][a-z]+", Posix)));
  RE2::Options Latin(RE2::Latin1);
  std::printf("%d\n", countMatches(Text, RE2("[\xe0-\xff]+", Latin)));
  RE2::Options Literal(RE2::Quiet);
  Literal.set_literal(true);
  std::printf("%d\n", countMatches(Text, RE2("a.b@", Literal)));
  RE2::Options Small(RE2::Quiet); // its DFA runs out of memory
  Small.set_max_mem(1 << 14);
  std::printf("%d\n", countMatches(Text, RE2("(a|b|.){20}x", Small)));
}

} // namespace

// The size of the text; for benchmarks.
int main(int Count, char **Arguments) {
  const std::string Text =
      makeText(Count > 1 ? std::atoi(Arguments[1]) : 100);
  search(Text);
  convert();
  matchSets(Text);
  options(Text);
  return 0;
}
