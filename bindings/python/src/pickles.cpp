// SPDX-License-Identifier: Apache-2.0
// Pickling, and copying of immutable values.
#include "bindings.hpp"
#include "chemix/core/digest.hpp"

#include <algorithm>
#include <cstring>

namespace chemix::python {
namespace {

// A pickle holds both a raw memory image and canonical bytes. The build that saved it loads the
// image; other builds read the canonical bytes, whose validation takes a hundred times as long. A
// build is identified by a hash of its module file.
const std::string& this_build() {
  // Not a static initializer: reading the file releases the GIL, and other threads would deadlock
  // on the initialization.
  static std::string digest;
  if (digest.empty()) {
    const py::object file = py::module_::import("chemix._core").attr("__file__");
    const py::object bytes = py::module_::import("pathlib").attr("Path")(file).attr("read_bytes")();
    const py::object hash = py::module_::import("hashlib").attr("sha256")(bytes);
    digest = hash.attr("digest")().cast<std::string>();
  }
  return digest;
}

py::bytes bytes_of(ConstBlock block) {
  return {reinterpret_cast<const char*>(block.data()), block.size()};
}

// An image is a block of memory after its checksum, which also covers the game.
using Sum = std::uint64_t;
Sum sum_of(const AnyGame& game, ConstBlock block) {
  Digest digest;
  digest.put(game.key(), sizeof(std::uint64_t));
  for (std::size_t at = 0; at < block.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    const std::size_t bytes = std::min(sizeof word, block.size() - at);
    std::memcpy(&word, block.data() + at, bytes);
    digest.put(word, static_cast<int>(bytes));
  }
  return digest.value();
}
py::bytes image_of(const AnyGame& game, ConstBlock block) {
  const Sum sum = sum_of(game, block);
  const auto size = static_cast<py::ssize_t>(sizeof sum + block.size());
  auto image = py::reinterpret_steal<py::bytes>(PyBytes_FromStringAndSize(nullptr, size));
  if (!image) throw py::error_already_set();
  char* const to = PyBytes_AsString(image.ptr());
  std::memcpy(to, &sum, sizeof sum);
  std::memcpy(to + sizeof sum, block.data(), block.size());
  return image;
}
// Loads an image if this build saved it; returns whether it did. Raises InputError if the checksum
// does not match.
bool taken(const AnyGame& game, Block block, std::string_view build, std::string_view image) {
  Sum sum = 0;
  if (build != this_build() || image.size() != sizeof sum + block.size()) return false;
  std::memcpy(&sum, image.data(), sizeof sum);
  std::memcpy(block.data(), image.data() + sizeof sum, block.size());
  if (sum != sum_of(game, block)) raise(InputError{"pickle", "", "is corrupt", ""});
  return true;
}

std::span<const std::byte> span_of(std::string_view bytes) {
  return std::as_bytes(std::span(bytes.data(), bytes.size()));
}

BlockMemory state_memory(const AnyGame& game, std::string_view build, std::string_view image,
                         std::string_view saved) {
  BlockMemory memory(game.state_size());
  if (!taken(game, memory.block(), build, image)) {
    if (const auto wrong = game.load(span_of(saved), memory.block())) raise(*wrong);
  }
  return memory;
}

std::vector<std::byte> saved(const AnyGame& game, ConstBlock state) {
  std::vector<std::byte> bytes(game.save(state, {}));
  game.save(state, bytes);
  return bytes;
}

// A step: the state before it as image and as canonical bytes, the actor (nullopt for chance), and
// the action.
using SavedStep = std::tuple<py::bytes, py::bytes, std::optional<int>, int>;

py::object shared(const GamePointer& game) {
  return py::cast(std::const_pointer_cast<AnyGame>(game));
}

// Makes copies of immutable values return the value itself.
template <class Class>
void copies_itself(Class& type) {
  type.def("__copy__", [](const py::object& self) { return self; })
      .def(
          "__deepcopy__", [](const py::object& self, const py::dict&) { return self; },
          py::arg("memo"));
}

}  // namespace

py::object restored(const char* name) { return py::module_::import("chemix._shared").attr(name); }

void bind_pickles(py::module_& module, Classes& classes) {
  copies_itself(classes.game);
  copies_itself(classes.action);
  copies_itself(classes.dealer);
  copies_itself(classes.event);
  copies_itself(classes.observation);
  copies_itself(classes.state);
  copies_itself(classes.table);

  classes.game.def("__reduce__", [](const AnyGame& game) {
    const bool is_file = !game.deck_text().empty();
    return py::make_tuple(restored("game"),
                          py::make_tuple(std::string(game.name()), game.player_count(),
                                         game.options(), is_file ? "" : game.deck_name(),
                                         game.deck_text(), is_file ? game.deck_name() : ""));
  });

  module.def(
      "restored_action",
      [](const std::shared_ptr<AnyGame>& game, int id, bool is_chance) {
        return Action{game, expect_action(*game, id, is_chance), is_chance};
      },
      a_game(), py::arg("id"), py::arg("is_chance"), "Restore a pickled action.");
  classes.action.def("__reduce__", [](const Action& action) {
    return py::make_tuple(restored("action"),
                          py::make_tuple(shared(action.game), action.id, action.is_chance));
  });

  module.def(
      "restored_event",
      [](const std::shared_ptr<AnyGame>& game, const py::bytes& build, const py::bytes& image) {
        EventView view{game, {}};
        const auto bytes = std::as_writable_bytes(std::span(&view.event, 1));
        if (!taken(*game, bytes, build, image)) {
          raise(InputError{"event", "", "was pickled by another build of chemix", ""});
        }
        return view;
      },
      a_game(), py::arg("build"), py::arg("image"), "Restore a pickled event.");
  classes.event.def("__reduce__", [](const EventView& view) {
    const auto image = std::as_bytes(std::span(&view.event, 1));
    return py::make_tuple(
        restored("event"),
        py::make_tuple(shared(view.game), py::bytes(this_build()), image_of(*view.game, image)));
  });

  module.def(
      "restored_observation",
      [](const std::shared_ptr<AnyGame>& game, const py::bytes& build, const py::bytes& image,
         const py::bytes& saved) {
        Observation seen{game, BlockMemory(game->observation_size())};
        if (!taken(*game, seen.memory.block(), build, image)) {
          if (const auto wrong = game->load_observation(span_of(saved), seen.memory.block())) {
            raise(*wrong);
          }
        }
        return seen;
      },
      a_game(), py::arg("build"), py::arg("image"), py::arg("saved"),
      "Restore a pickled observation.");
  classes.observation.def("__reduce__", [](const Observation& seen) {
    const ConstBlock block = seen.memory.block();
    std::vector<std::byte> bytes(seen.game->save_observation(block, {}));
    seen.game->save_observation(block, bytes);
    return py::make_tuple(restored("observation"),
                          py::make_tuple(shared(seen.game), py::bytes(this_build()),
                                         image_of(*seen.game, block), bytes_of(ConstBlock(bytes))));
  });

  module.def(
      "restored_state",
      [](const std::shared_ptr<AnyGame>& game, const py::bytes& build, const py::bytes& image,
         const py::bytes& saved, const std::optional<SavedStep>& step) {
        State state{game, state_memory(*game, build, image, saved), nullptr};
        if (step) {
          const auto& [before_image, before_saved, seat, action] = *step;
          if (seat) seat_of(*game, "player", *seat);
          expect_action(*game, action, !seat);
          const Actor actor = seat ? Actor(*seat) : Actor::chance();
          BlockMemory before = state_memory(*game, build, before_image, before_saved);
          if (game->refusal(before.block(), actor, action)) {
            raise(InputError{"pickle", "", "is corrupt", ""});
          }
          state.step = std::make_shared<State::Step>(State::Step{std::move(before), actor, action});
        }
        return state;
      },
      a_game(), py::arg("build"), py::arg("image"), py::arg("saved"), py::arg("step"),
      "Restore a pickled state, with the step that led to it.");
  classes.state.def("__reduce__", [](const State& state) {
    const AnyGame& game = *state.game;
    py::object step = py::none();
    if (state.step) {
      const ConstBlock before = state.step->before.block();
      const Actor actor = state.step->actor;
      step = py::make_tuple(image_of(game, before), bytes_of(ConstBlock(saved(game, before))),
                            actor.is_chance() ? std::nullopt : std::optional(actor.player()),
                            state.step->action);
    }
    return py::make_tuple(
        restored("state"),
        py::make_tuple(shared(state.game), py::bytes(this_build()), image_of(game, state.block()),
                       bytes_of(ConstBlock(saved(game, state.block()))), step));
  });

  module.def(
      "restored_table",
      [](const std::shared_ptr<AnyGame>& game, const py::bytes& build, const py::bytes& image,
         const py::bytes& saved, std::uint32_t chances) {
        Table table{game, BlockMemory(game->table_size()), chances};
        if (!taken(*game, table.memory.block(), build, image)) {
          table.memory = table_of(state_of_bytes(game, saved)).memory;
        }
        return table;
      },
      a_game(), py::arg("build"), py::arg("image"), py::arg("saved"), py::arg("chances"),
      "Restore a pickled table.");
  classes.table.def("__reduce__", [](const Table& table) {
    const State state = forgetful(table);
    return py::make_tuple(
        restored("table"),
        py::make_tuple(shared(table.game), py::bytes(this_build()),
                       image_of(*table.game, table.block()),
                       bytes_of(ConstBlock(saved(*table.game, state.block()))), table.chances));
  });

  classes.dealer
      .def("__reduce__",
           [](const PyDealer& dealer) {
             std::string digits = "0x";
             const auto& words = dealer.seed.words();
             for (auto word = words.rbegin(); word != words.rend(); ++word) {
               digits += py::str("{:08x}").format(*word);
             }
             const py::object number = py::module_::import("builtins").attr("int")(digits, 16);
             return py::make_tuple(py::type::of<PyDealer>(), py::make_tuple(number));
           })
      .def("__eq__",
           [](const PyDealer& dealer, const py::object& other) {
             return py::isinstance<PyDealer>(other) &&
                    dealer.seed.words() == other.cast<const PyDealer&>().seed.words();
           })
      .def("__hash__", [](const PyDealer& dealer) {
        return py::hash(py::tuple(py::cast(dealer.seed.words())));
      });
  classes.event
      .def("__eq__",
           [](const EventView& view, const py::object& other) {
             if (!py::isinstance<EventView>(other)) return false;
             const auto& rhs = other.cast<const EventView&>();
             return view.game->key() == rhs.game->key() && view.event == rhs.event;
           })
      .def("__hash__", [](const EventView& view) {
        return py::hash(py::str(view.game->event_text(view.event)));
      });
}

}  // namespace chemix::python
