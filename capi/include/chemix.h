/* SPDX-License-Identifier: Apache-2.0 */
/* chemix: a rules engine for card games about chemistry. C ABI, not frozen yet: see
 * docs/stability.md for what may change, and when.
 *
 * Two people play Chemuno on one screen:
 *
 *   chemix_game* game = NULL;
 *   chemix_seed seed;
 *   chemix_session* session = NULL;
 *   chemix_error error = CHEMIX_ERROR_INIT;
 *   chemix_seed_init(&seed, 7);
 *   if (chemix_game_create("chemuno", 2, NULL, NULL, &game, &error) == CHEMIX_OK &&
 *       chemix_session_create(game, 0, &seed, &session, &error) == CHEMIX_OK) {
 *     int32_t seat = CHEMIX_NOBODY;
 *     // Chance and policies act until a person decides, or the game is over.
 *     while (chemix_session_advance(session, 0, NULL, &seat, &error) >= 0 &&
 *            seat != CHEMIX_NOBODY) {
 *       const chemix_observation* view = chemix_session_observation(session, seat);
 *       // Show the view with chemix_observation_cards, list chemix_observation_legal_actions, and
 *       // submit one with chemix_session_act.
 *     }
 *   }
 *   if (error.status != CHEMIX_OK) puts(error.message);
 *   chemix_session_destroy(&session);
 *   chemix_game_destroy(&game);
 *
 * Most frontends need only a session. Servers, search and learning can use the layer below it:
 * games, states, observations and events.
 *
 * Calls
 * - The object that a function is named after comes first, then inputs, then outputs, then
 *   `chemix_error* out_error`, which may be NULL. Unless a comment allows it, other pointers must
 *   not be NULL, and outputs must not overlap inputs. Functions without out_error accept NULL: then
 *   they do nothing, or return NULL.
 * - A negative result is an error: out_error has the details and, unless a comment says otherwise,
 *   no object was changed. A pointer behind two stars is as before; other outputs are unspecified.
 *   On success out_error is cleared.
 * - A function that writes a text or a list to (out, capacity) returns a chemix_count: the number
 *   of bytes without the final NUL, or of entries. If the output does not fit, it returns
 *   CHEMIX_BUFFER_TOO_SMALL, and out_error->needed is the capacity to pass. With out NULL and
 *   capacity 0 it only returns the count. That takes as long as writing the output, except for
 *   tensors, action values and marginals. chemix_game_limits has the largest sizes. An output of
 *   more than INT32_MAX bytes or entries is CHEMIX_OUT_OF_MEMORY.
 * - All other functions that can fail return CHEMIX_OK on success, unless their comment names
 *   another result.
 * - Texts are UTF-8 and written with a final NUL. Input texts end with NUL, unless a size in bytes
 *   follows them, which does not count a NUL. `const char*` results are static.
 * - Negative counts are CHEMIX_OUT_OF_RANGE.
 * - Enumerations are int32_t; later versions append numbers, so be ready for unknown ones.
 *
 * Memory
 * - The caller owns every object returned through a parameter with two stars. Release it with
 *   chemix_<object>_destroy, which sets the pointer to NULL and accepts NULL. An object keeps a
 *   reference to, or a copy of, whatever it was created from: a game may be destroyed before its
 *   sessions. An object that a function returns as its result belongs to the library: do not
 *   destroy it.
 * - A chemix_state or chemix_observation is a block of memory that begins with a reference to its
 *   game. The library allocates it (`_create`, `_copy`), or the caller does: state_size or
 *   observation_size bytes of chemix_game_limits, aligned to `alignment`, and passed to `_init`
 *   before any other use, also as an output. A block of the library keeps its game alive; the game
 *   must outlive blocks in the caller's memory. Blocks of games with equal keys may be mixed;
 *   others are CHEMIX_WRONG_MEMORY.
 * - `_assign`, `_load` and every call that overwrites a block leave its reference as it is. memcpy
 *   copies the reference too: a block may be copied so into the caller's memory, and then refers to
 *   the game of the source. Never overwrite a block of the library with memcpy or `_init`. To store
 *   or send a block, save it: it is valid only in its process, and its padding is unspecified.
 * - A structure that begins with `size` may get more fields at its end. Set `size` with the INIT
 *   macro or chemix_struct_init. 0, as in a structure of zeros, means the size in the first
 *   release. 1 to 7 are CHEMIX_WRONG_MEMORY; an out_error with such a size is not written.
 *   Otherwise a call reads and writes at most `size` bytes; only chemix_struct_init writes `size`.
 *   Structures without `size` never change.
 * - Fields named `reserved` are 0 in outputs. Set them to 0 in inputs, where they are ignored.
 *
 * Threads
 * - Several threads may use an object or a block at the same time if every call takes it as const.
 *   While a call changes it, no other call may use it; only a chemix_stop may be set at any time.
 *   The library has no global state, never calls back, creates no threads.
 * - Functions that write JSON read the locale: do not call setlocale() meanwhile.
 *
 * Secrets
 * - A state, a session and a record contain all secrets. Show a player only what is computed from
 *   this player's observations and events.
 * - Blocks are trusted. Untrusted data must enter through a _load function, which validates all of
 *   it.
 */
#ifndef CHEMIX_H
#define CHEMIX_H

#include <stddef.h>
#include <stdint.h>

#ifndef CHEMIX_API
#if !defined(CHEMIX_BUILDING)
#define CHEMIX_API
#elif defined(_WIN32)
#define CHEMIX_API __declspec(dllexport)
#else
#define CHEMIX_API __attribute__((visibility("default")))
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Version ---- */

/* The version of this header. */
#define CHEMIX_VERSION_MAJOR 0
#define CHEMIX_VERSION_MINOR 1
#define CHEMIX_VERSION_PATCH 0
/* The same as one number, to compare with chemix_version_number. */
#define CHEMIX_VERSION_NUMBER \
  (1000000 * CHEMIX_VERSION_MAJOR + 1000 * CHEMIX_VERSION_MINOR + CHEMIX_VERSION_PATCH)
/* Changes when compiled programs can no longer run with the library; part of the soname. */
#define CHEMIX_ABI_VERSION 0

/* Returns the version of the library as 1000000 * major + 1000 * minor + patch. */
CHEMIX_API uint32_t chemix_version_number(void);
/* Returns the version as a text, such as "0.1.0". */
CHEMIX_API const char* chemix_version(void);
/* Returns the CHEMIX_ABI_VERSION of the library. A program that loads the library at run time
 * compares it with its own. */
CHEMIX_API uint32_t chemix_abi_version(void);

/* ---- Results and errors ---- */

typedef int32_t chemix_status;
enum {
  CHEMIX_OK = 0,
  /* A rule refuses the action. */
  CHEMIX_REFUSED = -1,
  /* A required pointer is NULL. */
  CHEMIX_NULL_ARGUMENT = -2,
  /* A number, an id or a seat is out of range. */
  CHEMIX_OUT_OF_RANGE = -3,
  /* A name, an option, a text or data is invalid, or the call is not possible now. */
  CHEMIX_INVALID_INPUT = -4,
  /* The memory is not a block of this kind and game, or is misaligned. */
  CHEMIX_WRONG_MEMORY = -5,
  /* The output does not fit; the capacity to pass is in out_error->needed. */
  CHEMIX_BUFFER_TOO_SMALL = -6,
  CHEMIX_OUT_OF_MEMORY = -7,
  /* A bug in the library. */
  CHEMIX_INTERNAL_ERROR = -8,
  /* A chemix_stop ended the call. */
  CHEMIX_STOPPED = -9
};

/* A count of 0 or more, or a negative chemix_status. */
typedef int32_t chemix_count;

/* Returns the name of a status, such as "CHEMIX_REFUSED"; NULL for other numbers. */
CHEMIX_API const char* chemix_status_name(chemix_status status);

/* Seats are 0 to players - 1. These numbers stand where a seat could. */
enum {
  CHEMIX_CHANCE = -1,
  CHEMIX_SPECTATOR = -2,
  CHEMIX_NOBODY = -3,
  /* In queries: every zone, or every owner. */
  CHEMIX_ANY = -4
};

/* Details of an error. `message`, `field` and `value` are cut to fit. */
typedef struct chemix_error {
  uint32_t size;
  chemix_status status;
  /* With CHEMIX_REFUSED: the actor (a seat or CHEMIX_CHANCE) and the refused action. */
  int32_t actor;
  int32_t action;
  /* With CHEMIX_REFUSED: which refusal of the rule, and the numbers for its words. */
  int32_t detail;
  int32_t arguments[3];
  /* With CHEMIX_BUFFER_TOO_SMALL: the capacity to pass, with room for a final NUL. */
  int64_t needed;
  /* The violated rule, such as "CU-11", or "". */
  char rule[16];
  /* The invalid argument, option or field, and its value as text, or "". */
  char field[64];
  char value[64];
  /* One sentence in English, for programmers. Use chemix_words_refusal for players. */
  char message[256];
} chemix_error;

#define CHEMIX_ERROR_INIT                                                \
  {                                                                      \
    sizeof(chemix_error), 0, 0, 0, 0, {0, 0, 0}, 0, {0}, {0}, {0}, { 0 } \
  }

/* Zeroes a structure of `size` bytes that begins with `size`, and sets its `size`. For languages
 * that cannot use the INIT macros. */
CHEMIX_API void chemix_struct_init(void* structure, uint32_t size);

/* ---- Ending long calls ---- */

/* Ends calls early. Functions that can run for a long time have a parameter `stop`, which may be
 * NULL. Several calls on several threads may share a stop object, which must outlive them. */
typedef struct chemix_stop chemix_stop;

/* Creates a stop object that ends no call yet. */
CHEMIX_API chemix_status chemix_stop_create(chemix_stop** out_stop, chemix_error* out_error);
/* Ends all calls with this object: running ones return CHEMIX_STOPPED within a few milliseconds,
 * later ones at once. May be called from any thread and from a signal handler. NULL is fine. */
CHEMIX_API void chemix_stop_set(chemix_stop* stop);
/* Undoes chemix_stop_set and removes the time budget. No call may be using the object. */
CHEMIX_API void chemix_stop_clear(chemix_stop* stop);
/* Limits calls with this object to `milliseconds` from now; with 0 the time is up at once. A
 * negative number removes the limit. When the time is up, policies return the best action found so
 * far; other functions return CHEMIX_STOPPED. May be called from any thread. */
CHEMIX_API void chemix_stop_set_time_budget(chemix_stop* stop, int64_t milliseconds);
CHEMIX_API void chemix_stop_destroy(chemix_stop** stop);

/* ---- Seeds ---- */

enum {
  /* The bytes of a full seed, of a salt, and of a player's contribution to a deal. */
  CHEMIX_SECRET_SIZE = 32
};

/* A seed, expanded to a key by NumPy's SeedSequence (docs/randomness.md). Fill it with one of the
 * functions below; it may be copied and stored. There is no default seed. */
typedef struct chemix_seed {
  uint8_t key[CHEMIX_SECRET_SIZE];
} chemix_seed;

/* Initializes a seed from a number. */
CHEMIX_API void chemix_seed_init(chemix_seed* seed, uint64_t number);
/* Initializes a seed from a little-endian number of at most 512 bytes: the bytes 7, 0, 0 give the
 * same seed as the number 7. For play with stakes pass CHEMIX_SECRET_SIZE bytes of a
 * cryptographically secure source. */
