// SPDX-License-Identifier: Apache-2.0
// Misuse that all functions of the ABI treat alike: NULL, memory that is no block of the game,
// buffers that are too small, and numbers out of range. Each call returns its status, names the
// argument, and changes nothing, with and without an error structure. Input with a meaning of its
// own is in bad_input.c. `make asan` runs this under the sanitizers.
//
//   misuse CDEF EXPORTS WORDS
#include "every_call.hpp"

#include <cstring>
#include <type_traits>
#include <utility>

namespace {

using every_call::Fixture;

int failures = 0;
int tried_calls = 0;

template <class T>
struct PointsTo {
  using type = void;
};
template <class T>
struct PointsTo<T*> {
  using type = T;
};
template <class P>
using Pointee = std::remove_const_t<typename PointsTo<P>::type>;

template <class P>
constexpr bool is_block =
    std::is_same_v<Pointee<P>, chemix_state> || std::is_same_v<Pointee<P>, chemix_observation>;

// Numbers that are out of range as any of these.
const std::set<std::string> ranges = {
    "viewer", "player", "seat", "actor",  "action", "kind",         "phase", "option", "choice",
    "weight", "style",  "undo", "others", "tensor", "start_player", "step",  "seen"};

// Memory that is no block, by name of what is wrong with it.
template <class P>
std::vector<std::pair<const char*, P>> wrong_blocks(Fixture& f, Fixture& foreign, P right) {
  static std::vector<std::uint64_t> copy(1U << 13U);
  static std::vector<std::uint64_t> nothing(1U << 13U);
  constexpr bool is_state = std::is_same_v<Pointee<P>, chemix_state>;
  const std::size_t size = is_state ? f.limits.state_size : f.limits.observation_size;
  char* const shifted = reinterpret_cast<char*>(copy.data()) + 4;
  std::memcpy(shifted, right, size);
  const void* const other_kind =
      is_state ? static_cast<const void*>(f.seen) : static_cast<const void*>(f.state);
  const void* const other_game =
      is_state ? static_cast<const void*>(foreign.state) : static_cast<const void*>(foreign.seen);
  const auto block = [](const void* at) { return static_cast<P>(const_cast<void*>(at)); };
  return {{"misaligned", block(shifted)},
          {"zeros", block(nothing.data())},
          {"of the other kind", block(other_kind)},
          {"of another game", block(other_game)}};
}

struct Tester {
  Fixture& f;
  Fixture& foreign;
  std::string cdef;
  std::set<std::string> tried{};

  /// Makes a call that must fail.
  template <class Function, class Arguments>
  void expect(const char* name, Function function, const Arguments& arguments, chemix_status wanted,
              const std::string& field, const std::string& why) {
    ++tried_calls;
    const std::string before = f.snapshot();
    chemix_error error = CHEMIX_ERROR_INIT;
    const auto call = [&](chemix_error* out_error) {
      return std::apply([&](auto... argument) { return function(argument..., out_error); },
                        arguments);
    };
    const std::int32_t status = call(&error);
    const std::int32_t silent = call(nullptr);
    if (status != wanted || error.status != wanted || error.message[0] == '\0' ||
        std::string(error.field).find(field) == std::string::npos) {
      const char* const got = chemix_status_name(status);
      fail(name, why,
           (got != nullptr ? got : std::to_string(status)) + " for " + error.field + ": " +
               error.message);
    }
    if (silent != status) fail(name, why, "another status without an error structure");
    if (f.snapshot() != before) fail(name, why, "something has changed");
    f.restore(before);
  }
  void fail(const char* name, const std::string& why, const std::string& what) const {
    std::printf("%s, %s: %s\n", name, why.c_str(), what.c_str());
    ++failures;
  }

  template <class R, class... P, class Make>
  void operator()(const char* name, R (*function)(P...), const char* optional, Make make) {
    tried.insert(name);
    const auto names = every_call::parameter_names(cdef, name);
    using Given = std::tuple<P...>;
    // All parameters but out_error.
    constexpr std::size_t count = sizeof...(P) - 1;
    const auto arguments = [&] {
      return std::apply([](auto... given) { return given_as<Given>(given...); }, make());
    };
    vary(name, function, optional, arguments, names, std::make_index_sequence<count>());
  }

