// SPDX-License-Identifier: Apache-2.0
// Tensors: observations and tables as numbers for machine learning. Rules describe each field once;
// the layout (sizes, bounds, meanings) comes from the same calls that write the numbers.
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

/// Where a field lies in a tensor, and what its numbers mean.
struct TensorField {
  /// The name of the state's field, with the part that these numbers show: `pile.owner`.
  std::string name;
  std::size_t offset = 0;
  /// The product of the shape.
  std::size_t size = 1;
  /// The lengths of the axes, in row-major order; empty for a single number. An axis without labels
  /// runs over the seats, own seat first.
  std::vector<std::size_t> shape;
  /// The entries of the last axis, such as kinds of cards by name; empty for seats and for a single
  /// number.
  std::vector<std::string> labels;
  /// Bounds of all numbers of the field.
  double low = 0;
  double high = 1;
  std::string meaning;
};

/// A field of the state that a tensor omits, wholly or in part, and why.
struct LeftOutField {
  std::string name;
  std::string reason;
};

/// The description of a tensor.
struct TensorLayout {
  std::vector<TensorField> fields;
  std::vector<LeftOutField> left_out;
};

/// Enumerates the labels of an axis by passing each to its argument.
using TensorColumns = FunctionRef<void(FunctionRef<void(std::string_view)>)>;

/// A cache that is kept between tensors of one game, for the same viewer and the same rules, so
/// that rules need not recompute what only grows. The numbers are the same without it.
class TensorCache {
 public:
  /// The entry of this type, created on first use.
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
    // The address of a static that exists once per type; writable, so that no linker merges two of
    // them.
    const char* type = nullptr;
    std::unique_ptr<void, void (*)(void*)> note{nullptr, [](void*) {}};
    std::unique_ptr<Kept> next;
  };
  // In place: usually there is only one entry, and many concurrent games exceed the CPU cache.
  Kept first_;
};

/// Counts numbers and, depending on its constructor, writes those that fit into a buffer, or
/// records their layout. Writing allocates nothing except new cache entries.
class TensorWriter {
 public:
  TensorWriter() = default;
  explicit TensorWriter(std::span<float> buffer, TensorCache* notes = nullptr)
      : buffer_(buffer), notes_(notes) {}
  explicit TensorWriter(TensorLayout& layout) : layout_(&layout) {}

  void put(double number) {
    if (size_ < buffer_.size()) buffer_[size_] = static_cast<float>(number);
    ++size_;
  }
  void put(std::span<const float> numbers) {
    const std::span<float> to = room();
    std::copy_n(numbers.begin(), (std::min)(numbers.size(), to.size()), to.begin());
    size_ += numbers.size();
  }
  /// Puts `count` numbers: 1 at `place` if it is below `count`, 0 elsewhere.
  void put_one_hot(std::size_t count, std::size_t place) {
    const std::span<float> to = room().first((std::min)(count, room().size()));
    // The float 0 has only zero bits, and memset is fast.
    if (!to.empty()) std::memset(to.data(), 0, to.size_bytes());
    if (place < to.size()) to[place] = 1;
    size_ += count;
  }
  /// The remaining buffer. Numbers written at its start are committed by `advance`; numbers after
  /// them will be overwritten.
  [[nodiscard]] std::span<float> room() const {
    return buffer_.subspan((std::min)(size_, buffer_.size()));
  }
  void advance(std::size_t count) { size_ += count; }
  /// The number of numbers put, including those that did not fit.
  [[nodiscard]] std::size_t size() const { return size_; }
  /// Whether the layout is recorded instead of writing numbers.
  [[nodiscard]] bool describes() const { return layout_ != nullptr; }

  /// The cache of this game and viewer, or null.
  [[nodiscard]] TensorCache* notes() const { return notes_; }

  /// Records a field that begins here, as `TensorFields::begin` does. Precondition: describes().
  void describe(std::string name, const char* meaning, std::optional<int> rows,
                const std::optional<TensorColumns>& columns, double low);
  /// Records a field that is omitted. Precondition: describes().
  void leave_out(std::string name, const char* reason);

 private:
  std::span<float> buffer_;
  std::size_t size_ = 0;
  TensorLayout* layout_ = nullptr;
  TensorCache* notes_ = nullptr;
};

/// The viewer of a tensor and the number of players. Seats are written relative to the viewer, own
/// seat first; for a spectator from seat 0.
struct Perspective {
  Viewer viewer;
  int players = 0;

  /// The `i`-th seat, counted from the own one. Precondition: 0 ≤ i < players.
  [[nodiscard]] Player seat(int i) const {
    const Player seat = (viewer.is_spectator() ? 0 : viewer.seat()) + i;
    // Without a division, which would dominate the cost here.
    return seat < players ? seat : seat - players;
  }
  [[nodiscard]] int distance(Player player) const { return (player - seat(0) + players) % players; }
};