CHEMIX_API chemix_status chemix_seed_init_bytes(chemix_seed* seed, const uint8_t* bytes,
                                                size_t byte_count, chemix_error* out_error);
/* Derives the `index`-th child seed of `parent`, independent of all others: one for each game of a
 * study, each worker or each decision. Both pointers may be equal. */
CHEMIX_API void chemix_seed_spawn(chemix_seed* seed, const chemix_seed* parent, uint64_t index);

/* ---- Decks ---- */

typedef struct chemix_deck chemix_deck;

/* Returns the name of a built-in deck, or NULL if index is out of range. */
CHEMIX_API const char* chemix_deck_name_at(int32_t index);
/* Opens a built-in deck. */
CHEMIX_API chemix_status chemix_deck_open(const char* name, chemix_deck** out_deck,
                                          chemix_error* out_error);
/* Reads the text of a deck file, a ChemiX deck or an expansion deck, of at most 1 MiB. Messages
 * call it `file_name`. */
CHEMIX_API chemix_status chemix_deck_load(const char* text, size_t text_size, const char* file_name,
                                          chemix_deck** out_deck, chemix_error* out_error);
/* Writes the deck file: JSON in lines. */
CHEMIX_API chemix_count chemix_deck_json(const chemix_deck* deck, char* out, size_t capacity,
                                         chemix_error* out_error);
CHEMIX_API void chemix_deck_destroy(chemix_deck** deck);

/* ---- Games ---- */

/* Rules with options, a deck and a number of players. */
typedef struct chemix_game chemix_game;

/* Returns the name of a game, such as "chemuno", or NULL if index is out of range. */
CHEMIX_API const char* chemix_game_name_at(int32_t index);
/* Creates a game.
 * - `players`: 0 for the fewest that the game accepts.
 * - `options`: `name=value` pairs separated by blanks, or a JSON object; NULL for the defaults.
 * - `deck`: NULL for the game's own deck. */
CHEMIX_API chemix_status chemix_game_create(const char* name, int32_t players, const char* options,
                                            const chemix_deck* deck, chemix_game** out_game,
                                            chemix_error* out_error);
/* Writes a new reference to the same game, which must also be destroyed. */
CHEMIX_API chemix_status chemix_game_copy(const chemix_game* game, chemix_game** out_game,
                                          chemix_error* out_error);
CHEMIX_API void chemix_game_destroy(chemix_game** game);
/* Writes the name of the game. */
CHEMIX_API chemix_count chemix_game_name(const chemix_game* game, char* out, size_t capacity,
                                         chemix_error* out_error);

/* Sizes of a game. Fields named max_... are upper bounds, to be used as capacities. */
typedef struct chemix_limits {
  uint32_t size;
  int32_t players;
  /* The numbers of players that the game accepts. */
  int32_t min_players;
  int32_t max_players;
  /* A hash of the name and the revision of the rules, the number of players, and the contents of
   * options and deck. All serialized forms contain it. */
  uint64_t game_key;
  /* Bytes of memory for a state. */
  uint32_t state_size;
  uint32_t observation_size;
  uint32_t alignment;
  /* Bytes of a saved state. */
  uint32_t max_state_bytes;
  uint32_t max_observation_bytes;
  /* Bytes, with the final NUL, of the JSON or text of a state or an observation. */
  uint32_t max_json_size;
  /* Bytes, with the final NUL, of any other text about this game, such as words, prompts and the
   * events of a step. Documents (metadata, schemas, records, sessions) are not limited. */
  uint32_t max_text_size;
  /* No game takes more steps. */
  int32_t max_steps;
  /* Ids of players' actions are 0 to action_count - 1. */
  int32_t action_count;
  /* Ids of the actions of chance are 0 to chance_action_count - 1. */
  int32_t chance_action_count;
  /* Entries of lists. */
  uint32_t max_legal_actions;
  uint32_t max_outcomes;
  uint32_t max_step_events;
  uint32_t max_action_fields;
  uint32_t max_observation_fields;
  uint32_t max_piles;
  uint32_t max_card_groups;
  uint32_t max_hidden_places;
  /* Kinds of cards are 0 to card_kind_count - 1. */
  int32_t card_kind_count;
  /* The most copies of one kind. */
  int32_t max_copies;
  int32_t phase_count;
  int32_t option_count;
  int32_t turn_weight_count;
  /* Numbers in a tensor of this kind. */
  uint32_t tensor_size;
  uint32_t information_state_tensor_size;
  uint32_t state_tensor_size;
} chemix_limits;

#define CHEMIX_LIMITS_INIT                                                                         \
  {                                                                                                \
    sizeof(chemix_limits), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, \
        0, 0, 0, 0, 0, 0                                                                           \
  }

/* Writes the sizes of a game. They do not change. */
CHEMIX_API chemix_status chemix_game_limits(const chemix_game* game, chemix_limits* out_limits,
                                            chemix_error* out_error);

enum {
  /* No game has more seats. */
  CHEMIX_MAX_SEATS = 8,
  /* Bytes of a player's name, with the final NUL. */
  CHEMIX_NAME_SIZE = 64,
  /* Bytes of an identifier in a structure, with the final NUL. */
  CHEMIX_IDENTIFIER_SIZE = 32,
  /* Bytes of a policy's text, with the final NUL. */
  CHEMIX_POLICY_SIZE = 128
};

typedef int32_t chemix_option_type;
enum {
  /* A whole number. */
  CHEMIX_OPTION_NUMBER = 0,
  CHEMIX_OPTION_REAL = 1,
  /* "yes" or "no"; true or false in JSON. */
  CHEMIX_OPTION_SWITCH = 2,
  CHEMIX_OPTION_CHOICE = 3
};

/* An option of a game, or a weight of whole turns. */
typedef struct chemix_option {
  uint32_t size;
  chemix_option_type type;
  /* The range of a number or a real, whose bounds are whole numbers too; 0 otherwise. */
  int32_t least;
  int32_t most;
  /* The number of choices; 0 unless the type is a choice. */
  int32_t choice_count;
  char rule[16];
  char name[CHEMIX_IDENTIFIER_SIZE];
  char default_value[CHEMIX_IDENTIFIER_SIZE];
  /* In this game; for a weight, the default. */
  char value[CHEMIX_IDENTIFIER_SIZE];
} chemix_option;

#define CHEMIX_OPTION_INIT                                  \
  {                                                         \
    sizeof(chemix_option), 0, 0, 0, 0, {0}, {0}, {0}, { 0 } \
  }

/* Writes the description of an option, 0 to option_count - 1. For a settings screen, create the
 * game with its defaults and read its options; chemix_words_option names them. */
CHEMIX_API chemix_status chemix_game_option(const chemix_game* game, int32_t option,
                                            chemix_option* out_option, chemix_error* out_error);
/* Writes the name of a choice, 0 to choice_count - 1. */
CHEMIX_API chemix_count chemix_game_choice_name(const chemix_game* game, int32_t option,
                                                int32_t choice, char* out, size_t capacity,
                                                chemix_error* out_error);
/* Writes the description of a weight of whole turns, 0 to turn_weight_count - 1. */
CHEMIX_API chemix_status chemix_game_turn_weight(const chemix_game* game, int32_t weight,
                                                 chemix_option* out_weight,
                                                 chemix_error* out_error);

typedef int32_t chemix_asked;
enum {
  /* The game is over. */
  CHEMIX_ASKED_NOBODY = 0,
  CHEMIX_ASKED_CHANCE = 1,
  /* One player decides. */
  CHEMIX_ASKED_ONE = 2,
  /* Several players decide; any of them may act next. */
  CHEMIX_ASKED_SEVERAL = 3,
  /* Several players decide; nobody sees a choice, or who has decided, until all have. */
  CHEMIX_ASKED_SEALED = 4
};

typedef struct chemix_phase {
  uint32_t size;
  chemix_asked asked;
  char name[CHEMIX_IDENTIFIER_SIZE];
} chemix_phase;

#define CHEMIX_PHASE_INIT          \
  {                                \
    sizeof(chemix_phase), 0, { 0 } \
  }

/* Writes the description of a phase, 0 to phase_count - 1. */
CHEMIX_API chemix_status chemix_game_phase(const chemix_game* game, int32_t phase,
                                           chemix_phase* out_phase, chemix_error* out_error);

typedef int32_t chemix_zone;
enum {
  CHEMIX_ZONE_DRAW_PILE = 0,
  CHEMIX_ZONE_DISCARD_PILE = 1,
  CHEMIX_ZONE_HAND = 2,
  /* The cards under the draw pile whose order everybody has seen. */
  CHEMIX_ZONE_PILE_BOTTOM = 3,
  /* Cards left over from the deal, to be won by a player. */
  CHEMIX_ZONE_KITTY = 4,
  /* Cards that a player has won. */
  CHEMIX_ZONE_STACK = 5,
  /* Cards face up in front of a player. */
  CHEMIX_ZONE_TABLEAU = 6,
  /* Points that no player has. */
  CHEMIX_ZONE_SUPPLY = 7,
  /* Points of a player. */
  CHEMIX_ZONE_CHIPS = 8,
  /* Face-up compounds for everybody. */
  CHEMIX_ZONE_DISPLAY = 9,
  CHEMIX_ZONE_MULTIPLIER_STACKS = 10,
  /* Out of the game. */
  CHEMIX_ZONE_REMOVED = 11,
  /* Face-up cards in the middle that belong to no compound. */
  CHEMIX_ZONE_FREE_AREA = 12,
  /* Face-up small cards that can be swapped for. */
  CHEMIX_ZONE_MARKET = 13,
  /* Cards put face down in the current action. */
  CHEMIX_ZONE_ASIDE = 14,
  /* Face-down compounds. */
  CHEMIX_ZONE_COMPOUND_STACK = 15
};

/* Returns the name of a zone in texts and JSON, such as "draw_pile"; NULL for other numbers. */
CHEMIX_API const char* chemix_zone_name(chemix_zone zone);

/* A zone, and the seat that it belongs to: CHEMIX_NOBODY for zones shared by all. */
typedef struct chemix_place {
  chemix_zone zone;
  int32_t owner;
} chemix_place;

/* A number that describes an action or an observation. */
typedef int32_t chemix_field_type;
enum {
  CHEMIX_FIELD_NUMBER = 0,
  /* 0 or 1. */
  CHEMIX_FIELD_FLAG = 1,
  CHEMIX_FIELD_SEAT = 2,
  /* A kind of card. */
  CHEMIX_FIELD_CARD = 3,
  /* The number of a name; chemix_game_field_text writes it. */
  CHEMIX_FIELD_CHOICE = 4
};
enum {
  /* A value that is absent or unknown to the viewer; null in JSON. */
  CHEMIX_ABSENT = -2147483647 - 1,
  /* The kind of a card that the viewer does not see. */
  CHEMIX_UNSEEN = -1,
  /* No number. */
  CHEMIX_NONE = -1
};