 private:
  /// The arguments, with the types of the parameters.
  template <class Given, class... A>
  static auto given_as(A... given) {
    return converted<Given>(std::make_index_sequence<sizeof...(A)>(), given...);
  }
  template <class Given, std::size_t... I, class... A>
  static auto converted(std::index_sequence<I...>, A... given) {
    return std::tuple<std::tuple_element_t<I, Given>...>(given...);
  }

  template <class Function, class Arguments, std::size_t... I>
  void vary(const char* name, Function function, const std::string& optional, Arguments arguments,
            const std::vector<std::string>& names, std::index_sequence<I...>) {
    (vary_one<I>(name, function, optional, arguments, names), ...);
    using All = decltype(arguments());
    if constexpr (sizeof...(I) >= 2) {
      using Room = std::tuple_element_t<sizeof...(I) - 1, All>;
      using Out = std::tuple_element_t<sizeof...(I) - 2, All>;
      if constexpr (std::is_same_v<Room, std::size_t> && std::is_pointer_v<Out>) {
        if (names[sizeof...(I) - 1] == "capacity") {
          vary_room<sizeof...(I) - 2>(name, function, arguments);
        }
      }
    }
    f.renew(std::get<0>(arguments()));
  }

  template <std::size_t I, class Function, class Arguments>
  void vary_one(const char* name, Function function, const std::string& optional,
                Arguments arguments, const std::vector<std::string>& names) {
    using P = std::tuple_element_t<I, decltype(arguments())>;
    auto given = arguments();
    const std::string& parameter = names[I];
    if constexpr (std::is_pointer_v<P>) {
      const P right = std::get<I>(given);
      if ((" " + optional + " ").find(" " + parameter + " ") == std::string::npos) {
        std::get<I>(given) = nullptr;
        expect(name, function, given, CHEMIX_NULL_ARGUMENT, parameter, parameter + " is NULL");
      }
      if constexpr (is_block<P>) {
        // Memory that is initialized needs to be aligned only; that of another game is overwritten.
        const bool is_made = std::string(name).find("_init") != std::string::npos;
        for (const auto& [what, wrong] : wrong_blocks(f, foreign, right)) {
          if (is_made && std::strcmp(what, "misaligned") != 0) continue;
          // A single block is of its own game, and policies are for all games. In a batch, blocks
          // of another game would have another size.
          const bool may_be_foreign = (block_count(given) == 1 && names[0] == parameter) ||
                                      names[0] == "policy" || names[1] == "count";
          if (may_be_foreign && std::strcmp(what, "of another game") == 0) continue;
          std::get<I>(given) = wrong;
          expect(name, function, given, CHEMIX_WRONG_MEMORY, "", parameter + " is " + what);
        }
      }
    } else if constexpr (std::is_same_v<P, std::int32_t>) {
      if (ranges.count(parameter) == 0) return;
      // How many steps a client has missed is not limited.
      if (std::string(name) == "chemix_client_create") return;
      for (const std::int32_t wrong : {INT32_MIN, -99, 1 << 24, INT32_MAX}) {
        std::get<I>(given) = wrong;
        expect(name, function, given, CHEMIX_OUT_OF_RANGE, parameter,
               parameter + " is " + std::to_string(wrong));
      }
    }
  }

  template <class... P>
  static std::size_t block_count(const std::tuple<P...>&) {
    return (std::size_t{0} + ... + (is_block<P> ? 1 : 0));
  }