/// The interface that rules use to write a tensor, one call per field. Constants are omitted: seats
/// in a game with one player, numbers that are always 0.
template <class R>
class TensorFields {
 public:
  TensorFields(const R& rules, const Perspective& perspective, TensorWriter& writer)
      : rules_(rules), perspective_(perspective), writer_(writer) {}

  [[nodiscard]] const R& rules() const { return rules_; }
  [[nodiscard]] const Perspective& perspective() const { return perspective_; }
  [[nodiscard]] int players() const { return perspective_.players; }
  /// The `i`-th seat, counted from the own one.
  [[nodiscard]] Player seat(int i) const { return perspective_.seat(i); }

  /// 1 for true.
  void flag(const char* name, bool value, const char* meaning) {
    begin(name, meaning);
    put(value ? 1 : 0);
  }
  void flags(const char* name, const auto& by_player, const char* meaning) {
    by_seat(name, meaning, [&](Player p) { return by_player[p] ? 1.0 : 0.0; });
  }
  /// A number from 0 to `most`, divided by `most`.
  void number(const char* name, int value, int most, const char* meaning) {
    if (most <= 0) return leave_out(name, "is always 0");
    begin(name, meaning);
    put(static_cast<double>(value) / most);
  }
  void numbers(const char* name, const auto& by_player, int most, const char* meaning) {
    if (most <= 0) return leave_out(name, "is always 0");
    by_seat(name, meaning, [&](Player p) { return static_cast<double>(by_player[p]) / most; });
  }
  /// An unbounded number ≥ 0: x / (x + half), so that `half` maps to 0.5.
  void unbounded_number(const char* name, int value, int half, const char* meaning) {
    begin(name, meaning);
    put(static_cast<double>(value) / (value + half));
  }
  /// Unbounded numbers that may be negative: x / (|x| + half).
  void unbounded_numbers(const char* name, const auto& by_player, int half, const char* meaning) {
    by_seat(
        name, meaning,
        [&](Player p) {
          const double value = by_player[p];
          return value / (std::abs(value) + half);
        },
        -1);
  }
  /// An enumerator, one-hot over those for which `is_used` returns true, that is, those that can
  /// occur in this game.
  template <class Choice, class IsUsed>
  void choice(const char* name, Choice value, const char* meaning, IsUsed&& is_used) {
    static constexpr auto names = names_of(Choice{});
    // Unrolled, so that `is_used` folds to constants.
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
  /// A seat that is always occupied, one-hot.
  void seat(const char* name, Player value, const char* meaning) {
    if (players() == 1) return leave_out(name, "nobody else plays");
    by_seat(name, meaning, [&](Player p) { return p == value ? 1.0 : 0.0; });
  }
  /// The same for a seat that may be absent.
  template <class Seat>
  void seat(const char* name, const std::optional<Seat>& value, const char* meaning) {
    by_seat(name, meaning, [&](Player p) { return value && *value == p ? 1.0 : 0.0; });
  }
  /// One number per seat.
  template <class Value>
  void by_seat(const char* name, const char* meaning, Value&& value, double low = 0) {
    begin(name, meaning, players(), std::nullopt, low);
    for (int i = 0; i < players(); ++i) put(value(seat(i)));
  }

  /// A digest, which can only be compared: its bytes, lowest first, divided by 255.
  void digest(const char* name, std::uint64_t value, const char* meaning) {
    begin(name, meaning, {}, [](auto&& add) {
      for (const char* label : {"0", "1", "2", "3", "4", "5", "6", "7"}) add(label);
    });
    for (int byte = 0; byte < 8; ++byte) put(static_cast<double>(value >> 8 * byte & 0xFF) / 0xFF);
  }

  /// Records that a field of the state is omitted, wholly or in part.
  void leave_out(const char* name, const char* reason) {
    if (describes()) [[unlikely]]
      note_left_out(name, reason);
  }

  /// Begins a field whose numbers are put one after another: `rows` rows, or a single one if `rows`
  /// is empty, of as many numbers as `columns(add)` adds labels.
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

  [[nodiscard]] TensorCache* notes() const { return writer_.notes(); }

  /// A prefix for the names of the following fields.
  void name_after(std::string prefix) { prefix_ = std::move(prefix); }
  /// Whether the layout is recorded instead of writing numbers.
  [[nodiscard]] bool describes() const { return writer_.describes(); }

  /// The same tensor for other rules, such as those of one game of a match.
  template <class Other>
  [[nodiscard]] TensorFields<Other> with(const Other& rules) const {
    TensorFields<Other> fields(rules, perspective_, writer_);
    fields.name_after(prefix_);
    return fields;
  }

 private:
  // Out of line, so that the writing path stays small enough to inline.
  void note(const char* name, const char* meaning, std::optional<int> rows,
            const std::optional<TensorColumns>& columns, double low) {
    writer_.describe(prefix_ + name, meaning, rows, columns, low);
  }
  void note_left_out(const char* name, const char* reason) {
    writer_.leave_out(prefix_ + name, reason);
  }

  const R& rules_;
  Perspective perspective_;
  TensorWriter& writer_;
  std::string prefix_;
};

}  // namespace chemix