typedef struct chemix_field {
  char name[CHEMIX_IDENTIFIER_SIZE];
  chemix_field_type type;
  int32_t value;
  /* A field with one value per seat or per element has an entry for each: the seat, or the kind of
   * the element. Otherwise CHEMIX_NOBODY and CHEMIX_NONE. */
  int32_t owner;
  int32_t element;
  /* The number by which events of the verb `set` name this field, or CHEMIX_NONE. */
  int32_t counter;
  int32_t reserved;
} chemix_field;

/* Writes the value of a field as in JSON: a number, `yes`, a seat, `H2O`, the name of a choice. */
CHEMIX_API chemix_count chemix_game_field_text(const chemix_game* game, const chemix_field* field,
                                               char* out, size_t capacity, chemix_error* out_error);
/* Writes what a game of this name may be created with, as JSON: name, revision, min_players,
 * max_players, deck, and options and turn_weights with name, type, least and most or choices,
 * default, rule and meaning. */
CHEMIX_API chemix_count chemix_game_describe(const char* name, char* out, size_t capacity,
                                             chemix_error* out_error);
/* Writes all metadata of a game as JSON, with words in all built-in languages: options, phases,
 * actions with their fields, zones, counters, verbs, cards, scores, tensors, limits. The schema
 * "catalogue" describes it. */
CHEMIX_API chemix_count chemix_game_catalogue(const chemix_game* game, char* out, size_t capacity,
                                              chemix_error* out_error);
/* Writes the JSON schema of a kind of data: "state" and "observation" in this game, "action",
 * "event", "refusal", "error", "description", "record", "tensor_layout" or "catalogue". */
CHEMIX_API chemix_count chemix_game_schema(const chemix_game* game, const char* kind, char* out,
                                           size_t capacity, chemix_error* out_error);

typedef int32_t chemix_tensor;
enum {
  /* The view of one viewer. */
  CHEMIX_TENSOR_OBSERVATION = 0,
  /* The same and 16 more numbers, a digest of all that the viewer saw and did: it tells information
   * states apart whose other numbers are equal, except for collisions of the hash. */
  CHEMIX_TENSOR_INFORMATION_STATE = 1,
  /* The whole state except what players have learned. Secret. */
  CHEMIX_TENSOR_STATE = 2
};

/* Writes the meaning of the numbers of a tensor as JSON: `fields`, a list of name, offset, size,
 * shape (row by row; [] for a single number), labels (the entries of the last axis; [] for seats,
 * the viewer's first), low and high (bounds) and meaning; and `left_out`, a list of name and
 * reason. */
CHEMIX_API chemix_count chemix_game_tensor_layout(const chemix_game* game, chemix_tensor tensor,
                                                  char* out, size_t capacity,
                                                  chemix_error* out_error);

/* ---- Cards ---- */

typedef int32_t chemix_card_type;
enum {
  CHEMIX_CARD_ELEMENT = 0,
  CHEMIX_CARD_NOBLE_GAS = 1,
  CHEMIX_CARD_MULTIPLIER = 2,
  CHEMIX_CARD_COMPOUND = 3,
  CHEMIX_CARD_WILD = 4,
  /* A colored number card of Chip it. */
  CHEMIX_CARD_NUMBER = 5
};

typedef int32_t chemix_color;
enum { CHEMIX_COLOR_NONE = 0, CHEMIX_COLOR_GREEN = 1, CHEMIX_COLOR_PURPLE = 2 };

/* Bits of `reconstructed`: card data that no source attests. */
enum {
  CHEMIX_RECONSTRUCTED_FORMULA = 1,
  CHEMIX_RECONSTRUCTED_POINTS = 2,
  CHEMIX_RECONSTRUCTED_NAMES = 4
};

enum { CHEMIX_MAX_TOKENS = 32, CHEMIX_MAX_ELEMENTS = 12 };

/* A kind of card. */
typedef struct chemix_card {
  uint32_t size;
  int32_t kind;
  chemix_card_type type;
  /* In the deck. */
  int32_t copies;
  /* 0 unless it is a compound. */
  int32_t points;
  /* 0 unless it is a multiplier or a number card. */
  int32_t number;
  /* 0 unless it is an element or a noble gas. */
  int32_t atomic_number;
  chemix_color color;
  uint32_t reconstructed;
  /* The cards needed to lay a compound, in the order of the formula: one kind per card. */
  int32_t token_count;
  int32_t tokens[CHEMIX_MAX_TOKENS];
  /* The different kinds of elements in a compound; an element or a noble gas has its own kind. */
  int32_t element_count;
  int32_t elements[CHEMIX_MAX_ELEMENTS];
  /* As in texts and JSON: `Ca(OH)2`, `wild`, `g4`. */
  char name[96];
} chemix_card;

#define CHEMIX_CARD_INIT                                               \
  {                                                                    \
    sizeof(chemix_card), 0, 0, 0, 0, 0, 0, 0, 0, 0, {0}, 0, {0}, { 0 } \
  }

/* Writes the data of a kind of card. */
CHEMIX_API chemix_status chemix_game_card(const chemix_game* game, int32_t kind,
                                          chemix_card* out_card, chemix_error* out_error);
/* Finds the kind of a card by its name. */
CHEMIX_API chemix_status chemix_game_find_card(const chemix_game* game, const char* name,
                                               int32_t* out_kind, chemix_error* out_error);

/* How formulas are written, and texts that contain them. */
typedef int32_t chemix_style;
enum {
  /* Ca(OH)2 */
  CHEMIX_STYLE_PLAIN = 0,
  /* The same with subscript digits of Unicode: U+2082 instead of 2. */
  CHEMIX_STYLE_UNICODE = 1,
  /* Ca(OH)<sub>2</sub>; in the whole text &, < and > are escaped as in HTML. */
  CHEMIX_STYLE_MARKUP = 2,
  /* To be read aloud: formulas are spelled, and small numbers are words. */
  CHEMIX_STYLE_ALOUD = 3
};

/* Writes the formula of a card in a style; for cards without one, the name. For
 * CHEMIX_STYLE_ALOUD, which needs a language, use chemix_words_card. */
CHEMIX_API chemix_count chemix_game_card_formula(const chemix_game* game, int32_t kind,
                                                 chemix_style style, char* out, size_t capacity,
                                                 chemix_error* out_error);

/* ---- Actions ---- */

/* An actor is a seat or CHEMIX_CHANCE; an action is an id in the actor's range. */

/* Writes an action as a text, such as `lay H2O`. */
CHEMIX_API chemix_count chemix_game_action_text(const chemix_game* game, int32_t actor,
                                                int32_t action, char* out, size_t capacity,
                                                chemix_error* out_error);
/* Finds the id of an action by its text. */
CHEMIX_API chemix_status chemix_game_find_action(const chemix_game* game, int32_t actor,
                                                 const char* text, int32_t* out_action,
                                                 chemix_error* out_error);
/* Writes an action as JSON: kind, id, chance, fields. */
CHEMIX_API chemix_count chemix_game_action_json(const chemix_game* game, int32_t actor,
                                                int32_t action, char* out, size_t capacity,
                                                chemix_error* out_error);
/* Writes the parts of an action: first a choice named `kind`, such as lay, with CHEMIX_CHANCE as
 * owner if chance acts; then its fields in order, such as the card `compound`. A field with several
 * cards has one entry for each. */
CHEMIX_API chemix_count chemix_game_action_fields(const chemix_game* game, int32_t actor,
                                                  int32_t action, chemix_field* out,
                                                  size_t capacity, chemix_error* out_error);

typedef struct chemix_step {
  /* A seat or CHEMIX_CHANCE. */
  int32_t actor;
  int32_t action;
} chemix_step;

/* ---- States ---- */

/* A whole position, with all secrets. */
typedef struct chemix_state chemix_state;

/* Allocates the state before the deal. `start_player` is the seat that begins. */
CHEMIX_API chemix_status chemix_state_create(const chemix_game* game, int32_t start_player,
                                             chemix_state** out_state, chemix_error* out_error);
/* Initializes the caller's memory as the state before the deal. */
CHEMIX_API chemix_status chemix_state_init(chemix_state* state, const chemix_game* game,
                                           int32_t start_player, chemix_error* out_error);
/* Allocates a copy. */
CHEMIX_API chemix_status chemix_state_copy(const chemix_state* state, chemix_state** out_state,
                                           chemix_error* out_error);
/* Overwrites a state with another one of the same game. */
CHEMIX_API chemix_status chemix_state_assign(chemix_state* state, const chemix_state* from,
                                             chemix_error* out_error);
/* Frees a state from chemix_state_create or chemix_state_copy. */
CHEMIX_API void chemix_state_destroy(chemix_state** state);
/* Returns the game of a state; NULL if the memory is not a state. */
CHEMIX_API const chemix_game* chemix_state_game(const chemix_state* state);

/* Whose decision it is. */
typedef struct chemix_acting {
  chemix_asked asked;
  /* The players who may act: bit 1 << seat for each; 0 for chance and at the end. */
  uint32_t seats;
} chemix_acting;

/* Writes who acts. In a sealed decision, `seats` are the players who have not decided yet: do not
 * show this to players. */
CHEMIX_API chemix_status chemix_state_acting(const chemix_state* state, chemix_acting* out_acting,
                                             chemix_error* out_error);
/* Writes who acts, as far as `viewer` knows (a seat or CHEMIX_SPECTATOR). In a sealed decision,
 * `seats` include the others who have decided. */
CHEMIX_API chemix_status chemix_state_acting_seen(const chemix_state* state, int32_t viewer,
                                                  chemix_acting* out_acting,
                                                  chemix_error* out_error);
/* Writes the number of the phase. */
CHEMIX_API chemix_status chemix_state_phase(const chemix_state* state, int32_t* out_phase,
                                            chemix_error* out_error);
/* Writes the ids of a player's legal actions, ascending; none if the player does not act. */
CHEMIX_API chemix_count chemix_state_legal_actions(const chemix_state* state, int32_t player,
                                                   int32_t* out, size_t capacity,
                                                   chemix_error* out_error);
/* Returns CHEMIX_OK if the action is legal, otherwise CHEMIX_REFUSED. */
CHEMIX_API chemix_status chemix_state_check(const chemix_state* state, int32_t actor,
                                            int32_t action, chemix_error* out_error);
/* Applies an action, in place. CHEMIX_REFUSED if it is illegal. */
CHEMIX_API chemix_status chemix_state_apply(chemix_state* state, int32_t actor, int32_t action,
                                            chemix_error* out_error);

/* An outcome of chance, and the number of equally likely ways in which it comes about. */
typedef struct chemix_outcome {
  int64_t weight;
  int32_t action;
  int32_t reserved;
} chemix_outcome;

/* Writes the outcomes of chance in ascending order of action; none if chance does not act. */
CHEMIX_API chemix_count chemix_state_outcomes(const chemix_state* state, chemix_outcome* out,
                                              size_t capacity, chemix_error* out_error);
/* Writes the sum of the weights of all outcomes; 0 if chance does not act. */
CHEMIX_API chemix_status chemix_state_chance_weight(const chemix_state* state, int64_t* out_weight,
                                                    chemix_error* out_error);
/* Writes the outcome of way `nth`, from 0 to that sum - 1: each outcome has as many consecutive
 * ways as its weight. To draw chance with a generator of your own, this is faster than the list of
 * outcomes. CHEMIX_INVALID_INPUT if chance does not act, CHEMIX_OUT_OF_RANGE for another way. */
