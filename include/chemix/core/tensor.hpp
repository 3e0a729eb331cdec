// SPDX-License-Identifier: Apache-2.0
// Tensors: observations and tables as numbers for programs that learn. Rules say once, field by
// field, what is written; sizes, bounds and meanings follow from the same words.
#pragma once

#include "chemix/core/function_ref.hpp"
#include "chemix/core/player.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace chemix {

/// Where a field lies in a tensor, and what its numbers say.
struct TensorField {
  /// That of the field of the state, with what of it these numbers are: `pile.owner`.
  std::string name;
  std::size_t offset = 0;
  /// The product of the shape.
  std::size_t size = 1;
  /// The lengths of the axes, row by row; none for a single number. An axis without labels runs
  /// over the seats, own seat first.
  std::vector<std::size_t> shape;
  /// What the last axis runs over, such as kinds of cards by name; none for seats and for a single
  /// number.
  std::vector<std::string> labels;
  /// No number is less, or more.
  double low = 0;
  double high = 1;
  std::string meaning;
};

/// A field of the state that a tensor does not show, or shows in part, and why.
struct LeftOutField {
  std::string name;
  std::string reason;
};

/// What the numbers of a tensor are.
struct TensorLayout {
  std::vector<TensorField> fields;
  std::vector<LeftOutField> left_out;
};

/// Adds the names of what an axis runs over, one after another, with what it is given.
using TensorColumns = FunctionRef<void(FunctionRef<void(std::string_view)>)>;

/// What is kept between tensors of one play, each for the same viewer and by the same rules, so
/// that what rules work out of what only grows is not worked out again. What is written is the same
/// without.
class TensorNotes {
 public:
  /// The note of a type, which is made when it is first asked for.
  template <class Note>
  Note& of() {
    static char type;
    Kept* kept = &first_;
    for (; kept->type != &type; kept = kept->next.get()) {
      if (kept->type == nullptr) {
        *kept = {&type, {new Note(), [](void* note) { delete static_cast<Note*>(note); }}, {}};
        break;
      }
      if (!kept->next) kept->next = std::make_unique<Kept>();
    }
    return *static_cast<Note*>(kept->note.get());
  }

 private:
  struct Kept {
    // The address of what there is once for each type; writable, so that no linker makes two one.
    const char* type = nullptr;
    std::unique_ptr<void, void (*)(void*)> note{nullptr, [](void*) {}};
    std::unique_ptr<Kept> next;
  };
  // Here, since mostly there is one, and many plays are more than a cache holds.
  Kept first_;
};

/// Counts numbers, writes those that fit into a buffer when there is one, or notes what they are.
/// Writing allocates nothing but notes that are first asked for.
class TensorWriter {
 public:
  TensorWriter() = default;
  explicit TensorWriter(std::span<float> buffer, TensorNotes* notes = nullptr)
      : buffer_(buffer), notes_(notes) {}
  explicit TensorWriter(TensorLayout& layout) : layout_(&layout) {}

  void put(double number) {
    if (size_ < buffer_.size()) buffer_[size_] = static_cast<float>(number);
    ++size_;
  }
  void put(std::span<const float> numbers) {
    const std::span<float> to = room();
    std::copy_n(numbers.begin(), std::min(numbers.size(), to.size()), to.begin());
    size_ += numbers.size();
  }
  /// So many numbers that are 0, but for the one at `place`, which is 1, if there is such a place.
  void put_one_hot(std::size_t count, std::size_t place) {
    const std::span<float> to = room().first(std::min(count, room().size()));
    // All bits of 0 are 0, and many are cleared at once.
    if (!to.empty()) std::memset(to.data(), 0, to.size_bytes());
    if (place < to.size()) to[place] = 1;
    size_ += count;
  }
  /// Where the next numbers go, as far as there is room. What is written at its beginning is put by
  /// `advance`; what is written after it is written over.
  [[nodiscard]] std::span<float> room() const {
    return buffer_.subspan(std::min(size_, buffer_.size()));
  }
  void advance(std::size_t count) { size_ += count; }
  /// The number of numbers put, also of those that did not fit.
  [[nodiscard]] std::size_t size() const { return size_; }
  /// Whether what is written is noted, and not written.
  [[nodiscard]] bool describes() const { return layout_ != nullptr; }

