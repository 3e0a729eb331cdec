// SPDX-License-Identifier: Apache-2.0
// Batches as Python class: calls release the GIL.
#include "chemix/batch.hpp"

#include "bindings.hpp"

#include <algorithm>
#include <atomic>
#include <map>

namespace chemix::python {
namespace {

/// A selection of episodes.
class Chosen {
 public:
  /// Selects the episodes where the bool array `where` of length `size` is true; all if it is None.
  Chosen(std::size_t size, const py::object& where) {
    if (where.is_none()) return;
    if (!py::isinstance<py::array_t<bool>>(where) || where.cast<py::array>().ndim() != 1 ||
        where.cast<py::array>().shape(0) != static_cast<py::ssize_t>(size)) {
      raise(InputError{"where", "", formatted("must be a bool array of shape ({},)", size), ""});
    }
    // Makes a contiguous copy of a strided array.
    const auto array = where.cast<py::array_t<bool, py::array::c_style>>();
    are_.assign(array.data(), array.data() + size);
  }
  bool operator()(std::size_t i) const { return are_.empty() || are_[i] != 0; }

 private:
  std::vector<char> are_;
};

/// The largest absolute return that a game allows; 1 if all its returns are 0.
double largest_return(const AnyGame& game) {
  const Value known = game.rules_value();
  const double largest =
      std::max(-*known.find("min_return")->as<double>(), *known.find("max_return")->as<double>());
  return largest > 0 ? largest : 1;
}

/// A batch that only one thread may use at a time, without the GIL.
class GuardedBatch {
 public:
  GuardedBatch(std::vector<Episode> episodes, bool auto_reset, int threads, bool scale_rewards)
      : batch_(std::move(episodes), auto_reset, threads) {
    if (scale_rewards) scale_all_rewards();
  }

  [[nodiscard]] std::size_t size() const { return batch_.size(); }
  [[nodiscard]] bool are_rewards_scaled() const { return !largest_returns_.empty(); }
  /// The return of an episode that is a reward of 1.
  [[nodiscard]] double unit_of_reward(std::size_t i) const {
    return are_rewards_scaled() ? largest_returns_[i] : 1;
  }
  /// Raises InputError while another thread uses the batch.
  [[nodiscard]] const Batch& read() const {
    if (is_in_use_) {
      raise(InputError{"batch", "", "is in use by another thread: give each thread its own batch",
                       ""});
    }
    return batch_;
  }
  [[nodiscard]] const Episode& operator[](std::size_t i) const { return read()[i]; }

  /// Calls `work(episode, i)` for every episode, on several threads and without the GIL.
  void for_each(FunctionRef<void(Episode&, std::size_t)> work) {
    in_use([&] { batch_.for_each(work); });
  }
  /// The same, unless `call` ends early: then the work leaves episodes out.
  void for_each(LongCall&& call, FunctionRef<void(Episode&, std::size_t)> work) {
    (void)read();
    const InUse in_use(is_in_use_);
    call.do_on_threads([&](StopToken& token) {
      std::atomic<bool> is_complete = true;
      batch_.for_each([&](Episode& episode, std::size_t i) {
        if (StopPoll(&token).is_ended()) {
          is_complete = false;
        } else {
          work(episode, i);
        }
      });
      return is_complete.load();
    });
  }
  /// Like `Batch::step`; raises InputError for the first illegal action.
  void step(std::span<const std::int64_t> actions, const Chosen& chosen,
            FunctionRef<void(const Episode&, std::size_t, bool)> report) {
    std::optional<std::size_t> refused;
    in_use([&] { refused = batch_.step(actions, chosen, report); });
    if (refused) refuse(*refused, actions[*refused]);
  }

 private:
  // Marks the batch as in use while the GIL is released. The flag changes only under the GIL.
  class InUse {
   public:
    explicit InUse(bool& is_in_use) : is_in_use_(is_in_use) { is_in_use_ = true; }
    InUse(const InUse&) = delete;
    InUse& operator=(const InUse&) = delete;
    ~InUse() { is_in_use_ = false; }