  /// Buffers of no, too little and exactly enough room.
  template <std::size_t I, class Function, class Arguments>
  void vary_room(const char* name, Function function, Arguments arguments) {
    const std::string before = f.snapshot();
    auto given = arguments();
    const auto call = [&](chemix_error* error) {
      return std::apply([&](auto... argument) { return function(argument..., error); }, given);
    };
    chemix_error error = CHEMIX_ERROR_INIT;
    const auto out = std::get<I>(given);
    // Batches write rows, and return CHEMIX_OK.
    const bool is_batch = std::strncmp(name, "chemix_batch_", 13) == 0;
    const bool is_text = std::is_same_v<std::decay_t<decltype(*out)>, char>;
    std::size_t needed = 0;
    if (is_batch) {
      std::get<I + 1>(given) = 0;
      if (call(&error) == CHEMIX_OK) return fail(name, "no capacity", "fits");
      needed = static_cast<std::size_t>(error.needed);
    } else {
      std::get<I>(given) = nullptr;
      std::get<I + 1>(given) = 0;
      const std::int32_t count = call(&error);
      if (count < 0) return fail(name, "asked for the count", error.message);
      needed = static_cast<std::size_t>(count) + (is_text ? 1 : 0);
      f.restore(before);
      f.renew(std::get<0>(given));
      given = arguments();
    }
    std::get<I>(given) = out;
    std::get<I + 1>(given) = needed;
    const std::int32_t exact = call(&error);
    if (exact != (is_batch ? 0 : static_cast<std::int32_t>(needed) - (is_text ? 1 : 0))) {
      fail(name, "the exact capacity", std::to_string(exact) + " " + error.message);
    }
    if constexpr (std::is_same_v<std::decay_t<decltype(*out)>, char>) {
      if (std::strlen(out) + 1 != needed) fail(name, "the exact capacity", "another size");
    }
    f.restore(before);
    f.renew(std::get<0>(given));
    if (needed == 0) return;
    given = arguments();
    std::get<I + 1>(given) = needed - 1;
    // NULL with room is a mistake; without room it is a question.
    expect(name, function, given, CHEMIX_BUFFER_TOO_SMALL, "capacity", "too little room");
    if (call(&error) != CHEMIX_BUFFER_TOO_SMALL ||
        error.needed != static_cast<std::int64_t>(needed)) {
      fail(name, "too little room", "needs " + std::to_string(error.needed));
    }
  }
};

/// Functions without a status accept NULL.
void try_void_functions() {
  chemix_struct_init(nullptr, 0);
  chemix_stop_set(nullptr);
  chemix_stop_clear(nullptr);
  chemix_stop_set_time_budget(nullptr, -1);
  chemix_stop_destroy(nullptr);
  chemix_deck_destroy(nullptr);
  chemix_game_destroy(nullptr);
  chemix_state_destroy(nullptr);
  chemix_observation_destroy(nullptr);
  chemix_words_destroy(nullptr);
  chemix_policy_destroy(nullptr);
  chemix_turns_destroy(nullptr);
  chemix_record_destroy(nullptr);
  chemix_session_destroy(nullptr);
  chemix_client_destroy(nullptr);
  chemix_session* none = nullptr;
  chemix_session_destroy(&none);
  const auto expect = [](bool is_so, const char* what) {
    if (is_so) return;
    std::printf("not so: %s\n", what);
    ++failures;
  };
#define EXPECT(condition) expect(condition, #condition)
  EXPECT(chemix_session_game(nullptr) == nullptr);
  EXPECT(chemix_session_state(nullptr) == nullptr);
  EXPECT(chemix_session_observation(nullptr, 0) == nullptr);
  EXPECT(chemix_record_game(nullptr) == nullptr);
  EXPECT(chemix_client_game(nullptr) == nullptr);
  EXPECT(chemix_client_observation(nullptr) == nullptr);
  EXPECT(chemix_state_game(nullptr) == nullptr);
  EXPECT(chemix_observation_game(nullptr) == nullptr);
  for (const std::int32_t number : {INT32_MIN, -1, 1 << 20, INT32_MAX}) {
    EXPECT(chemix_game_name_at(number) == nullptr);
    EXPECT(chemix_deck_name_at(number) == nullptr);
    EXPECT(chemix_policy_name_at(number) == nullptr);
    EXPECT(chemix_language_at(number) == nullptr);
    EXPECT(chemix_zone_name(number) == nullptr);
    EXPECT(chemix_verb_name(number) == nullptr);
  }
  EXPECT(chemix_status_name(12345) == nullptr && chemix_status_name(INT32_MIN) == nullptr);
#undef EXPECT
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 4) {
    std::fprintf(stderr, "usage: misuse CDEF EXPORTS WORDS\n");
    return 2;
  }
  std::set<std::string> tried = every_call::functions_without_status();
  Fixture foreign("chemuno", 3, 2, arguments[3]);
  for (const char* const name : {"classic", "react"}) {
    // Whole turns begin with a turn.
    Fixture f(name, 2, std::strcmp(name, "classic") == 0 ? 0 : 12, arguments[3]);
    if (chemix_session_observation(f.session, 99) != nullptr) ++failures;
    Tester tester{f, foreign, every_call::file_text(arguments[1])};
    every_call::all(f, name, tester);
    tried.insert(tester.tried.begin(), tester.tried.end());
  }
  try_void_functions();
  failures += every_call::count_untried(arguments[2], tried);
  std::printf("%d calls, %d failures\n", tried_calls, failures);
  return failures == 0 ? 0 : 1;
}