CHEMIX_API chemix_status chemix_state_chance_outcome(const chemix_state* state, int64_t nth,
                                                     int32_t* out_action, chemix_error* out_error);
/* Writes the outcome that a seed determines. Use one seed for a whole game: the draw depends also
 * on the number of earlier ones. CHEMIX_INVALID_INPUT if chance does not act. */
CHEMIX_API chemix_status chemix_state_draw_outcome(const chemix_state* state,
                                                   const chemix_seed* seed, int32_t* out_action,
                                                   chemix_error* out_error);
/* Applies outcomes that a seed determines, in place, until a player acts or the game is over. */
CHEMIX_API chemix_status chemix_state_resolve(chemix_state* state, const chemix_seed* seed,
                                              chemix_error* out_error);
/* Plays to the end, in place, with uniformly random actions; of several players, one acts at
 * random. Writes the number of steps, unless out_steps is NULL. */
CHEMIX_API chemix_status chemix_state_playout(chemix_state* state, const chemix_seed* seed,
                                              chemix_stop* stop, int32_t* out_steps,
                                              chemix_error* out_error);

/* Writes the current points by the rulebook, one per seat. Secret: in some games cards in hands
 * count. Use chemix_observation_scores for players. */
CHEMIX_API chemix_count chemix_state_scores(const chemix_state* state, int32_t* out,
                                            size_t capacity, chemix_error* out_error);
/* Writes the final payoff of each seat (GN-7), the highest for the winners; 0 before the end. */
CHEMIX_API chemix_count chemix_state_returns(const chemix_state* state, double* out,
                                             size_t capacity, chemix_error* out_error);
/* Writes CHEMIX_TENSOR_STATE, with the seat `viewer` first (CHEMIX_SPECTATOR: seat 0). */
CHEMIX_API chemix_count chemix_state_tensor(const chemix_state* state, int32_t viewer, float* out,
                                            size_t capacity, chemix_error* out_error);
/* Writes a hash of the state, the same on every platform. Secret. */
CHEMIX_API chemix_status chemix_state_digest(const chemix_state* state, uint64_t* out_digest,
                                             chemix_error* out_error);

/* Writes canonical bytes, the same on every platform. */
CHEMIX_API chemix_count chemix_state_save(const chemix_state* state, uint8_t* out, size_t capacity,
                                          chemix_error* out_error);
/* Overwrites an initialized state with what chemix_state_save wrote. */
CHEMIX_API chemix_status chemix_state_load(chemix_state* state, const uint8_t* bytes,
                                           size_t byte_count, chemix_error* out_error);
/* Writes one line of text (docs/notation.md). */
CHEMIX_API chemix_count chemix_state_text(const chemix_state* state, char* out, size_t capacity,
                                          chemix_error* out_error);
/* Overwrites an initialized state with what chemix_state_text wrote. */
CHEMIX_API chemix_status chemix_state_load_text(chemix_state* state, const char* text,
                                                size_t text_size, chemix_error* out_error);
/* Writes JSON on one line: game, key, open (what everybody sees), own (by seat), hidden, knowledge,
 * chance_count. In all JSON seats are numbers, cards and choices are names, absent values are null,
 * digests are 16 hexadecimal digits, places are {"zone": name, "player": seat or null}; cards are
 * {name: copies}, or a list of names, the top card last, where their order is known. */
CHEMIX_API chemix_count chemix_state_json(const chemix_state* state, char* out, size_t capacity,
                                          chemix_error* out_error);
/* Sets up a position from JSON of at most 1 MiB. Missing fields get the values before the deal;
 * sizes follow from the cards; cards that are not mentioned lie where they lay before the deal, in
 * most games in the draw pile. Nobody has seen anything before this position. */
CHEMIX_API chemix_status chemix_state_load_json(chemix_state* state, const char* text,
                                                size_t text_size, chemix_error* out_error);

/* ---- Events ---- */

/* Events are what happens at the table in a step, as one viewer sees it. Numbers of verbs are only
 * appended: ignore unknown ones. Values that last for a turn, a phase or a game end with it,
 * without events of their own. */
typedef int32_t chemix_verb;
enum {
  /* A card is dealt to `to`. Cards dealt to a hand enter as a set: their order means nothing. */
  CHEMIX_VERB_DEAL = 0,
  /* A card moves. */
  CHEMIX_VERB_MOVE = 1,
  /* `amount` cards of `from` are shuffled and become `to`. */
  CHEMIX_VERB_SHUFFLE = 2,
  /* `player` shows that they have none of the kinds that the table asks for. */
  CHEMIX_VERB_LACK = 3,
  /* `player` makes the call that the rules require (amount 1) or stays silent (0). */
  CHEMIX_VERB_CALL = 4,
  /* `player` names `kind`: a wish or a claim. */
  CHEMIX_VERB_NAME = 5,
  /* The field with the number `index` becomes `amount`; cards are added to a list one by one. */
  CHEMIX_VERB_SET = 6,
  /* The phase `index` begins; chance will move up to `amount` cards in it. */
  CHEMIX_VERB_PHASE = 7,
  /* The turn of `player` begins. */
  CHEMIX_VERB_TURN = 8,
  /* A card in `from` is shown; `amount` cards of its kind have been shown so far. */
  CHEMIX_VERB_SHOW = 9,
  /* `player` takes a sealed decision; nobody else gets this event. */
  CHEMIX_VERB_SEAL = 10,
  /* The points of `player` become `amount`; the total, in a match. */
  CHEMIX_VERB_SCORE = 11,
  CHEMIX_VERB_TOTAL = 12,
  /* The next game of a match begins; `player` starts. */
  CHEMIX_VERB_BEGIN = 13,
  /* `amount` points move. */
  CHEMIX_VERB_PAY = 14,
  /* All `amount` face-up cards of `from` move to `to`. */
  CHEMIX_VERB_SWEEP = 15,
  /* `player` finishes in place `amount`, or finishes the element `kind`. */
  CHEMIX_VERB_FINISH = 16,
  CHEMIX_VERB_PASS = 17,
  /* `player` forms or dissolves the compound `kind` (amount 1), or takes that back (0). */
  CHEMIX_VERB_FORM = 18,
  CHEMIX_VERB_DISSOLVE = 19,
  /* `player` has a run of three numbers from the element `kind` on. Bits of amount % 8, lowest
   * first: which cards are wild; amount / 8: which were before (7: the run is new). */
  CHEMIX_VERB_RUN = 20
};

/* Returns the name of a verb in texts and JSON, such as "move"; NULL for other numbers. */
CHEMIX_API const char* chemix_verb_name(chemix_verb verb);

enum {
  /* In `seen_by`: everybody. */
  CHEMIX_EVERYBODY = 255
};

/* An event. Fields that the verb does not use are 0; owners of shared zones are CHEMIX_NOBODY. */
typedef struct chemix_event {
  chemix_verb verb;
  chemix_place from;
  chemix_place to;
  /* A seat. */
  int32_t player;
  /* The number of a phase or a field. */
  int32_t index;
  /* A kind of card, or CHEMIX_UNSEEN. */
  int32_t kind;
  int32_t amount;
  /* The viewers who see the kind: one bit per seat, or CHEMIX_EVERYBODY. */
  int32_t seen_by;
} chemix_event;

/* Writes the events of a step taken in `before`, as `viewer` (a seat or CHEMIX_SPECTATOR) sees
 * them. CHEMIX_REFUSED if the step is illegal. */
CHEMIX_API chemix_count chemix_state_events(const chemix_state* before, const chemix_step* step,
                                            int32_t viewer, chemix_event* out, size_t capacity,
                                            chemix_error* out_error);
/* Writes an event as a line, such as `move draw_pile hand[1] ?`. */
CHEMIX_API chemix_count chemix_game_event_text(const chemix_game* game, const chemix_event* event,
                                               char* out, size_t capacity, chemix_error* out_error);
/* Writes an event as JSON: its verb and what the verb uses. */
CHEMIX_API chemix_count chemix_game_event_json(const chemix_game* game, const chemix_event* event,
                                               char* out, size_t capacity, chemix_error* out_error);
/* Writes a refusal as JSON: rule, detail, arguments, action. `error` is from a call about this game
 * that returned CHEMIX_REFUSED. It may be out_error, which then stays as it is. */
CHEMIX_API chemix_count chemix_game_refusal_json(const chemix_game* game, const chemix_error* error,
                                                 char* out, size_t capacity,
                                                 chemix_error* out_error);

/* ---- Undo ---- */

/* Whether a player may take back decisions, and why not. Numbers are only appended. */
typedef int32_t chemix_undo;
enum {
  CHEMIX_UNDO_ALLOWED = 0,
  /* The player has done nothing that could be taken back. */
  CHEMIX_UNDO_NOTHING = 1,
  /* Somebody else, or chance, has acted since. */
  CHEMIX_UNDO_OTHERS_ACTED = 2,
  CHEMIX_UNDO_CHANCE_ACTED = 3,
  /* A sealed decision is binding: an answer would reveal who else has decided. */
  CHEMIX_UNDO_SEALED = 4,
  /* The result reveals hands. */
  CHEMIX_UNDO_GAME_OVER = 5,
  /* Somebody has learned something about hidden cards, or it cannot be ruled out. */
  CHEMIX_UNDO_LEARNED = 6
};

/* Writes whether `player` may take back everything that led from `before` to `after`. It is allowed
 * if only this player acted and nobody learned anything about hidden cards. CHEMIX_UNDO_ALLOWED is
 * definite. The search for the steps gives up after some thousand states, and the comparison of
 * what viewers know after some 50 ms of counting; then the result is CHEMIX_UNDO_LEARNED. */
CHEMIX_API chemix_status chemix_state_can_undo(const chemix_state* before,
                                               const chemix_state* after, int32_t player,
                                               chemix_undo* out_undo, chemix_error* out_error);

/* ---- Observations ---- */

/* Exactly what one viewer, a seat or CHEMIX_SPECTATOR, sees and knows. */
typedef struct chemix_observation chemix_observation;

/* Allocates the spectator's view before the deal. Overwrite it with chemix_state_observe or
 * chemix_observation_load. */
CHEMIX_API chemix_status chemix_observation_create(const chemix_game* game,
                                                   chemix_observation** out_observation,
                                                   chemix_error* out_error);
/* Initializes the caller's memory as the spectator's view before the deal. */
CHEMIX_API chemix_status chemix_observation_init(chemix_observation* observation,
                                                 const chemix_game* game, chemix_error* out_error);
/* Allocates a copy. */
CHEMIX_API chemix_status chemix_observation_copy(const chemix_observation* observation,
                                                 chemix_observation** out_observation,
                                                 chemix_error* out_error);
/* Overwrites an observation with another one of the same game. */
CHEMIX_API chemix_status chemix_observation_assign(chemix_observation* observation,
                                                   const chemix_observation* from,
                                                   chemix_error* out_error);
/* Frees an observation from chemix_observation_create or chemix_observation_copy. */
CHEMIX_API void chemix_observation_destroy(chemix_observation** observation);
/* Returns the game of an observation; NULL if the memory is not an observation. */
CHEMIX_API const chemix_game* chemix_observation_game(const chemix_observation* observation);

/* Overwrites `out_observation`, an initialized observation, with what `viewer` sees. */
CHEMIX_API chemix_status chemix_state_observe(const chemix_state* state, int32_t viewer,
                                              chemix_observation* out_observation,
                                              chemix_error* out_error);