   private:
    bool& is_in_use_;
  };
  // Reads the bounds of each game once: they are computed anew each time.
  void scale_all_rewards() {
    largest_returns_.reserve(size());
    std::map<const AnyGame*, double> known;
    for (std::size_t i = 0; i < size(); ++i) {
      const AnyGame& game = *batch_[i].game();
      const auto [at, is_new] = known.try_emplace(&game, 1);
      if (is_new) at->second = largest_return(game);
      largest_returns_.push_back(at->second);
    }
  }
  void in_use(auto&& work) {
    (void)read();
    const InUse in_use(is_in_use_);
    const Unlocked unlocked;
    work();
  }
  [[noreturn]] void refuse(std::size_t i, std::int64_t action) const {
    const Episode& episode = batch_[i];
    const AnyGame& game = *episode.game();
    std::string reason = formatted("must be an id from 0 to {}", game.action_count() - 1);
    std::string rule;
    if (action >= 0 && action < game.action_count()) {
      const RuleError error = *game.refusal(episode.state().block(), Actor(*episode.acting()),
                                            static_cast<int>(action));
      rule = error.rule.text();
      reason = refusal_text(game, error);
      // The message of InputError adds the rule itself.
      reason.resize(reason.rfind(" ["));
    }
    raise(InputError{formatted("actions[{}]", i), std::to_string(action), reason, rule});
  }

