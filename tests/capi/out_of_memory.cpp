// SPDX-License-Identifier: Apache-2.0
// Fails the first allocation of a call, then the second, and so on until the call succeeds: every
// function that allocates must return its status, change nothing and leak nothing. Beyond a hundred
// allocations only increasingly sparse ones are failed, unless OUT_OF_MEMORY=all. This is a
// separate program, since it replaces operator new for the library too.
//
//   out_of_memory CDEF EXPORTS WORDS
#include "every_call.hpp"

#include <new>
#include <type_traits>

namespace {

std::int64_t live = 0;
// The number of allocations that still succeed; below 0: all do.
std::int64_t granted = -1;
// Whether all later allocations fail too.
bool is_lasting = false;
bool was_refused = false;

}  // namespace

void* operator new(std::size_t size) {
  if (granted == 0) {
    was_refused = true;
    if (!is_lasting) granted = -1;
    throw std::bad_alloc();
  }
  if (granted > 0) --granted;
  void* memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) throw std::bad_alloc();
  ++live;
  return memory;
}
void operator delete(void* memory) noexcept {
  if (memory != nullptr) --live;
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }

namespace {

using every_call::Fixture;

const bool tries_all = std::getenv("OUT_OF_MEMORY") != nullptr;

// The next allocation to fail after this one.
int next_number(int number) { return tries_all ? number + 1 : number + 1 + number / 100 * 5; }

int failures = 0;
int tried_calls = 0;
int refused_allocations = 0;

void expect(bool is_so, const char* call, const char* what, int number) {
  if (is_so) return;
  std::printf("%s: %s, allocation %d\n", call, what, number);
  ++failures;
}

const char* text_of(std::int32_t result) {
  return result > 0 ? "a count" : chemix_status_name(result);
}

// Destroys what a call has created, and tells whether there was something.
template <class P>
bool has_made(P) {
  return false;
}
template <class T>
bool has_made(T** made) {
  if constexpr (std::is_const_v<T>) {
    return false;
  } else {
    const bool is_made = *made != nullptr;
    every_call::destroy(made);
    return is_made;
  }
}

struct Tester {
  Fixture& f;
  std::set<std::string> tried{};

  template <class R, class... P, class Make>
  void operator()(const char* name, R (*function)(P...), const char*, Make make) {
    ++tried_calls;
    tried.insert(name);
    // Functions that overwrite an object have it made anew each time.
    constexpr bool is_changing = changes<P...>();
    const std::string before = is_changing ? f.snapshot() : f.blocks();
    const auto with_refused = [&](int number) {
      const auto arguments = make();
      was_refused = false;
      granted = number;
      const std::int32_t status =
          std::apply([&](auto... argument) { return function(argument..., nullptr); }, arguments);
      granted = -1;
      const bool is_made =
          std::apply([](auto... argument) { return (has_made(argument) || ...); }, arguments);
      if (was_refused) {
        ++refused_allocations;
        expect(status == CHEMIX_OUT_OF_MEMORY, name, text_of(status), number);
        expect(!is_made, name, "an object is made", number);
        expect((is_changing ? f.snapshot() : f.blocks()) == before, name, "something has changed",
               number);
      } else {
        expect(status >= 0, name, text_of(status), number);
      }
      f.restore(before);
      return was_refused;
    };
    const auto renew = [&] {
      if (is_changing) f.renew(std::get<0>(make()));
    };
    // Data that the first call initializes must not be left incomplete.
    is_lasting = false;
    for (int number = 0; with_refused(number); number = next_number(number)) {
    }
    renew();
    for (const bool lasting : {false, true}) {
      is_lasting = lasting;
      for (int number = 0;; number = next_number(number)) {
        const std::int64_t live_before = live;
        const bool continues = with_refused(number);
        // Only a call that succeeds may keep memory, in the object that it changes.
        expect(live == live_before || (is_changing && !continues), name, "memory is lost", number);
        if (!continues) break;
      }
      renew();
    }
  }

 private:
  template <class First, class... Others>
  static constexpr bool changes() {
    using T = std::remove_pointer_t<First>;
    return std::is_pointer_v<First> && !std::is_const_v<T>;
  }
};

}  // namespace

int main(int count, char** arguments) {
  if (count != 4) {
    std::fprintf(stderr, "usage: out_of_memory CDEF EXPORTS WORDS\n");
    return 2;
  }
  std::set<std::string> tried = every_call::functions_without_status();
  for (const char* const name : {"classic", "react"}) {
    // Whole turns begin with a turn.
    Fixture f(name, 2, std::string(name) == "classic" ? 0 : 12, arguments[3]);
    Tester tester{f};
    every_call::all(f, name, tester);
    tried.insert(tester.tried.begin(), tester.tried.end());
  }
  failures += every_call::count_untried(arguments[2], tried);
  std::printf("%d calls, %d allocations refused, %d failures\n", tried_calls, refused_allocations,
              failures);
  return failures == 0 ? 0 : 1;
}