/* Writes the viewer: a seat or CHEMIX_SPECTATOR. */
CHEMIX_API chemix_status chemix_observation_viewer(const chemix_observation* observation,
                                                   int32_t* out_viewer, chemix_error* out_error);
/* Writes the number of the phase. */
CHEMIX_API chemix_status chemix_observation_phase(const chemix_observation* observation,
                                                  int32_t* out_phase, chemix_error* out_error);
/* Writes who acts, as far as the viewer knows. */
CHEMIX_API chemix_status chemix_observation_acting(const chemix_observation* observation,
                                                   chemix_acting* out_acting,
                                                   chemix_error* out_error);
/* Writes the ids of the viewer's legal actions, ascending; none if the viewer does not act. */
CHEMIX_API chemix_count chemix_observation_legal_actions(const chemix_observation* observation,
                                                         int32_t* out, size_t capacity,
                                                         chemix_error* out_error);
/* Returns CHEMIX_OK if the viewer, a player, may take the action, otherwise CHEMIX_REFUSED. */
CHEMIX_API chemix_status chemix_observation_check(const chemix_observation* observation,
                                                  int32_t action, chemix_error* out_error);
/* Writes the current points, one per seat: CHEMIX_ABSENT where the viewer cannot know. */
CHEMIX_API chemix_count chemix_observation_scores(const chemix_observation* observation,
                                                  int32_t* out, size_t capacity,
                                                  chemix_error* out_error);
/* Writes the final payoff of each seat, the highest for the winners; 0 before the end.
 * CHEMIX_INVALID_INPUT if no state has this observation. */
CHEMIX_API chemix_count chemix_observation_returns(const chemix_observation* observation,
                                                   double* out, size_t capacity,
                                                   chemix_error* out_error);
/* Updates an observation by events that its viewer saw; all or none. An event that would name a
 * seat that does not exist is CHEMIX_INVALID_INPUT. Other unexpected events are safe, but the
 * result may not correspond to any reachable state. */
CHEMIX_API chemix_status chemix_observation_fold(chemix_observation* observation,
                                                 const chemix_event* events,
                                                 chemix_count event_count, chemix_error* out_error);
/* Writes CHEMIX_TENSOR_OBSERVATION or CHEMIX_TENSOR_INFORMATION_STATE, with the viewer's seat first
 * (of a spectator: seat 0). */
CHEMIX_API chemix_count chemix_observation_tensor(const chemix_observation* observation,
                                                  chemix_tensor tensor, float* out, size_t capacity,
                                                  chemix_error* out_error);
/* Writes a hash that viewer and server may compare. */
CHEMIX_API chemix_status chemix_observation_digest(const chemix_observation* observation,
                                                   uint64_t* out_digest, chemix_error* out_error);

/* Writes canonical bytes, the same on every platform. */
CHEMIX_API chemix_count chemix_observation_save(const chemix_observation* observation, uint8_t* out,
                                                size_t capacity, chemix_error* out_error);
/* Overwrites an initialized observation with what chemix_observation_save wrote. If the belief is
 * exact (chemix_observation_exactness), some legal state has this observation. Usually takes
 * less than a millisecond, rarely a tenth of a second. */
CHEMIX_API chemix_status chemix_observation_load(chemix_observation* observation,
                                                 const uint8_t* bytes, size_t byte_count,
                                                 chemix_error* out_error);
/* Writes the information state as a text: equal exactly if the viewer saw and did the same. */
CHEMIX_API chemix_count chemix_observation_text(const chemix_observation* observation, char* out,
                                                size_t capacity, chemix_error* out_error);
/* Writes JSON on one line: game, key, viewer (null for a spectator), open, own (null for a
 * spectator), knowledge. */
CHEMIX_API chemix_count chemix_observation_json(const chemix_observation* observation, char* out,
                                                size_t capacity, chemix_error* out_error);

/* ---- The table as a viewer sees it ---- */

/* Cards or points that lie together. A place may have several piles, such as the won compounds and
 * the minus pile of a player; events name only the place. */
typedef struct chemix_pile {
  chemix_place place;
  /* The number of cards. */
  int32_t cards;
  /* The number of points: of the supply, of a player, or on the cards. */
  int32_t points;
  /* 1 if the viewer knows the kinds of all cards, otherwise 0. */
  int32_t is_known;
  /* 1 if the order of the known cards means something, otherwise 0. */
  int32_t is_ordered;
  /* As in JSON, such as "gas_pile" or "minus"; chemix_words_pile writes it for people. */
  char name[CHEMIX_IDENTIFIER_SIZE];
} chemix_pile;

/* Writes all piles of the game, also empty ones: hands by seat, then the other zones in the order
 * of their numbers. The piles and their order are the same for all observations of a game. */
CHEMIX_API chemix_count chemix_observation_piles(const chemix_observation* observation,
                                                 chemix_pile* out, size_t capacity,
                                                 chemix_error* out_error);

/* Writes the index of the pile at `place` that holds cards of `kind`; for CHEMIX_UNSEEN, of its
 * face-down pile. Use it to animate events, which name places, not piles. */
CHEMIX_API chemix_status chemix_game_find_pile(const chemix_game* game, const chemix_place* place,
                                               int32_t kind, int32_t* out_pile,
                                               chemix_error* out_error);

typedef int32_t chemix_face;
enum {
  /* Face down. The kind is known nevertheless if everybody can work it out. */
  CHEMIX_FACE_DOWN = 0,
  /* The viewer sees the kind, but not everybody does. */
  CHEMIX_FACE_OWN = 1,
  /* Face up. */
  CHEMIX_FACE_UP = 2
};

/* Bits of `marks`. */
enum {
  /* Formed, dissolved or laid off in the current turn, and can still be taken back. */
  CHEMIX_MARK_FORMED = 1,
  CHEMIX_MARK_DISSOLVED = 2,
  CHEMIX_MARK_LAID_OFF = 4,
  /* Drawn in the current turn, and may be laid. */
  CHEMIX_MARK_DRAWN = 8,
  /* The compound that the current decision is about. */
  CHEMIX_MARK_CHOSEN = 16
};

/* Equal cards that lie together. */
typedef struct chemix_card_group {
  chemix_place place;
  /* The index in chemix_observation_piles. */
  int32_t pile;
  /* CHEMIX_UNSEEN if the viewer does not know it. */
  int32_t kind;
  int32_t copies;
  chemix_face face;
  /* In a pile of known order: the number of cards above, 0 for the top card. In a display of known
   * age: the number of older cards. Otherwise CHEMIX_NONE. */
  int32_t position;
  /* The seat for which a compound is reserved, or CHEMIX_NOBODY. */
  int32_t reserved_by;
  /* Cards of one place with the same number from 0 on belong together: a run, or a compound with
   * the cards under it. Otherwise CHEMIX_NONE. */
  int32_t set;
  /* In a run, the kind of the element that a wild card stands for, or CHEMIX_NONE. */
  int32_t stands_for;
  uint32_t marks;
} chemix_card_group;

/* Writes the cards of a place as the viewer sees them; none if the game has no such place. With
 * CHEMIX_ANY as zone, owner or both, writes all that match. The order is that of
 * chemix_observation_piles. Within a pile: by position from the top, then by set, then by kind;
 * unknown cards come last. */
CHEMIX_API chemix_count chemix_observation_cards(const chemix_observation* observation,
                                                 chemix_zone zone, int32_t owner,
                                                 chemix_card_group* out, size_t capacity,
                                                 chemix_error* out_error);
/* Writes the other values that the viewer sees: counters, seats, flags, single cards and choices.
 * The fields and their order are the same for all observations of a game. */
CHEMIX_API chemix_count chemix_observation_fields(const chemix_observation* observation,
                                                  chemix_field* out, size_t capacity,
                                                  chemix_error* out_error);

/* ---- Beliefs ---- */

/* The probabilities of hidden cards, given all that a viewer has seen (docs/beliefs.md). All
 * functions of this part return CHEMIX_INVALID_INPUT if no state has this observation, which wrong
 * events can cause. */

/* During a sealed decision: how the other players' choices are sampled. */
typedef int32_t chemix_others;
enum {
  /* All others have decided. Their choices are uniform among those that leave the decision open. */
  CHEMIX_OTHERS_DECIDED = 0,
  CHEMIX_OTHERS_UNDECIDED = 1
};

/* Samples a state that the viewer cannot distinguish from the true one, by its probability, into
 * `out_state`, an initialized state. The `index`-th sample of a seed is always the same. */
CHEMIX_API chemix_status chemix_observation_determinize(const chemix_observation* observation,
                                                        const chemix_seed* seed, uint64_t index,
                                                        chemix_others others,
                                                        chemix_state* out_state,
                                                        chemix_error* out_error);
/* Writes the total weight of the states that fit what the viewer knows, in decimal digits. Weights
 * may have a common divisor, so that a single state may weigh more than 1. */
CHEMIX_API chemix_count chemix_observation_count_worlds(const chemix_observation* observation,
                                                        char* out, size_t capacity,
                                                        chemix_error* out_error);
/* Writes how often something that the viewer saw could be kept only in part (forgotten), and how
 * often the evaluation was approximate. If both are 0, the belief is exact. */
CHEMIX_API chemix_status chemix_observation_exactness(const chemix_observation* observation,
                                                      int32_t* out_forgotten,
                                                      int32_t* out_approximations,
                                                      chemix_error* out_error);
/* Writes the places that the viewer does not see into: hands by seat, then piles. */
CHEMIX_API chemix_count chemix_observation_hidden_places(const chemix_observation* observation,
                                                         chemix_place* out, size_t capacity,
                                                         chemix_error* out_error);
/* Writes the probabilities that a hidden place holds at least n cards of a kind: entry
 * (place * card_kind_count + kind) * max_copies + n - 1, n from 1 to max_copies. Exact, except in
 * Chip it while somebody else announces a combination: then frequencies of some thousand samples.
 * Usually takes milliseconds, rarely seconds. */
CHEMIX_API chemix_count chemix_observation_marginals(const chemix_observation* observation,
                                                     chemix_stop* stop, double* out,
                                                     size_t capacity, chemix_error* out_error);

/* ---- Words for people ---- */

/* The texts of a game in one language. Texts about an observation or an event depend only on what
 * its viewer sees. */
typedef struct chemix_words chemix_words;

/* Returns the code of a built-in language, such as "de", or NULL if index is out of range. */
CHEMIX_API const char* chemix_language_at(int32_t index);
/* Creates the words of a game in a built-in language: a code, or a locale tag such as "de-AT" or
 * "de_DE.UTF-8"; NULL for English. */
CHEMIX_API chemix_status chemix_words_create(const chemix_game* game, const char* language,
                                             chemix_words** out_words, chemix_error* out_error);
/* Creates the words of a game from the text of a file in the format of words/, in any language.
 * CHEMIX_INVALID_INPUT if a key is missing, a sentence lacks a placeholder of the English one, or a
 * text can exceed max_text_size. Messages call the file `file_name`. */
CHEMIX_API chemix_status chemix_words_load(const chemix_game* game, const char* text,
                                           size_t text_size, const char* file_name,
                                           chemix_words** out_words, chemix_error* out_error);