  Batch batch_;
  // By episode; empty if rewards are not scaled.
  std::vector<double> largest_returns_;
  bool is_in_use_ = false;
};

/// Maximum number of episodes in a batch: their states have to fit into memory.
constexpr std::size_t max_episodes = 1'000'000;
/// Maximum number of drawn random words that a pickle may state: they are skipped one by one.
constexpr std::uint64_t max_drawn = std::uint64_t{1} << 28U;

/// One game, or a sequence of games.
using Games = Given<struct OneOrMoreGames>;
/// The seed of a batch, or a sequence of seeds.
using OneOrSeeds = Given<struct OneOrMoreSeeds>;
/// A sequence of seeds, one per episode.
using Seeds = Given<struct SeedsOfEpisodes>;
using OneSeed = Given<struct SeedOfAll>;
/// Action ids, one per episode.
using Ids = Given<struct ActionsOfEpisodes>;

[[noreturn]] void refuse_seed(const std::string& field, const py::handle& seed) {
  raise(
      InputError{field, shown(seed), "must be a whole number from 0 to 18446744073709551615", ""});
}
/// Converts a 64-bit seed; the error names the field.
std::uint64_t number_of(const py::handle& seed, const std::string& field) {
  const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(seed.ptr()));
  const std::uint64_t value = number ? PyLong_AsUnsignedLongLong(number.ptr()) : 0;
  if (PyErr_Occurred() == nullptr) return value;
  const bool is_no_seed = PyErr_ExceptionMatches(PyExc_TypeError) != 0 ||
                          PyErr_ExceptionMatches(PyExc_OverflowError) != 0;
  if (!is_no_seed) throw py::error_already_set();
  PyErr_Clear();
  refuse_seed(field, seed);
}
std::vector<std::uint64_t> numbers_of(const py::object& seeds) {
  std::vector<std::uint64_t> numbers;
  for (const py::handle& seed : seeds.cast<py::sequence>()) {
    numbers.push_back(number_of(seed, formatted("seeds[{}]", numbers.size())));
  }
  return numbers;
}
// Spawns `size` seeds from one, or converts a list of seeds.
std::vector<std::uint64_t> seeds_of(const py::object& seeds, std::size_t size) {
  if (py::isinstance<py::sequence>(seeds)) return numbers_of(seeds);
  const std::uint64_t seed = number_of(seeds, "seeds");
  std::vector<std::uint64_t> numbers(size);
  for (std::size_t i = 0; i < size; ++i) numbers[i] = spawned_seed(seed, i);
  return numbers;
}

std::vector<std::shared_ptr<AnyGame>> games_of(const py::object& games) {
  std::vector<std::shared_ptr<AnyGame>> all;
  const auto refuse = [](const std::string& field, const py::handle& given) {
    raise(InputError{field, type_of(given), "must be a game made by chemix.load", ""});
  };
  if (!py::isinstance<py::sequence>(games) || py::isinstance<py::str>(games))
    refuse("games", games);
  for (const py::handle& game : games.cast<py::sequence>()) {
    if (!py::isinstance<AnyGame>(game)) refuse(formatted("games[{}]", all.size()), game);
    all.push_back(game.cast<std::shared_ptr<AnyGame>>());
  }
  return all;
}

void expect_size(const char* field, std::size_t size) {
  if (size > 0 && size <= max_episodes) return;
  raise(InputError{field, std::to_string(size),
                   formatted("a batch has from 1 to {} episodes", max_episodes), ""});
}
void expect_threads(int threads) {
  if (threads >= 1 && threads <= 256) return;
  raise(InputError{"threads", std::to_string(threads), "must be from 1 to 256", ""});
}

std::unique_ptr<GuardedBatch> batch_of(const Games& games, const OneOrSeeds& seeds, bool auto_reset,
                                       Whole<"threads"> threads, bool scale_rewards) {
  const auto length = [](const py::object& list) {
    return py::isinstance<py::sequence>(list) ? length_of(list) : std::size_t{0};
  };
  // Bytes are a single seed elsewhere in the API, so do not read them as a list of small seeds.
  if (py::isinstance<py::bytes>(seeds) || py::isinstance<py::bytearray>(seeds) ||
      py::isinstance<py::memoryview>(seeds)) {
    refuse_seed("seeds", seeds);
  }
  const std::size_t size = std::max(length(games), length(seeds));
  if (size > 0) expect_size(length(games) > length(seeds) ? "games" : "seeds", size);
  if (size == 0) {
    // Report an argument of a wrong type first.
    if (!py::isinstance<AnyGame>(games)) games_of(games);
    if (!py::isinstance<py::sequence>(seeds)) number_of(seeds, "seeds");
    raise(InputError{
        "seeds", shown(seeds),
        "the number of episodes is unknown: games or seeds must be a list of at least one", ""});
  }
  using GameList = std::vector<std::shared_ptr<AnyGame>>;
  const auto all = py::isinstance<AnyGame>(games)
                       ? GameList(size, games.cast<GameList::value_type>())
                       : games_of(games);
  const auto numbers = seeds_of(seeds, size);
  if (all.size() != numbers.size()) {
    raise(InputError{"seeds", std::to_string(numbers.size()),
                     formatted("must be {}, one for each game", all.size()), ""});
  }
  expect_threads(threads);
  std::vector<Episode> episodes;
  episodes.reserve(size);
  for (std::size_t i = 0; i < size; ++i) episodes.emplace_back(all[i], numbers[i]);
  return std::make_unique<GuardedBatch>(std::move(episodes), auto_reset, threads, scale_rewards);
}

// An output array: a new one, or the caller's, which must have the same shape.
template <class T>
py::array_t<T> room(const py::object& out, std::size_t rows, std::size_t columns) {
  if (out.is_none()) return py::array_t<T>({rows, columns});
  using Wanted = py::array_t<T, py::array::c_style>;
  if (Wanted::check_(out)) {
    auto array = out.cast<Wanted>();
    const bool is_aligned = (array.flags() & py::detail::npy_api::NPY_ARRAY_ALIGNED_) != 0;
    if (array.writeable() && is_aligned && array.ndim() == 2 &&
        array.shape(0) == static_cast<py::ssize_t>(rows) &&
        array.shape(1) == static_cast<py::ssize_t>(columns)) {
      return array;
    }
  }
  raise(
      InputError{"out", "",
                 formatted("must be a writeable, aligned array of {} in C order, of shape ({}, {})",
                           py::str(py::dtype::of<T>()).template cast<std::string>(), rows, columns),
                 ""});
}

// Returns an array with the value of each episode.
template <class T, class ValueOf>
py::array_t<T> collected(GuardedBatch& batch, ValueOf&& value_of) {
  py::array_t<T> list(static_cast<py::ssize_t>(batch.size()));
  T* const entries = list.mutable_data();
  batch.for_each([&](const Episode& episode, std::size_t i) { entries[i] = value_of(episode); });
  return list;
}

py::array_t<bool> masks(GuardedBatch& batch, const py::object& out) {
  const auto columns = static_cast<std::size_t>(batch.read().max_action_count());
  py::array_t<bool> array = room<bool>(out, batch.size(), columns);
  bool* const all = array.mutable_data();
  batch.for_each([&](const Episode& episode, std::size_t i) {
    bool* const row = all + i * columns;
    std::fill_n(row, columns, false);
    // Every action of an episode that is over is accepted, and ignored.
    if (episode.is_over()) std::fill_n(row, episode.game()->action_count(), true);
    for (const int id : episode.legal()) row[id] = true;
  });
  return array;
}

// Raises InputError unless all games of the batch have this seat.
void expect_seat(const GuardedBatch& batch, int seat) {
  for (std::size_t i = 0; i < batch.size(); ++i) seat_of(*batch[i].game(), "seat", seat);
}

py::array_t<float> tensors(GuardedBatch& batch, const py::object& out,
                           const std::optional<Whole<"seat">>& seat) {
  if (seat) expect_seat(batch, *seat);
  const std::size_t columns = batch.read().max_tensor_size();
  py::array_t<float> array = room<float>(out, batch.size(), columns);
  float* const all = array.mutable_data();
  batch.for_each([&](Episode& episode, std::size_t i) {
    const std::span<float> row(all + i * columns, columns);
    const std::size_t count =
        episode.write_tensor(seat ? *seat : episode.acting().value_or(0), row);
    std::fill(row.begin() + static_cast<std::ptrdiff_t>(count), row.end(), 0.0F);
  });
  return array;
}

std::pair<py::array_t<std::int64_t>, py::array_t<std::int32_t>> legal(GuardedBatch& batch) {
  py::array_t<std::int64_t> offsets(static_cast<py::ssize_t>(batch.size() + 1));
  std::vector<int> all;
  std::int64_t* offset = offsets.mutable_data();
  for (std::size_t i = 0; i < batch.size(); ++i) {
    *offset++ = static_cast<std::int64_t>(all.size());
    const std::span<const int> ids = batch[i].legal();
    all.insert(all.end(), ids.begin(), ids.end());
  }
  *offset = static_cast<std::int64_t>(all.size());
  py::array_t<std::int32_t> list(static_cast<py::ssize_t>(all.size()));
  std::copy(all.begin(), all.end(), list.mutable_data());
  return {offsets, list};
}

void put_returns(const AnyGame& game, ConstBlock state, double unit, double* row) {
  for (const Fraction& share : game.returns(state)) *row++ = share.value() / unit;
}

/// The result of a step: the rewards of all players, and which episodes are over.
class Outcome {
 public:
  explicit Outcome(const GuardedBatch& batch)
      : batch_(batch),
        columns_(static_cast<std::size_t>(batch.read().max_player_count())),
        rewards_({batch.size(), columns_}),
        done_(static_cast<py::ssize_t>(batch.size())),
        rows_(rewards_.mutable_data()),
        over_(done_.mutable_data()) {}