  /// What was kept of the last tensor of this play and viewer, if anything is.
  [[nodiscard]] TensorNotes* notes() const { return notes_; }

  /// Notes a field that begins here, as `TensorFields::begin` does. Precondition: there is a
  /// layout.
  void describe(std::string name, const char* meaning, std::optional<int> rows,
                const std::optional<TensorColumns>& columns, double low);
  /// Notes a field that is not written. Precondition: there is a layout.
  void leave_out(std::string name, const char* reason);

 private:
  std::span<float> buffer_;
  std::size_t size_ = 0;
  TensorLayout* layout_ = nullptr;
  TensorNotes* notes_ = nullptr;
};

/// Whose tensor it is and how many play: seats are written relative to the viewer, own seat first;
/// a spectator sees them from seat 0.
struct Perspective {
  Viewer viewer;
  int players = 0;

  /// The `i`-th seat from the own one on. Precondition: 0 ≤ i < players.
  [[nodiscard]] Player seat(int i) const {
    const Player seat = (viewer.is_spectator() ? 0 : viewer.seat()) + i;
    // Not divided, which takes longer than all else here.
    return seat < players ? seat : seat - players;
  }
  [[nodiscard]] int distance(Player player) const { return (player - seat(0) + players) % players; }
};

/// What rules write a tensor with, one call a field. What cannot change is not written: the seats
/// of who plays alone, numbers that are always 0.
template <class R>
class TensorFields {
 public:
  TensorFields(const R& rules, const Perspective& perspective, TensorWriter& writer)
      : rules_(rules), perspective_(perspective), writer_(writer) {}

  [[nodiscard]] const R& rules() const { return rules_; }
  [[nodiscard]] const Perspective& perspective() const { return perspective_; }
  [[nodiscard]] int players() const { return perspective_.players; }
  /// The `i`-th seat from the own one on.
  [[nodiscard]] Player seat(int i) const { return perspective_.seat(i); }

  /// 1 for yes.
  void flag(const char* name, bool value, const char* meaning) {
    begin(name, meaning);
    put(value ? 1 : 0);
  }
  void flags(const char* name, const auto& by_player, const char* meaning) {
    by_seat(name, meaning, [&](Player p) { return by_player[p] ? 1.0 : 0.0; });
  }
  /// A number from 0 to `most`, as its part of `most`.
  void number(const char* name, int value, int most, const char* meaning) {
    if (most <= 0) return leave_out(name, "is always 0");
    begin(name, meaning);
    put(static_cast<double>(value) / most);
  }
  void numbers(const char* name, const auto& by_player, int most, const char* meaning) {
    if (most <= 0) return leave_out(name, "is always 0");
    by_seat(name, meaning, [&](Player p) { return static_cast<double>(by_player[p]) / most; });
  }
  /// A number without bounds, not less than 0: x / (x + half), so that `half` becomes 0.5.
  void unbounded_number(const char* name, int value, int half, const char* meaning) {
    begin(name, meaning);
    put(static_cast<double>(value) / (value + half));
  }
  /// Numbers without bounds, less than 0 too: x / (|x| + half).
  void unbounded_numbers(const char* name, const auto& by_player, int half, const char* meaning) {
    by_seat(
        name, meaning,
        [&](Player p) {
          const double value = by_player[p];
          return value / (std::abs(value) + half);
        },
        -1);
  }
  /// One of those that an enumeration names, one-hot, of which `is_used` tells those that this game
  /// can come to.
  template <class Choice, class IsUsed>
  void choice(const char* name, Choice value, const char* meaning, IsUsed&& is_used) {
    static constexpr auto names = names_of(Choice{});
    // One after another, so that of what tells them apart little is left.
    const auto for_each = [&](auto&& use) {
      [&]<std::size_t... Index>(std::index_sequence<Index...>) {
        ((is_used(static_cast<Choice>(Index)) ? use(static_cast<Choice>(Index)) : void()), ...);
      }
      (std::make_index_sequence<names.size()>());
    };
    begin(name, meaning, {}, [&](auto&& add) {
      for_each([&](Choice each) { add(names[static_cast<std::size_t>(each)]); });
    });
    std::size_t size = 0;
    std::size_t place = names.size();
    for_each([&](Choice each) {
      if (each == value) place = size;
      ++size;
    });
    put_one_hot(size, place);
  }
  template <class Choice>
  void choice(const char* name, Choice value, const char* meaning) {
    choice(name, value, meaning, [](Choice) { return true; });
  }
  /// A seat that is always one of the players', one-hot.
  void seat(const char* name, Player value, const char* meaning) {
    if (players() == 1) return leave_out(name, "nobody else plays");
    by_seat(name, meaning, [&](Player p) { return p == value ? 1.0 : 0.0; });
  }
  /// The same where it may be none.
  template <class Seat>
  void seat(const char* name, const std::optional<Seat>& value, const char* meaning) {
    by_seat(name, meaning, [&](Player p) { return value && *value == p ? 1.0 : 0.0; });
  }
  /// A number for every seat.
  template <class Value>
  void by_seat(const char* name, const char* meaning, Value&& value, double low = 0) {
    begin(name, meaning, players(), std::nullopt, low);
    for (int i = 0; i < players(); ++i) put(value(seat(i)));
  }