CHEMIX_API void chemix_words_destroy(chemix_words** words);
/* Sets the name of a player: shorter than CHEMIX_NAME_SIZE bytes, without control characters. NULL
 * or "" numbers the player. */
CHEMIX_API chemix_status chemix_words_set_player(chemix_words* words, int32_t seat,
                                                 const char* name, chemix_error* out_error);
/* Sets how formulas are written; CHEMIX_STYLE_PLAIN at first. */
CHEMIX_API chemix_status chemix_words_set_style(chemix_words* words, chemix_style style,
                                                chemix_error* out_error);

/* Writes the language's own name, such as `Deutsch`. */
CHEMIX_API chemix_count chemix_words_language_name(const chemix_words* words, char* out,
                                                   size_t capacity, chemix_error* out_error);
/* Writes the title of the game. */
CHEMIX_API chemix_count chemix_words_title(const chemix_words* words, char* out, size_t capacity,
                                           chemix_error* out_error);
/* Writes what is scored, and whether the highest or the lowest score wins. */
CHEMIX_API chemix_count chemix_words_scoring(const chemix_words* words, char* out, size_t capacity,
                                             chemix_error* out_error);
/* Writes the meaning of an option, of one of its choices, and of a weight of whole turns. */
CHEMIX_API chemix_count chemix_words_option(const chemix_words* words, int32_t option, char* out,
                                            size_t capacity, chemix_error* out_error);
CHEMIX_API chemix_count chemix_words_choice(const chemix_words* words, int32_t option,
                                            int32_t choice, char* out, size_t capacity,
                                            chemix_error* out_error);
CHEMIX_API chemix_count chemix_words_turn_weight(const chemix_words* words, int32_t weight,
                                                 char* out, size_t capacity,
                                                 chemix_error* out_error);
/* Writes the name of a player, such as `Ben` or `Player 2`. */
CHEMIX_API chemix_count chemix_words_player(const chemix_words* words, int32_t seat, char* out,
                                            size_t capacity, chemix_error* out_error);
/* Writes the name of a phase. */
CHEMIX_API chemix_count chemix_words_phase(const chemix_words* words, int32_t phase, char* out,
                                           size_t capacity, chemix_error* out_error);
/* Writes the name of a pile, such as `minus pile`, without its owner. */
CHEMIX_API chemix_count chemix_words_pile(const chemix_words* words, const chemix_pile* pile,
                                          char* out, size_t capacity, chemix_error* out_error);
/* Writes the name of a place, such as `draw pile` or `Ben's hand`; with owner CHEMIX_ANY, of the
 * zone alone. */
CHEMIX_API chemix_count chemix_words_place(const chemix_words* words, chemix_zone zone,
                                           int32_t owner, char* out, size_t capacity,
                                           chemix_error* out_error);
/* Writes the name and the value of a field, such as `penalty` and `4 cards`. Both are empty for a
 * field that means nothing to people. */
CHEMIX_API chemix_count chemix_words_field_name(const chemix_words* words,
                                                const chemix_field* field, char* out,
                                                size_t capacity, chemix_error* out_error);
CHEMIX_API chemix_count chemix_words_field_value(const chemix_words* words,
                                                 const chemix_field* field, char* out,
                                                 size_t capacity, chemix_error* out_error);
/* Writes the name of a card, such as `water`; for cards without one, the formula. */
CHEMIX_API chemix_count chemix_words_card_name(const chemix_words* words, int32_t kind, char* out,
                                               size_t capacity, chemix_error* out_error);
/* Writes a card with its name and points, such as `H2O, water, 3 points`. */
CHEMIX_API chemix_count chemix_words_card(const chemix_words* words, int32_t kind, char* out,
                                          size_t capacity, chemix_error* out_error);
/* Writes an action, such as `lay H2O`. */
CHEMIX_API chemix_count chemix_words_action(const chemix_words* words, int32_t actor,
                                            int32_t action, char* out, size_t capacity,
                                            chemix_error* out_error);
/* Writes the viewer's legal actions, one per line, in the order of
 * chemix_observation_legal_actions; longer than max_text_size. */
CHEMIX_API chemix_count chemix_words_legal_actions(const chemix_words* words,
                                                   const chemix_observation* observation, char* out,
                                                   size_t capacity, chemix_error* out_error);
/* Writes an event as a sentence, such as `Ben draws a card.` Empty for an event that means nothing
 * to people. */
CHEMIX_API chemix_count chemix_words_event(const chemix_words* words, const chemix_event* event,
                                           char* out, size_t capacity, chemix_error* out_error);
/* Writes the events of a step, one sentence per line. Cards that are shown together are one
 * sentence. */
CHEMIX_API chemix_count chemix_words_events(const chemix_words* words, const chemix_event* events,
                                            chemix_count event_count, char* out, size_t capacity,
                                            chemix_error* out_error);
/* Writes what the viewer is asked to do, such as `Ben, lay any card.` If others act, names them; at
 * the end, the winners with the scores. */
CHEMIX_API chemix_count chemix_words_prompt(const chemix_words* words,
                                            const chemix_observation* observation, char* out,
                                            size_t capacity, chemix_error* out_error);
/* Writes why the action in `error` was refused and what to do instead; then, if `observation` is
 * not NULL, what its viewer is asked to do. `error` is from a call about this game that returned
 * CHEMIX_REFUSED. It may be out_error, which then stays as it is. */
CHEMIX_API chemix_count chemix_words_refusal(const chemix_words* words, const chemix_error* error,
                                             const chemix_observation* observation, char* out,
                                             size_t capacity, chemix_error* out_error);
/* Writes that something was undone, or why it cannot be undone. */
CHEMIX_API chemix_count chemix_words_undo(const chemix_words* words, chemix_undo undo, char* out,
                                          size_t capacity, chemix_error* out_error);
/* Writes everybody's score as far as the viewer knows it, at the end with the winners. */
CHEMIX_API chemix_count chemix_words_scores(const chemix_words* words,
                                            const chemix_observation* observation, char* out,
                                            size_t capacity, chemix_error* out_error);
/* The same for a whole state. Secret before the end. */
CHEMIX_API chemix_count chemix_words_state_scores(const chemix_words* words,
                                                  const chemix_state* state, char* out,
                                                  size_t capacity, chemix_error* out_error);

/* ---- Policies ---- */

/* Chooses actions from observations alone. A policy works with every game. */
typedef struct chemix_policy chemix_policy;

/* Returns the name of a policy, such as "search", or NULL if index is out of range. */
CHEMIX_API const char* chemix_policy_name_at(int32_t index);
/* Writes the description of a policy as JSON: name, meaning, and parameters, described like
 * options. */
CHEMIX_API chemix_count chemix_policy_describe(const char* name, char* out, size_t capacity,
                                               chemix_error* out_error);
/* Creates a policy from its name and parameters, such as `random` or `search milliseconds=400
 * memory=64` (at most 64 MiB); shorter than CHEMIX_POLICY_SIZE bytes. */
CHEMIX_API chemix_status chemix_policy_create(const char* text, chemix_policy** out_policy,
                                              chemix_error* out_error);
CHEMIX_API void chemix_policy_destroy(chemix_policy** policy);
/* Writes the text that the policy was created from. */
CHEMIX_API chemix_count chemix_policy_text(const chemix_policy* policy, char* out, size_t capacity,
                                           chemix_error* out_error);
/* Writes the action that the policy chooses for the viewer. The same seed makes the same choice,
 * unless time is limited: use a seed of its own for each decision (chemix_seed_spawn).
 * CHEMIX_INVALID_INPUT if the viewer has nothing to decide. */
CHEMIX_API chemix_status chemix_policy_choose(const chemix_policy* policy,
                                              const chemix_observation* observation,
                                              const chemix_seed* seed, chemix_stop* stop,
                                              int32_t* out_action, chemix_error* out_error);

/* A policy's evaluation of an action. */
typedef struct chemix_action_value {
  /* Higher is better; comparable only within one decision. */
  double value;
  /* The number of visits, for policies that search; otherwise 0. */
  int64_t visits;
  int32_t action;
  int32_t reserved;
} chemix_action_value;

/* Writes the policy's evaluation of all legal actions, best first. Seven parameters: a seed, a stop
 * and a list are all needed. */
CHEMIX_API chemix_count chemix_policy_action_values(const chemix_policy* policy,
                                                    const chemix_observation* observation,
                                                    const chemix_seed* seed, chemix_stop* stop,
                                                    chemix_action_value* out, size_t capacity,
                                                    chemix_error* out_error);

typedef int32_t chemix_hint_reason;
enum {
  /* No other action is legal. */
  CHEMIX_HINT_ONLY = 0,
  /* Another action is equally good, or nearly so. */
  CHEMIX_HINT_ALIKE = 1,
  /* It gives the largest lead at the end of the turn. */
  CHEMIX_HINT_POINTS = 2,
  /* It is best on average over the simulated games. */
  CHEMIX_HINT_LOOKED_AHEAD = 3,
  /* It is best if both players play perfectly. */
  CHEMIX_HINT_SOLVED = 4
};

/* An action that a policy recommends, and why. */
typedef struct chemix_hint {
  uint32_t size;
  int32_t action;
  chemix_hint_reason reason;
  /* The number of legal actions. */
  int32_t choices;
  /* How much better the policy rates it than the next best action, in the policy's own unit; 0 if
   * another is equally good, or nearly so. */
  double margin;
  /* By how many points the player's lead can grow by the end of the turn. */
  double gain;
  /* The number of simulated games. */
  int64_t visits;
} chemix_hint;

#define CHEMIX_HINT_INIT \
  { sizeof(chemix_hint), 0, 0, 0, 0, 0, 0 }

/* Writes what the policy recommends to the viewer. */
CHEMIX_API chemix_status chemix_policy_hint(const chemix_policy* policy,
                                            const chemix_observation* observation,
                                            const chemix_seed* seed, chemix_stop* stop,
                                            chemix_hint* out_hint, chemix_error* out_error);
/* Writes a hint with its reason, one sentence. */
CHEMIX_API chemix_count chemix_words_hint(const chemix_words* words, const chemix_hint* hint,
                                          char* out, size_t capacity, chemix_error* out_error);
/* Plays to the end, in place, each seat by its policy: `policies` has one entry per seat. Writes
 * the number of steps, unless out_steps is NULL. */
CHEMIX_API chemix_status chemix_state_play(chemix_state* state,
                                           const chemix_policy* const* policies,
                                           const chemix_seed* seed, chemix_stop* stop,
                                           int32_t* out_steps, chemix_error* out_error);

/* ---- Whole turns ---- */

/* The possible turns that begin in a state, each outcome once, with the shortest sequence of
 * actions that leads to it. Only games with turn_weight_count > 0 have them. */
typedef struct chemix_turns chemix_turns;

/* Creates the list. CHEMIX_INVALID_INPUT if no turn begins in the state, or the game has none. */
CHEMIX_API chemix_status chemix_turns_create(const chemix_state* state, chemix_turns** out_turns,
                                             chemix_error* out_error);
CHEMIX_API void chemix_turns_destroy(chemix_turns** turns);
/* Writes the number of turns. */
CHEMIX_API chemix_status chemix_turns_count(const chemix_turns* turns, chemix_stop* stop,
                                            int64_t* out_count, chemix_error* out_error);