  /// Stores the outcome of an episode; called for each of them. Only the call that ended the
  /// episode pays its returns.
  void operator()(const Episode& episode, std::size_t i, bool has_ended) const {
    double* const row = rows_ + i * columns_;
    std::fill_n(row, columns_, 0.0);
    over_[i] = episode.is_over();
    if (has_ended) {
      put_returns(*episode.game(), episode.state().block(), batch_.unit_of_reward(i), row);
    }
  }
  [[nodiscard]] std::pair<py::array_t<double>, py::array_t<bool>> arrays() const {
    return {rewards_, done_};
  }

 private:
  const GuardedBatch& batch_;
  std::size_t columns_;
  py::array_t<double> rewards_;
  py::array_t<bool> done_;
  double* rows_;
  bool* over_;
};

std::pair<py::array_t<double>, py::array_t<bool>> step(GuardedBatch& batch, const Ids& ids,
                                                       const py::object& where) {
  const py::array all = py::array::ensure(ids);
  const bool are_ids = all && (all.dtype().kind() == 'i' || all.dtype().kind() == 'u');
  if (!are_ids || all.ndim() != 1 || all.shape(0) != static_cast<py::ssize_t>(batch.size())) {
    PyErr_Clear();
    raise(InputError{"actions", "",
                     formatted("must be {} ids: an array of integers of shape ({},)", batch.size(),
                               batch.size()),
                     ""});
  }
  const auto given =
      py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>::ensure(all);
  // Copy: other threads may write to the array meanwhile.
  const std::vector<std::int64_t> actions(given.data(), given.data() + batch.size());
  const Outcome outcome(batch);
  batch.step(actions, Chosen(batch.size(), where), outcome);
  return outcome.arrays();
}

std::pair<py::array_t<double>, py::array_t<bool>> play_to(GuardedBatch& batch, Whole<"seat"> seat,
                                                          const py::object& where) {
  expect_seat(batch, seat);
  const Chosen chosen(batch.size(), where);
  const Outcome outcome(batch);
  batch.for_each([&](Episode& episode, std::size_t i) {
    const bool was_over = episode.is_over();
    while (chosen(i) && !episode.is_over() && *episode.acting() != seat) {
      episode.step(episode.random_action());
    }
    outcome(episode, i, !was_over && episode.is_over());
  });
  return outcome.arrays();
}

void reset(GuardedBatch& batch, const Seeds& given, const py::object& where) {
  if (!py::isinstance<py::sequence>(given)) {
    raise(InputError{"seeds", "", formatted("must be {} seeds", batch.size()), ""});
  }
  const auto expect = [&](std::size_t size) {
    if (size == batch.size()) return;
    raise(
        InputError{"seeds", std::to_string(size), formatted("must be {} seeds", batch.size()), ""});
  };
  // Check the length before and after reading: a sequence may report a different one each time.
  expect(length_of(given));
  const std::vector<std::uint64_t> seeds = numbers_of(given);
  expect(seeds.size());
  const Chosen chosen(batch.size(), where);
  batch.for_each([&](Episode& episode, std::size_t i) {
    if (chosen(i)) episode.reset(seeds[i]);
  });
}

py::array_t<std::int32_t> random_actions(GuardedBatch& batch, const py::object& where) {
  const Chosen chosen(batch.size(), where);
  py::array_t<std::int32_t> drawn(static_cast<py::ssize_t>(batch.size()));
  std::int32_t* const actions = drawn.mutable_data();
  batch.for_each([&](Episode& episode, std::size_t i) {
    actions[i] = chosen(i) ? episode.random_action() : -1;
  });
  return drawn;
}

py::array_t<double> playouts(GuardedBatch& batch, const OneSeed& given, const StopArgument& stop,
                             const TimeBudget& time_budget) {
  const std::uint64_t seed = number_of(given, "seed");
  const auto columns = static_cast<std::size_t>(batch.read().max_player_count());
  py::array_t<double> returns({batch.size(), columns});
  double* const all = returns.mutable_data();
  batch.for_each(LongCall(stop, time_budget), [&](const Episode& episode, std::size_t i) {
    BlockMemory state = episode.state();
    FastRandom random(SeedSequence(Seed(seed), {i}));
    episode.game()->playout(state.block(), random);
    std::fill_n(all + i * columns, columns, 0.0);
    put_returns(*episode.game(), state.block(), 1, all + i * columns);
  });
  return returns;
}

State state_of(const Episode& episode) { return {episode.game(), episode.state(), nullptr}; }

State state_at(const GuardedBatch& batch, Whole<"i"> given) {
  py::ssize_t i = given;
  const auto size = static_cast<py::ssize_t>(batch.size());
  if (i < 0) i += size;
  if (i < 0 || i >= size) throw py::index_error(formatted("episodes are from 0 to {}", size - 1));
  return state_of(batch[static_cast<std::size_t>(i)]);
}

using SavedEpisode =
    std::tuple<State, std::uint64_t, std::optional<Player>, std::uint64_t, std::uint64_t>;

py::tuple reduced(const GuardedBatch& batch) {
  std::vector<SavedEpisode> episodes;
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const Episode& episode = batch[i];
    episodes.emplace_back(state_of(episode), episode.seed(), episode.acting(),
                          episode.actions().count(), episode.players().count());
  }
  return py::make_tuple(restored("batch"),
                        py::make_tuple(episodes, batch.read().auto_reset(), batch.read().threads(),
                                       batch.are_rewards_scaled()));
}