  /// A digest, which means nothing but itself: its bytes, the lowest first, as parts of 255.
  void digest(const char* name, std::uint64_t value, const char* meaning) {
    begin(name, meaning, {}, [](auto&& add) {
      for (const char* label : {"0", "1", "2", "3", "4", "5", "6", "7"}) add(label);
    });
    for (int byte = 0; byte < 8; ++byte) put(static_cast<double>(value >> 8 * byte & 0xFF) / 0xFF);
  }

  /// Says that a field of the state is not written, or not wholly.
  void leave_out(const char* name, const char* reason) {
    if (describes()) [[unlikely]]
      note_left_out(name, reason);
  }

  /// Begins a field whose numbers are put one after another: `rows` of them, if there are rows, of
  /// as many as `columns(add)` adds names of.
  template <class Columns>
  void begin(const char* name, const char* meaning, std::optional<int> rows, Columns&& columns,
             double low = 0) {
    if (describes()) [[unlikely]]
      note(name, meaning, rows, columns, low);
  }
  void begin(const char* name, const char* meaning) { begin(name, meaning, {}, std::nullopt); }
  void put(double number) { writer_.put(number); }
  void put(std::span<const float> numbers) { writer_.put(numbers); }
  void put_one_hot(std::size_t count, std::size_t place) { writer_.put_one_hot(count, place); }
  [[nodiscard]] std::span<float> room() const { return writer_.room(); }
  void advance(std::size_t count) { writer_.advance(count); }

  [[nodiscard]] TensorNotes* notes() const { return writer_.notes(); }

  /// What stands before the names of the fields that follow.
  void name_after(std::string prefix) { prefix_ = std::move(prefix); }
  /// Whether what is written is described, and not written.
  [[nodiscard]] bool describes() const { return writer_.describes(); }

  /// The same for other rules, such as those of one game of a match.
  template <class Other>
  [[nodiscard]] TensorFields<Other> with(const Other& rules) const {
    TensorFields<Other> fields(rules, perspective_, writer_);
    fields.name_after(prefix_);
    return fields;
  }

 private:
  // Apart, so that what writes is small and taken in where it is called.
  [[gnu::cold, gnu::noinline]] void note(const char* name, const char* meaning,
                                         std::optional<int> rows,
                                         const std::optional<TensorColumns>& columns, double low) {
    writer_.describe(prefix_ + name, meaning, rows, columns, low);
  }
  [[gnu::cold, gnu::noinline]] void note_left_out(const char* name, const char* reason) {
    writer_.leave_out(prefix_ + name, reason);
  }

  const R& rules_;
  Perspective perspective_;
  TensorWriter& writer_;
  std::string prefix_;
};

}  // namespace chemix