/* Moves to the next turn; the first call moves to the first. Returns 1, or 0 after the last. */
CHEMIX_API chemix_count chemix_turns_next(chemix_turns* turns, chemix_error* out_error);
/* Moves to the best turn, and writes its value unless out_value is NULL: the sum of the quantities
 * that the turn weights name, each times its weight. `weights` are `name=value` pairs separated by
 * blanks, or a JSON object; NULL or "" for the defaults. */
CHEMIX_API chemix_status chemix_turns_find_best(chemix_turns* turns, const char* weights,
                                                chemix_stop* stop, double* out_value,
                                                chemix_error* out_error);
/* Writes the ids of the actions of the current turn. CHEMIX_INVALID_INPUT before the first. */
CHEMIX_API chemix_count chemix_turns_actions(const chemix_turns* turns, int32_t* out,
                                             size_t capacity, chemix_error* out_error);
/* Writes by how many points the current turn changes the score of each seat. */
CHEMIX_API chemix_count chemix_turns_points(const chemix_turns* turns, int32_t* out,
                                            size_t capacity, chemix_error* out_error);

/* ---- Records ---- */

/* A game that was played: its start, all steps, and which seats were played by policies. */
typedef struct chemix_record chemix_record;

/* Creates the record of a game that has not begun. */
CHEMIX_API chemix_status chemix_record_create(const chemix_game* game, int32_t start_player,
                                              chemix_record** out_record, chemix_error* out_error);
/* Creates the record of a game that is resumed in `state`. The record contains this state, with all
 * hands. */
CHEMIX_API chemix_status chemix_record_resume(const chemix_state* state, chemix_record** out_record,
                                              chemix_error* out_error);
/* Reads a record of at most 64 MiB, replays it and compares its digest. */
CHEMIX_API chemix_status chemix_record_load(const char* text, size_t text_size,
                                            chemix_record** out_record, chemix_error* out_error);
CHEMIX_API void chemix_record_destroy(chemix_record** record);
/* Adds steps; all or none. CHEMIX_REFUSED if a rule refuses one; the field is `steps[n]`. */
CHEMIX_API chemix_status chemix_record_add(chemix_record* record, const chemix_step* steps,
                                           chemix_count step_count, chemix_error* out_error);
/* Records who plays `seat` from here on: a policy, given by its text, or a person if `policy` is
 * NULL. The text may name a policy that is not built in. */
CHEMIX_API chemix_status chemix_record_hand_over(chemix_record* record, int32_t seat,
                                                 const char* policy, chemix_error* out_error);
/* Writes the record as a text, to be stored: JSON with one step per line. */
CHEMIX_API chemix_count chemix_record_save(const chemix_record* record, char* out, size_t capacity,
                                           chemix_error* out_error);
/* Writes the record as JSON data: what the game was created from, and its steps with `player` (null
 * for chance) and `action`. */
CHEMIX_API chemix_count chemix_record_json(const chemix_record* record, char* out, size_t capacity,
                                           chemix_error* out_error);
/* Writes what `viewer` (a seat or CHEMIX_SPECTATOR) saw, without other secrets, for
 * chemix_client_load. */
CHEMIX_API chemix_count chemix_record_save_seen(const chemix_record* record, int32_t viewer,
                                                char* out, size_t capacity,
                                                chemix_error* out_error);
/* Returns the game of a record, valid as long as the record. */
CHEMIX_API const chemix_game* chemix_record_game(const chemix_record* record);
/* Writes the seat that began; CHEMIX_NOBODY if the game was resumed. */
CHEMIX_API chemix_status chemix_record_start_player(const chemix_record* record,
                                                    int32_t* out_start_player,
                                                    chemix_error* out_error);
/* Writes all steps. */
CHEMIX_API chemix_count chemix_record_steps(const chemix_record* record, chemix_step* out,
                                            size_t capacity, chemix_error* out_error);

/* A change of who plays a seat, before a step. */
typedef struct chemix_handover {
  int32_t step;
  int32_t seat;
  /* The text of the policy; "" for a person. */
  char policy[CHEMIX_POLICY_SIZE];
} chemix_handover;

/* Writes all handovers. */
CHEMIX_API chemix_count chemix_record_handovers(const chemix_record* record, chemix_handover* out,
                                                size_t capacity, chemix_error* out_error);
/* Overwrites `out_state`, an initialized state of the record's game, with the state before the step
 * `step`, 0 to the number of steps. */
CHEMIX_API chemix_status chemix_record_state(const chemix_record* record, int32_t step,
                                             chemix_state* out_state, chemix_error* out_error);
/* Writes the digest of the last state. */
CHEMIX_API chemix_status chemix_record_digest(const chemix_record* record, uint64_t* out_digest,
                                              chemix_error* out_error);

/* ---- Fair dealing ---- */

/* A server commits to a seed before the game and reveals it afterwards, so that everybody can
 * verify the deal (docs/fair_dealing.md). Draw seed and salt from a cryptographically secure
 * source, and keep them secret until the game is over; error messages do not contain them. */

enum {
  /* 64 hexadecimal digits and a NUL. */
  CHEMIX_COMMITMENT_SIZE = 65
};

/* Bytes that a player adds to the seed: the first byte_count; none if 0. */
typedef struct chemix_contribution {
  uint32_t byte_count;
  uint8_t bytes[CHEMIX_SECRET_SIZE];
} chemix_contribution;

typedef struct chemix_deal {
  uint32_t size;
  /* Published before the game. */
  char commitment[CHEMIX_COMMITMENT_SIZE];
  uint8_t reserved[3];
  uint8_t seed[CHEMIX_SECRET_SIZE];
  uint8_t salt[CHEMIX_SECRET_SIZE];
  /* By seat, collected after the commitment was published. */
  chemix_contribution contributions[CHEMIX_MAX_SEATS];
} chemix_deal;

#define CHEMIX_DEAL_INIT                                                      \
  {                                                                           \
    sizeof(chemix_deal), {0}, {0}, {0}, {0}, {                                \
      {0, {0}}, {0, {0}}, {0, {0}}, {0, {0}}, {0, {0}}, {0, {0}}, {0, {0}}, { \
        0, { 0 }                                                              \
      }                                                                       \
    }                                                                         \
  }

/* Writes `commitment`. It binds seed, salt, game, revision, options, players, deck and start
 * player. */
CHEMIX_API chemix_status chemix_deal_commit(chemix_deal* deal, const chemix_game* game,
                                            int32_t start_player, chemix_error* out_error);
/* Writes the CHEMIX_SECRET_SIZE bytes of the seed to deal with, for chemix_seed_init_bytes. */
CHEMIX_API chemix_status chemix_deal_seed(const chemix_deal* deal,
                                          uint8_t out_bytes[CHEMIX_SECRET_SIZE],
                                          chemix_error* out_error);
/* Verifies a record, as chemix_record_save writes it, against what was revealed, and writes the
 * digest of its last state. CHEMIX_INVALID_INPUT names the mismatch as `record`, `commitment` or
 * `steps[n]`. For an unfinished game it verifies what was dealt so far. */
CHEMIX_API chemix_status chemix_deal_verify(const chemix_deal* deal, const char* record,
                                            size_t record_size, uint64_t* out_digest,
                                            chemix_error* out_error);

/* ---- Sessions ---- */

/* A game in progress: its state, its log, its chance, and the policies that play for seats. It
 * contains all secrets. */
typedef struct chemix_session chemix_session;

/* Creates a session before the deal. With `seed`, chance acts by it (chemix_session_advance); with
 * NULL, the caller supplies chance with chemix_session_act. */
CHEMIX_API chemix_status chemix_session_create(const chemix_game* game, int32_t start_player,
                                               const chemix_seed* seed,
                                               chemix_session** out_session,
                                               chemix_error* out_error);
/* Creates a session that continues from a state. */
CHEMIX_API chemix_status chemix_session_resume(const chemix_state* state, const chemix_seed* seed,
                                               chemix_session** out_session,
                                               chemix_error* out_error);
/* Creates a session with all steps of a record, to watch it or to continue it. */
CHEMIX_API chemix_status chemix_session_replay(const chemix_record* record, const chemix_seed* seed,
                                               chemix_session** out_session,
                                               chemix_error* out_error);
/* Reads what chemix_session_save wrote: game, steps, seeds, policies, names and times. */
CHEMIX_API chemix_status chemix_session_load(const char* text, size_t text_size,
                                             chemix_session** out_session, chemix_error* out_error);
CHEMIX_API void chemix_session_destroy(chemix_session** session);
/* Writes the session as JSON, to be stored. Contains the seeds. */
CHEMIX_API chemix_count chemix_session_save(const chemix_session* session, char* out,
                                            size_t capacity, chemix_error* out_error);
/* Creates the record of the game so far. */
CHEMIX_API chemix_status chemix_session_record(const chemix_session* session,
                                               chemix_record** out_record, chemix_error* out_error);

/* Return the session's game, its state, and what a viewer sees. The game is valid as long as the
 * session, the blocks until the session changes. NULL if the session is NULL
 * or there is no such viewer. */
CHEMIX_API const chemix_game* chemix_session_game(const chemix_session* session);
CHEMIX_API const chemix_state* chemix_session_state(const chemix_session* session);
CHEMIX_API const chemix_observation* chemix_session_observation(const chemix_session* session,
                                                                int32_t viewer);

/* Sets the name of a player, which is saved with the session. */
CHEMIX_API chemix_status chemix_session_set_player(chemix_session* session, int32_t seat,
                                                   const char* name, chemix_error* out_error);
/* Writes the name of a player; empty if none was set. */
CHEMIX_API chemix_count chemix_session_player(const chemix_session* session, int32_t seat,
                                              char* out, size_t capacity, chemix_error* out_error);
/* Lets a policy play for a seat from now on; NULL hands the seat back to a person. Records name it,
 * and verified deals stay valid: policies draw from a stream of their own. */
CHEMIX_API chemix_status chemix_session_set_policy(chemix_session* session, int32_t seat,
                                                   const chemix_policy* policy,
                                                   chemix_error* out_error);
/* Writes the text of the policy that plays for a seat; empty for a person. */
CHEMIX_API chemix_count chemix_session_policy(const chemix_session* session, int32_t seat,
                                              char* out, size_t capacity, chemix_error* out_error);
/* Sets the seed of the policies. Without one they use the seed of chance; a session without either
 * accepts no policies. */
CHEMIX_API chemix_status chemix_session_set_policy_seed(chemix_session* session,
                                                        const chemix_seed* seed,
                                                        chemix_error* out_error);
/* Limits the time that a policy has for a decision to 1 millisecond or more. The same seed may then
 * make different choices. A negative number removes the limit: only the policy's own parameters
 * limit it, as in a new session. */
CHEMIX_API chemix_status chemix_session_set_move_time(chemix_session* session, int64_t milliseconds,
                                                      chemix_error* out_error);

/* Writes who acts next: a seat, CHEMIX_CHANCE or CHEMIX_NOBODY. If several seats may act, one is
 * drawn by the seed of the policies, so that no seat is favored; other people may act too. In
 * a sealed decision policies come first, then persons by seat: show the answer to nobody else,
 * since it reveals who has decided. */
CHEMIX_API chemix_status chemix_session_next(const chemix_session* session, int32_t* out_actor,
                                             chemix_error* out_error);