std::unique_ptr<GuardedBatch> restored_batch(std::vector<SavedEpisode> saved, bool auto_reset,
                                             Whole<"threads"> threads, bool scale_rewards) {
  expect_size("episodes", saved.size());
  expect_threads(threads);
  std::vector<Episode> episodes;
  for (auto& [state, seed, acting, for_actions, for_players] : saved) {
    const Acting now = state.game->acting(state.block());
    const bool fits = acting ? now.players().contains(*acting) : now.is_nobody();
    if (!fits || std::max(for_actions, for_players) > max_drawn) {
      raise(InputError{formatted("episodes[{}]", episodes.size()), "", "is corrupt", ""});
    }
    episodes.emplace_back(state.game, std::move(state.memory), seed, acting, for_actions,
                          for_players);
  }
  return std::make_unique<GuardedBatch>(std::move(episodes), auto_reset, threads, scale_rewards);
}

}  // namespace
}  // namespace chemix::python

template <>
struct pybind11::detail::handle_type_name<chemix::python::Games> {
  static constexpr auto name =
      const_name("typing.Union[chemix._core.Game, collections.abc.Sequence[chemix._core.Game]]");
};
template <>
struct pybind11::detail::handle_type_name<chemix::python::Ids> {
  static constexpr auto name = const_name("numpy.typing.ArrayLike");
};
template <>
struct pybind11::detail::handle_type_name<chemix::python::Seeds> {
  static constexpr auto name = const_name("collections.abc.Sequence[typing.SupportsIndex]");
};
template <>
struct pybind11::detail::handle_type_name<chemix::python::OneSeed> {
  static constexpr auto name = const_name("typing.SupportsIndex");
};
template <>
struct pybind11::detail::handle_type_name<chemix::python::OneOrSeeds> {
  static constexpr auto name = const_name("typing.Union[int, collections.abc.Sequence[int]]");
};

namespace chemix::python {

void bind_batch(py::module_& module) {
  py::class_<GuardedBatch> type(
      module, "Batch",
      "Many episodes of one or several games, stepped in one call. Each episode equals one that is "
      "stepped alone: it starts from `Game.deal(seed)`, and its seed determines chance and, where "
      "several players may act, which one does, as in `Game.playout`.\n\nCalls release the GIL and "
      "can use several threads. While one thread is in a call, calls of other threads raise "
      "InputError."
      "\n\n>>> game = chemix.load('chemuno', players=3)\n"
      ">>> batch = chemix.Batch(game, seeds=range(100))\n"
      ">>> rewards, done = batch.step(batch.random_actions())\n"
      ">>> rewards.shape, done.shape\n"
      "((100, 3), (100,))\n"
      ">>> len(batch), batch[0].game == game\n"
      "(100, True)");
  expect_made(type);
  module.def("restored_batch", &restored_batch, py::arg("episodes"), py::arg("auto_reset"),
             whole("threads"), py::arg("scale_rewards"), "Restore a pickled batch.");
  type.def(py::init(&batch_of), py::arg("games"), py::arg("seeds"), py::kw_only(),
           py::arg("auto_reset").noconvert() = true, whole("threads") = 1,
           py::arg("scale_rewards").noconvert() = false,
           "Deal the episodes. `games` is one game or a list of games; `seeds` is a list of seeds "
           "from 0 to 2**64 - 1, or one seed, which spawns a seed for each episode. At least one "
           "of them is a list, whose length is the number of episodes: from 1 to "
           "1,000,000.\n\nThe seeds that one seed spawns are those of "
           "`numpy.random.SeedSequence(seed, spawn_key=(i,), pool_size=8)`, so that batches with "
           "seeds 5 and 6 share no games. With auto_reset, the step after the end of an episode "
           "ignores its action and resets it, with a seed spawned from its own by the key (0, 0). "
           "Without auto_reset, an episode that is over stays over.\n\nWith scale_rewards, the "
           "rewards of step and play_to are divided by the largest absolute return of the game, "
           "max(-min_return, max_return): they are from -1 to 1, and 0 and the sum of 0 stay 0. "
           "Raises InputError if the lists are empty, too long or of different lengths, for an "
           "invalid seed, and unless threads is from 1 to 256.")
      .def("__len__", &GuardedBatch::size)
      .def("__reduce__", &reduced)
      .def("__getitem__", &state_at, whole("i"),
           "Return a copy of the state of an episode.\n\nRaises IndexError if there is no such "
           "episode.")
      .def_property_readonly(
          "acting",
          [](GuardedBatch& batch) {
            return collected<std::int8_t>(batch, [](const Episode& episode) {
              return static_cast<std::int8_t>(episode.acting().value_or(-1));
            });
          },
          "The seats that decide next: an int8 array of shape (len,), -1 where the episode is "
          "over.")
      .def_property_readonly(
          "seeds",
          [](GuardedBatch& batch) {
            return collected<std::uint64_t>(batch,
                                            [](const Episode& episode) { return episode.seed(); });
          },
          "The seeds of the episodes: a uint64 array of shape (len,).")
      .def_property_readonly(
          "digests",
          [](GuardedBatch& batch) {
            return collected<std::uint64_t>(batch, [](const Episode& episode) {
              return episode.game()->digest(episode.state().block());
            });
          },
          "The digests of the states: a uint64 array of shape (len,).")
      .def("masks", &masks, py::arg("out") = py::none(),
           "Return the action masks of the seats that decide next: a bool array of shape (len, "
           "largest action_count of the games), true for legal actions. No row is empty: where an "
           "episode is over, step accepts and ignores every action of its game, so that all of "
           "them are true. `out` is filled and returned, if given.\n\nRaises InputError if `out` "
           "has another shape or type."
           "\n\n>>> batch = chemix.Batch(chemix.load('chemuno'), seeds=range(10))\n"
           ">>> masks = batch.masks()\n"
           ">>> masks.shape == (10, batch[0].game.action_count), bool(masks.any(axis=1).all())\n"
           "(True, True)\n"
           ">>> batch.masks(out=masks) is masks\n"
           "True")
      .def("legal", &legal,
           "Return the ids of the legal actions as `(offsets, ids)`: those of episode i are "
           "ids[offsets[i]:offsets[i + 1]]."
           "\n\n>>> batch = chemix.Batch(chemix.load('chemuno'), seeds=range(10))\n"
           ">>> offsets, ids = batch.legal()\n"
           ">>> ids[offsets[3]:offsets[4]].tolist() == batch[3].legal_action_ids()\n"
           "True")
      .def("tensors", &tensors, py::arg("out") = py::none(), whole("seat") = py::none(),
           "Return the observation tensors of a seat: a float32 array of shape (len, largest "
           "tensor_size of the games). By default, each row is of the seat that decides next, or "
           "of seat 0 if the episode is over. Rows of shorter tensors are padded with zeros. `out` "
           "is filled and returned, if given.\n\nRaises InputError if `out` has another shape or "
           "type, and if a game lacks the seat."
           "\n\n>>> game = chemix.load('chemuno')\n"
           ">>> tensors = chemix.Batch(game, seeds=range(10)).tensors(seat=1)\n"
           ">>> tensors.shape == (10, game.tensor_size), tensors.dtype\n"
           "(True, dtype('float32'))")
      .def("random_actions", &random_actions, py::kw_only(), py::arg("where") = py::none(),
           "Draw a uniformly random legal action for each episode: an int32 array of shape (len,), "
           "-1 where the episode is over or `where`, as in step, is false.\n\nEach call draws the "
           "next random numbers of the episode's seed, so two calls without a step between them "
           "mostly differ. An episode whose steps each take the actions of one call equals "
           "`Game.playout` of its seed."
           "\n\n>>> batch = chemix.Batch(chemix.load('chemuno'), seeds=range(10))\n"
           ">>> actions = batch.random_actions()\n"
           ">>> actions.shape, bool(batch.masks()[range(10), actions].all())\n"
           "((10,), True)")
      .def("step", &step, py::arg("actions"), py::kw_only(), py::arg("where") = py::none(),
           "Apply an action in each episode, by its id, and advance to the next decision. Episodes "
           "where `where`, a bool array of shape (len,), is false are unchanged. Returns "
           "`(rewards, done)`. `rewards` is a float64 array of shape (len, largest number of "
           "players): the returns of the players where this call ends the episode, otherwise 0. "
           "So each episode pays its returns once. `done` is a bool array of shape (len,), true as "
           "long as an episode is over.\n\nRaises InputError for an illegal action; then nothing "
           "changes."
           "\n\n>>> batch = chemix.Batch(chemix.load('chemuno'), seeds=range(10), "
           "auto_reset=False)\n"
           ">>> while (batch.acting >= 0).any():\n"
           "...     rewards, done = batch.step(batch.random_actions())\n"
           ">>> rewards.shape, bool(done.all())\n"
           "((10, 2), True)")
      .def("play_to", &play_to, whole("seat"), py::kw_only(), py::arg("where") = py::none(),
           "Step with random actions, drawn as by random_actions, until this seat decides or the "
           "episode is over. `where` and the result are as in step.\n\nRaises InputError if a game "
           "lacks the seat."
           "\n\n>>> batch = chemix.Batch(chemix.load('chemuno', players=3), seeds=range(10))\n"
           ">>> rewards, done = batch.play_to(2)\n"
           ">>> set(batch.acting[~done].tolist()) <= {2}\n"
           "True")
      .def("reset", &reset, py::arg("seeds"), py::kw_only(), py::arg("where") = py::none(),
           "Reset episodes, each with its seed; `where` is as in step.\n\nRaises InputError unless "
           "there are len(batch) seeds from 0 to 2**64 - 1."
           "\n\n>>> game = chemix.load('chemuno')\n"
           ">>> batch = chemix.Batch(game, seeds=[1, 2])\n"
           ">>> batch.reset([5, 6])\n"
           ">>> batch[1] == game.deal(6)\n"
           "True")
      .def(
          "playouts", &playouts, py::arg("seed"), py::kw_only(), py::arg("stop") = py::none(),
          py::arg("time_budget") = py::none(),
          "Play a copy of each episode at random to its end, and return the returns: a float64 "
          "array of shape (len, largest number of players). Row i depends only on the state, the "
          "seed and i.\n\nRaises InputError for a seed that is not from 0 to 2**64 - 1, and "
          "Stopped when `stop`, an object with is_set() such as a threading.Event, is set, or when "
          "`time_budget` seconds are used up."
          "\n\n>>> batch = chemix.Batch(chemix.load('chemuno', players=3), seeds=range(10))\n"
          ">>> returns = batch.playouts(seed=1)\n"
          ">>> returns.shape, bool(abs(returns.sum(axis=1)).max() < 1e-9)\n"
          "((10, 3), True)");
}

}  // namespace chemix::python