/* Lets chance and policies act while they are next; at most `max_steps` steps, 0 for no limit.
 * Returns the number of steps taken. Writes who is next then, unless out_actor is NULL: the seat of
 * a person, CHEMIX_CHANCE if the caller supplies chance, or CHEMIX_NOBODY at the end; after exactly
 * `max_steps` steps it may also be the seat of a policy, or chance of the session. After an error
 * the steps that were completed remain. */
CHEMIX_API chemix_count chemix_session_advance(chemix_session* session, int32_t max_steps,
                                               chemix_stop* stop, int32_t* out_actor,
                                               chemix_error* out_error);
/* Applies an action of `actor`, a seat or, if the caller supplies it, CHEMIX_CHANCE. CHEMIX_REFUSED
 * if it is illegal; chemix_words_refusal explains why. */
CHEMIX_API chemix_status chemix_session_act(chemix_session* session, int32_t actor, int32_t action,
                                            chemix_error* out_error);
/* Writes the action that a policy chooses for a seat, without applying it: `policy`, or with NULL
 * the policy of the seat; CHEMIX_INVALID_INPUT if it has none. Use it when a player's time is up,
 * or to let a policy think on another thread while this one shows the session. Then apply the
 * action with chemix_session_act. */
CHEMIX_API chemix_status chemix_session_choose(const chemix_session* session, int32_t seat,
                                               const chemix_policy* policy, chemix_stop* stop,
                                               int32_t* out_action, chemix_error* out_error);
/* Writes what a policy recommends to a seat: `policy`, or with NULL the policy of the seat;
 * CHEMIX_INVALID_INPUT if it has none. */
CHEMIX_API chemix_status chemix_session_hint(const chemix_session* session, int32_t seat,
                                             const chemix_policy* policy, chemix_stop* stop,
                                             chemix_hint* out_hint, chemix_error* out_error);

/* Writes whether a seat may take back its last step; the second function also undoes it if so, and
 * returns CHEMIX_OK in any case: look at out_undo. Steps of a staged choice are undone one by one.
 * Viewers then have noticed fewer steps: lower any count that you keep. */
CHEMIX_API chemix_status chemix_session_can_undo(const chemix_session* session, int32_t seat,
                                                 chemix_undo* out_undo, chemix_error* out_error);
CHEMIX_API chemix_status chemix_session_undo(chemix_session* session, int32_t seat,
                                             chemix_undo* out_undo, chemix_error* out_error);
/* Returns to the state before the step `step`, even if somebody has learned something since: for
 * analysis, or if everybody agrees. */
CHEMIX_API chemix_status chemix_session_rewind(chemix_session* session, int32_t step,
                                               chemix_error* out_error);

/* A step of the log; secret. */
typedef struct chemix_log_entry {
  int64_t milliseconds;
  int32_t actor;
  int32_t action;
  /* 1 if a policy played for the seat, otherwise 0. */
  int32_t by_policy;
  int32_t reserved;
} chemix_log_entry;

/* Writes the log: one entry per step. `milliseconds` is the time that a policy took, or that
 * chemix_session_set_step_time set; otherwise 0. */
CHEMIX_API chemix_count chemix_session_log(const chemix_session* session, chemix_log_entry* out,
                                           size_t capacity, chemix_error* out_error);
/* Records in the log how long a person took for a step; the library does not measure it. */
CHEMIX_API chemix_status chemix_session_set_step_time(chemix_session* session, int32_t step,
                                                      int64_t milliseconds,
                                                      chemix_error* out_error);
/* Overwrites `out_state`, an initialized state, with the state before the step `step`, 0 to the
 * number of steps. */
CHEMIX_API chemix_status chemix_session_state_at(const chemix_session* session, int32_t step,
                                                 chemix_state* out_state, chemix_error* out_error);

/* Viewers count only the steps that they notice: the number of all steps would reveal who has
 * decided in a sealed decision. */

/* Returns the number of steps that a viewer (a seat or CHEMIX_SPECTATOR) has noticed. */
CHEMIX_API chemix_count chemix_session_seen_count(const chemix_session* session, int32_t viewer,
                                                  chemix_error* out_error);
/* Writes the events of a step, as a viewer saw them; `seen` is from 0 to the viewer's count - 1. */
CHEMIX_API chemix_count chemix_session_events(const chemix_session* session, int32_t viewer,
                                              int32_t seen, chemix_event* out, size_t capacity,
                                              chemix_error* out_error);
/* Overwrites `out_observation`, an initialized observation, with what a viewer saw before the step
 * `seen`, 0 to the viewer's count. */
CHEMIX_API chemix_status chemix_session_observe_at(const chemix_session* session, int32_t viewer,
                                                   int32_t seen,
                                                   chemix_observation* out_observation,
                                                   chemix_error* out_error);
/* Writes all that a viewer has seen, for chemix_client_load. */
CHEMIX_API chemix_count chemix_session_save_seen(const chemix_session* session, int32_t viewer,
                                                 char* out, size_t capacity,
                                                 chemix_error* out_error);
/* Writes the message about a step for a viewer, for chemix_client_receive. */
CHEMIX_API chemix_count chemix_session_message(const chemix_session* session, int32_t viewer,
                                               int32_t seen, char* out, size_t capacity,
                                               chemix_error* out_error);

/* ---- Clients ---- */

/* One viewer's side of a session: the observation, and the events that led to it. It has no state
 * and no secrets of others. */
typedef struct chemix_client chemix_client;

/* Creates a client from an observation, made when the viewer's count of steps was `seen`. It does
 * not have the events of these steps. */
CHEMIX_API chemix_status chemix_client_create(const chemix_observation* observation, int32_t seen,
                                              chemix_client** out_client, chemix_error* out_error);
/* Reads what chemix_session_save_seen, chemix_record_save_seen or chemix_client_save wrote, of at
 * most 64 MiB: game, first observation and events. Verifies the digest of the last observation, but
 * cannot verify that such a game was played. */
CHEMIX_API chemix_status chemix_client_load(const char* text, size_t text_size,
                                            chemix_client** out_client, chemix_error* out_error);
CHEMIX_API void chemix_client_destroy(chemix_client** client);
/* Writes the client as JSON, to be stored. */
CHEMIX_API chemix_count chemix_client_save(const chemix_client* client, char* out, size_t capacity,
                                           chemix_error* out_error);
/* Return the client's game and observation; the observation is valid until the client changes. NULL
 * if the client is NULL. */
CHEMIX_API const chemix_game* chemix_client_game(const chemix_client* client);
CHEMIX_API const chemix_observation* chemix_client_observation(const chemix_client* client);
/* Applies a message of chemix_session_message. CHEMIX_INVALID_INPUT with the field `seen` if it is
 * not the next one, or `digest` if the views differ: then create the client again. */
CHEMIX_API chemix_status chemix_client_receive(chemix_client* client, const char* text,
                                               size_t text_size, chemix_error* out_error);
/* Applies the events of the next step. */
CHEMIX_API chemix_status chemix_client_fold(chemix_client* client, const chemix_event* events,
                                            chemix_count event_count, chemix_error* out_error);
/* Returns to the view before the step `seen`: after an undo, when the session's count for this
 * viewer is less than the client's. */
CHEMIX_API chemix_status chemix_client_rewind(chemix_client* client, int32_t seen,
                                              chemix_error* out_error);
/* Returns the number of steps that the viewer has noticed. */
CHEMIX_API chemix_count chemix_client_seen_count(const chemix_client* client,
                                                 chemix_error* out_error);
/* Writes the events of a step, as chemix_session_events. */
CHEMIX_API chemix_count chemix_client_events(const chemix_client* client, int32_t seen,
                                             chemix_event* out, size_t capacity,
                                             chemix_error* out_error);
/* Overwrites an initialized observation with what the viewer saw before a step, as
 * chemix_session_observe_at. */
CHEMIX_API chemix_status chemix_client_observe_at(const chemix_client* client, int32_t seen,
                                                  chemix_observation* out_observation,
                                                  chemix_error* out_error);

/* ---- Batches ---- */

/* Many states of one game in one call. `states` points to `count` states, limits.state_size bytes
 * apart; input arrays have `count` entries. All or nothing: after an error no state is changed, and
 * the field names the entry, such as `actions[3]`. Rows follow each other without gaps. Batch
 * functions return CHEMIX_OK, and write exactly `count` entries or rows. */

/* Initializes the caller's memory as `count` states before the deal. `start_players` may be NULL:
 * seat 0 begins. */
CHEMIX_API chemix_status chemix_batch_init(chemix_state* states, size_t count,
                                           const chemix_game* game, const int32_t* start_players,
                                           chemix_error* out_error);
/* Initializes the caller's memory as `count` observations, limits.observation_size bytes apart. */
CHEMIX_API chemix_status chemix_batch_init_observations(chemix_observation* observations,
                                                        size_t count, const chemix_game* game,
                                                        chemix_error* out_error);
/* Writes who acts in each state. */
CHEMIX_API chemix_status chemix_batch_acting(const chemix_state* states, size_t count,
                                             chemix_acting* out, size_t capacity,
                                             chemix_error* out_error);
/* Writes rows of action_count numbers: 1 for the legal actions of players[i], 0 for all others. For
 * CHEMIX_CHANCE the row is all zeros. */
CHEMIX_API chemix_status chemix_batch_legal_masks(const chemix_state* states, size_t count,
                                                  const int32_t* players, uint8_t* out,
                                                  size_t capacity, chemix_error* out_error);
/* Applies actions[i] by actors[i]; the action CHEMIX_NONE leaves the state as it is. */
CHEMIX_API chemix_status chemix_batch_apply(chemix_state* states, size_t count,
                                            const int32_t* actors, const int32_t* actions,
                                            chemix_error* out_error);
/* Resolves chance in state i by seeds[i]. */
CHEMIX_API chemix_status chemix_batch_resolve(chemix_state* states, size_t count,
                                              const chemix_seed* seeds, chemix_error* out_error);
/* Plays state i to the end by seeds[i], as chemix_state_playout. Writes the numbers of steps,
 * unless out is NULL and capacity 0. Seven parameters: seeds, a stop and a list are all needed. */
CHEMIX_API chemix_status chemix_batch_playout(chemix_state* states, size_t count,
                                              const chemix_seed* seeds, chemix_stop* stop,
                                              int32_t* out, size_t capacity,
                                              chemix_error* out_error);
/* Overwrites `count` initialized observations with what viewers[i] sees of state i. */
CHEMIX_API chemix_status chemix_batch_observe(const chemix_state* states, size_t count,
                                              const int32_t* viewers,
                                              chemix_observation* out_observations,
                                              chemix_error* out_error);
/* Writes rows of tensor_size numbers: CHEMIX_TENSOR_OBSERVATION of viewers[i]. */
CHEMIX_API chemix_status chemix_batch_tensors(const chemix_state* states, size_t count,
                                              const int32_t* viewers, float* out, size_t capacity,
                                              chemix_error* out_error);
/* Writes rows of final payoffs, one per seat; 0 before the end. */
CHEMIX_API chemix_status chemix_batch_returns(const chemix_state* states, size_t count, double* out,
                                              size_t capacity, chemix_error* out_error);

#ifdef __cplusplus
}
#endif

#endif /* CHEMIX_H */
