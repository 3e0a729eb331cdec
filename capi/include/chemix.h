/* SPDX-License-Identifier: Apache-2.0 */
/* chemix: a rules engine for card games about chemistry. C ABI, not frozen yet: what may change and
 * when says docs/stability.md.
 *
 *   chemix_game *game = NULL;
 *   chemix_game_create("chemuno", 3, "", NULL, &game, NULL);
 *   chemix_limits limits = CHEMIX_LIMITS_INIT;
 *   chemix_game_limits(game, &limits, NULL);
 *   void *state = malloc(limits.state_size);
 *   chemix_state_init(game, 0, state, limits.state_size, NULL);
 *   chemix_state_resolve(game, "7", state, limits.state_size, NULL);   // deals, with seed 7
 *   // ask chemix_state_legal_actions, take one with chemix_state_apply, resolve chance, repeat
 *   chemix_game_destroy(&game);
 *
 * Rules for all functions:
 * - Inputs come first, outputs (out_...) last, then `chemix_error *out_error`, which may be NULL.
 * - A status other than CHEMIX_OK means that nothing was changed; out_error says why. With
 *   CHEMIX_OK out_error is cleared, and tells of no earlier call: so begin with CHEMIX_ERROR_INIT.
 *   It may not be an error that the function is asked about.
 * - A structure that begins with `size` may grow at its end. The caller sets `size` once, by the
 *   INIT macro, and no function changes it. A library with more fields than the caller's header
 *   writes only those that the caller has; one with fewer leaves the others as they are, 0 from
 *   the macro on. Other structures never change.
 * - Games and decks are immutable and may be shared between threads. Who changes the locale does
 *   so while no other thread writes JSON, which asks for it. A state or an observation is memory
 *   of the caller (`state_size` or `observation_size` bytes, aligned to 8), copied with memcpy,
 *   used by one thread at a time, and never stored: to store it use save and load. Memory that has
 *   the key of the game is trusted to hold what a function of this library wrote there: it is not
 *   validated each time. What comes from elsewhere goes through load or parse, which validate all
 *   of it and refuse, by CHEMIX_INVALID_INPUT, what cannot be by the rules; of what viewers
 *   remember only as far as their beliefs are exact (chemix_observation_exactness).
 * - Texts are UTF-8, end with NUL and have no length limit unless it is said. A text or a list is
 *   written to (out, capacity); *out_count is what it needs: characters without the NUL, or
 *   entries. When it does not fit the status is CHEMIX_BUFFER_TOO_SMALL, *out_count is set all the
 *   same, and what `out` holds means nothing. A capacity of 0 with out NULL asks for the size.
 * - A whole state is secret: show a player only what comes out of observations and events. To send
 *   an observation, save it: the bytes between the fields of its memory may hold anything.
 */
#ifndef CHEMIX_H
#define CHEMIX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(CHEMIX_BUILDING) && !defined(_WIN32)
#define CHEMIX_API __attribute__((visibility("default")))
#else
#define CHEMIX_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Version ---- */

/* The number of the ABI, and of the shared library's name: another one when a program that was
 * compiled could not go on as it was. */
#define CHEMIX_ABI_VERSION 0

/* The CHEMIX_ABI_VERSION that the library was built with. */
CHEMIX_API uint32_t chemix_abi_version(void);
/* The version of the library, such as "0.1.0"; static. */
CHEMIX_API const char* chemix_version(void);

/* ---- Status ---- */

typedef int32_t chemix_status;

#define CHEMIX_OK 0
/* A rule refuses the action; out_error says which. */
#define CHEMIX_REFUSED (-1)
/* A pointer is NULL that may not be. */
#define CHEMIX_NULL_ARGUMENT (-2)
/* A number, an id or a seat is out of range. How many play, and what options are, is input. */
#define CHEMIX_OUT_OF_RANGE (-3)
/* A name, a text or a file is not what is expected. */
#define CHEMIX_INVALID_INPUT (-4)
/* Memory that is not a state or an observation of this game: wrong size, alignment or game; or a
 * structure whose `size` is not set. */
#define CHEMIX_WRONG_MEMORY (-5)
/* The output does not fit; its count says what it needs. */
#define CHEMIX_BUFFER_TOO_SMALL (-6)
/* Memory ran out; states and observations are as they were. */
#define CHEMIX_OUT_OF_MEMORY (-7)
/* A fault of the library. */
#define CHEMIX_INTERNAL_ERROR (-8)
/* A chemix_stop ended the call; states and observations are as they were. */
#define CHEMIX_STOPPED (-9)

/* The name of a status, such as "CHEMIX_REFUSED"; static; "unknown status" for other numbers. */
CHEMIX_API const char* chemix_status_name(chemix_status status);

/* What went wrong. Owned by the caller; set `size` with CHEMIX_ERROR_INIT before the first use. One
 * whose size has no room for a status is left alone. */
typedef struct chemix_error {
  uint32_t size;
  chemix_status status;
  /* The rule that refuses, such as "CU-11"; empty when none does. */
  char rule[8];
  /* Tells apart the refusals of one rule. */
  int32_t detail;
  /* With CHEMIX_REFUSED the refused action, and small numbers that its words mention; else 0. */
  int32_t action;
  int32_t arguments[3];
  /* The argument, option or field that is wrong. Cut to fit. */
  char field[64];
  /* One sentence in English. Cut to fit. */
  char message[256];
} chemix_error;

#define CHEMIX_ERROR_INIT                                     \
  {                                                           \
    sizeof(chemix_error), 0, {0}, 0, 0, {0, 0, 0}, {0}, { 0 } \
  }

/* ---- Stopping long calls ---- */

/* Ends long calls early. Functions that may take long have a parameter `stop`, which may be NULL.
 * Several calls, also on several threads, may share a stop object, which must outlive them. */
typedef struct chemix_stop chemix_stop;

/* Creates a stop object that ends no call yet. The caller destroys it. */
CHEMIX_API chemix_status chemix_stop_create(chemix_stop** out_stop, chemix_error* out_error);
/* Ends all calls with this object: those that run return CHEMIX_STOPPED within a few milliseconds,
 * later ones at once. May be called from any thread and from a signal handler. */
CHEMIX_API void chemix_stop_set(chemix_stop* stop);
/* Gives calls with this object the time until `milliseconds` from now. When it is used up, policies
 * return the best that they have found; other functions return CHEMIX_STOPPED. */
CHEMIX_API void chemix_stop_set_time_budget(chemix_stop* stop, int64_t milliseconds);
/* Destroys the object and sets *stop to NULL. NULL is fine. */
CHEMIX_API void chemix_stop_destroy(chemix_stop** stop);

/* ---- Decks ---- */

typedef struct chemix_deck chemix_deck;

/* Reads the text of a deck file, with a ChemiX deck or an expansion deck, of at most 1 MiB;
 * `file_name` is what messages call it. The deck is the caller's, to destroy. */
CHEMIX_API chemix_status chemix_deck_create(const char* text, size_t text_size,
                                            const char* file_name, chemix_deck** out_deck,
                                            chemix_error* out_error);
/* Destroys the deck and sets *deck to NULL; games made with it live on. NULL is fine. */
CHEMIX_API void chemix_deck_destroy(chemix_deck** deck);

/* ---- Games ---- */

typedef struct chemix_game chemix_game;

/* The names of all games, separated by blanks. */
CHEMIX_API chemix_status chemix_game_names(char* out, size_t capacity, size_t* out_count,
                                           chemix_error* out_error);
/* What a game may be made with, one line each: `players 2 4`, `deck chemix`, then for every option
 * `option NAME TYPE LEAST MOST DEFAULT RULE CHOICES MEANING`, separated by tabs; TYPE is number,
 * real, switch or choice. A game that lists whole turns says in the same way, after `turn_weight`,
 * what they are weighed by. */
CHEMIX_API chemix_status chemix_game_describe(const char* name, char* out, size_t capacity,
                                              size_t* out_count, chemix_error* out_error);

/* Makes a game. `options` is `name=value` pairs separated by blanks, "" for the defaults; a switch,
 * which is true or false in JSON, is yes or no here. `deck` may be NULL for the game's own deck.
 * The game is the caller's, to destroy. */
CHEMIX_API chemix_status chemix_game_create(const char* name, int32_t players, const char* options,
                                            const chemix_deck* deck, chemix_game** out_game,
                                            chemix_error* out_error);
/* Destroys the game and sets *game to NULL. NULL is fine. */
CHEMIX_API void chemix_game_destroy(chemix_game** game);

/* The numbers of a game. Set `size` with CHEMIX_LIMITS_INIT. */
typedef struct chemix_limits {
  uint32_t size;
  int32_t players;
  /* Equal for games that play alike; every serialised form begins with it. */
  uint64_t game_key;
  /* Ids of actions are 0 to count - 1; those of chance are a space of their own. */
  int32_t action_count;
  int32_t chance_action_count;
  int32_t max_legal_actions;
  int32_t card_kind_count;
  /* No play has more applied actions than this. */
  int64_t max_steps;
  /* Bytes of memory for a state and an observation. */
  uint32_t state_size;
  uint32_t observation_size;
  /* Numbers in the tensor of an observation, of an information state, and of a state. */
  uint32_t tensor_size;
  uint32_t information_state_tensor_size;
  uint32_t state_tensor_size;
  /* The most cards of a kind. */
  int32_t max_copies;
} chemix_limits;

#define CHEMIX_LIMITS_INIT \
  { sizeof(chemix_limits), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }

CHEMIX_API chemix_status chemix_game_limits(const chemix_game* game, chemix_limits* out_limits,
                                            chemix_error* out_error);

/* What the numbers of each of these tensors are: JSON with `fields`, a list
 * of `name`, `offset`, `size`, `shape` (row by row; [] for a single number), `labels` (what the
 * last axis runs over; [] where it is the seats, own seat first), `low` and `high` (no number is
 * less or more) and `meaning`; and `left_out`, a list of `name` and `reason` of what is not
 * written. */
CHEMIX_API chemix_status chemix_game_tensor_layout(const chemix_game* game, char* out,
                                                   size_t capacity, size_t* out_count,
                                                   chemix_error* out_error);
CHEMIX_API chemix_status chemix_game_information_state_tensor_layout(const chemix_game* game,
                                                                     char* out, size_t capacity,
                                                                     size_t* out_count,
                                                                     chemix_error* out_error);
CHEMIX_API chemix_status chemix_game_state_tensor_layout(const chemix_game* game, char* out,
                                                         size_t capacity, size_t* out_count,
                                                         chemix_error* out_error);

/* ---- Texts ---- */

/* Seats are 0 to players - 1; these stand where a seat could. */
#define CHEMIX_CHANCE (-1)
#define CHEMIX_SPECTATOR (-2)
#define CHEMIX_NOBODY (-3)

/* The text of an action, such as `lay H2O`, of a player, or of chance when `actor` is
 * CHEMIX_CHANCE. */
CHEMIX_API chemix_status chemix_action_text(const chemix_game* game, int32_t actor, int32_t action,
                                            char* out, size_t capacity, size_t* out_count,
                                            chemix_error* out_error);
/* The id of an action from its text; never one that is out of range. */
CHEMIX_API chemix_status chemix_action_parse(const chemix_game* game, int32_t actor,
                                             const char* text, int32_t* out_action,
                                             chemix_error* out_error);
/* The name of a kind of card, such as `H2O`. */
CHEMIX_API chemix_status chemix_card_name(const chemix_game* game, int32_t kind, char* out,
                                          size_t capacity, size_t* out_count,
                                          chemix_error* out_error);

/* ---- States ---- */

/* Writes the state before anything is dealt. `start_player` is the seat that begins. */
CHEMIX_API chemix_status chemix_state_init(const chemix_game* game, int32_t start_player,
                                           void* out_state, size_t state_size,
                                           chemix_error* out_error);
/* Who acts: one bit per seat, or 0 with *out_chance true, or 0 at the end of the game. Where
 * several may act, any of them may next; to take the lowest each time would favour that seat.
 * Of a sealed decision these are who have not decided yet. To show that to a player would tell who
 * has: what a viewer may know says chemix_state_acting_seen. */
CHEMIX_API chemix_status chemix_state_acting(const chemix_game* game, const void* state,
                                             size_t state_size, uint32_t* out_players,
                                             bool* out_chance, chemix_error* out_error);
/* The name of the phase. */
CHEMIX_API chemix_status chemix_state_phase(const chemix_game* game, const void* state,
                                            size_t state_size, char* out, size_t capacity,
                                            size_t* out_count, chemix_error* out_error);
/* The ids of what a player may do, ascending; none for a player who does not act. */
CHEMIX_API chemix_status chemix_state_legal_actions(const chemix_game* game, const void* state,
                                                    size_t state_size, int32_t player, int32_t* out,
                                                    size_t capacity, size_t* out_count,
                                                    chemix_error* out_error);
/* CHEMIX_OK when the actor (a seat or CHEMIX_CHANCE) may take the action, else CHEMIX_REFUSED. */
CHEMIX_API chemix_status chemix_state_check(const chemix_game* game, const void* state,
                                            size_t state_size, int32_t actor, int32_t action,
                                            chemix_error* out_error);
/* Takes an action, in place. */
CHEMIX_API chemix_status chemix_state_apply(const chemix_game* game, int32_t actor, int32_t action,
                                            void* state, size_t state_size,
                                            chemix_error* out_error);

/* A way that chance may go, and how many of the equally likely ways it stands for. */
typedef struct chemix_chance {
  int32_t action;
  /* 0. With it the weight lies at the same place for every compiler. */
  int32_t reserved;
  int64_t weight;
} chemix_chance;

/* What chance may do, in ascending id; none when it does not act. */
CHEMIX_API chemix_status chemix_state_chance_outcomes(const chemix_game* game, const void* state,
                                                      size_t state_size, chemix_chance* out,
                                                      size_t capacity, size_t* out_count,
                                                      chemix_error* out_error);
/* What chance does in this state for a seed: a whole number in decimal, or after 0x in hexadecimal,
 * digits, at most 1,000. The same seed serves a whole game, since what is drawn depends on how
 * often chance acted before. CHEMIX_INVALID_INPUT where it does not act (GN-2). */
CHEMIX_API chemix_status chemix_state_draw(const chemix_game* game, const void* state,
                                           size_t state_size, const char* seed, int32_t* out_action,
                                           chemix_error* out_error);
/* Lets chance act for a seed, in place, until a player acts or the game is over. */
CHEMIX_API chemix_status chemix_state_resolve(const chemix_game* game, const char* seed,
                                              void* state, size_t state_size,
                                              chemix_error* out_error);
/* Plays on to the end, in place: every legal action as likely, of several players who may act each,
 * and what chance does by its probability; the same for the same seed. *out_steps, unless it is
 * NULL, is how many steps that took. */
CHEMIX_API chemix_status chemix_state_playout(const chemix_game* game, const char* seed,
                                              void* state, size_t state_size, int64_t* out_steps,
                                              chemix_error* out_error);
/* How many different outcomes a turn has that begins in the state. CHEMIX_INVALID_INPUT of games
 * without turn weights, which do not list whole turns, and where none begins. */
CHEMIX_API chemix_status chemix_state_count_turns(const chemix_game* game, const void* state,
                                                  size_t state_size, int64_t* out_count,
                                                  chemix_error* out_error);
/* The ids of the actions of the best whole turn, and what it is worth, unless out_value is NULL:
 * the sum of what chemix_game_describe lists as turn weights, each times its weight. `weights` is
 * `name=value` pairs separated by blanks, "" for the defaults. */
CHEMIX_API chemix_status chemix_state_best_turn(const chemix_game* game, const void* state,
                                                size_t state_size, const char* weights,
                                                int32_t* out, size_t capacity, size_t* out_count,
                                                double* out_value, chemix_error* out_error);
/* All whole turns that begin in a state, each outcome once, one after another; refused as above.
 * The list is the caller's, to destroy; it needs neither the game nor the state any more. */
typedef struct chemix_turns chemix_turns;
CHEMIX_API chemix_status chemix_turns_create(const chemix_game* game, const void* state,
                                             size_t state_size, chemix_turns** out_turns,
                                             chemix_error* out_error);
/* The next turn: the ids of its actions, and by how much it changes the score of every seat, which
 * `out_points` has room for unless it is NULL. With *out_count 0 there is none left. A turn that
 * does not fit comes again. One thread at a time. */
CHEMIX_API chemix_status chemix_turns_next(chemix_turns* turns, int32_t* out_points, int32_t* out,
                                           size_t capacity, size_t* out_count,
                                           chemix_error* out_error);
/* Destroys the list and sets *turns to NULL. NULL is fine. */
CHEMIX_API void chemix_turns_destroy(chemix_turns** turns);
/* Points by the rulebook as they stand, one per seat. Secret: in some games what is still in hands
 * counts; what a viewer knows of them says chemix_observation_scores. */
CHEMIX_API chemix_status chemix_state_scores(const chemix_game* game, const void* state,
                                             size_t state_size, int32_t* out, size_t capacity,
                                             size_t* out_count, chemix_error* out_error);
/* What everybody gets, one per seat; 0 before the end. */
CHEMIX_API chemix_status chemix_state_returns(const chemix_game* game, const void* state,
                                              size_t state_size, double* out, size_t capacity,
                                              size_t* out_count, chemix_error* out_error);
/* The whole state as numbers, for training with full information: what everybody sees, what each
 * player holds, from the seat `viewer` on (CHEMIX_SPECTATOR: from seat 0), and what nobody sees;
 * not what anybody remembers. Secret. `out` has room for limits.state_tensor_size. */
CHEMIX_API chemix_status chemix_state_tensor(const chemix_game* game, const void* state,
                                             size_t state_size, int32_t viewer, float* out,
                                             size_t capacity, size_t* out_count,
                                             chemix_error* out_error);
/* A hash of the whole state; secret. */
CHEMIX_API chemix_status chemix_state_digest(const chemix_game* game, const void* state,
                                             size_t state_size, uint64_t* out_digest,
                                             chemix_error* out_error);
/* One line that parses back. */
CHEMIX_API chemix_status chemix_state_text(const chemix_game* game, const void* state,
                                           size_t state_size, char* out, size_t capacity,
                                           size_t* out_count, chemix_error* out_error);
CHEMIX_API chemix_status chemix_state_parse(const chemix_game* game, const char* text,
                                            void* out_state, size_t state_size,
                                            chemix_error* out_error);
/* Canonical bytes, the same on every platform. Loading validates them. */
CHEMIX_API chemix_status chemix_state_save(const chemix_game* game, const void* state,
                                           size_t state_size, void* out, size_t capacity,
                                           size_t* out_count, chemix_error* out_error);
CHEMIX_API chemix_status chemix_state_load(const chemix_game* game, const void* bytes,
                                           size_t byte_count, void* out_state, size_t state_size,
                                           chemix_error* out_error);

/* ---- Events ---- */

/* What happens at the table, as one viewer sees it. Numbers of verbs and zones are only appended.
 * What belongs to a turn, a phase or a game ends where the next begins, without events of its own:
 * chemix_observation_fold knows it, and the observation says how things stand. */
/* A card is dealt to to_zone; those dealt to a hand enter as a set, their order means nothing. */
#define CHEMIX_VERB_DEAL 0
/* A card moves from from_zone to to_zone. */
#define CHEMIX_VERB_MOVE 1
/* amount cards of from_zone are shuffled and become to_zone. */
#define CHEMIX_VERB_SHUFFLE 2
/* player shows to hold none of the kinds that the table asks for. */
#define CHEMIX_VERB_LACK 3
/* player says what the rules want said (amount 1) or stays silent (0). */
#define CHEMIX_VERB_CALL 4
/* player names kind: wishes for it or claims it. */
#define CHEMIX_VERB_NAME 5
/* What the observation shows under the name of the counter index becomes amount: a count, a seat,
 * 0 and 1 for no and yes, or what stands for a card, which chemix_event_json and chemix_event_words
 * name; of a list, amount is added. */
#define CHEMIX_VERB_SET 6
/* The phase index begins; amount cards are to be moved by chance in it. */
#define CHEMIX_VERB_PHASE 7
/* It becomes the turn of player. */
#define CHEMIX_VERB_TURN 8
/* A card in from_zone is shown; amount: how many of its kind so far. */
#define CHEMIX_VERB_SHOW 9
/* A sealed decision of player; nobody else gets this event. */
#define CHEMIX_VERB_SEAL 10
/* The points of player become amount; of a match, the total does. */
#define CHEMIX_VERB_SCORE 11
#define CHEMIX_VERB_TOTAL 12
/* The next game of a match begins, started by player. */
#define CHEMIX_VERB_BEGIN 13
/* amount points move from from_zone to to_zone. */
#define CHEMIX_VERB_PAY 14
/* All amount open cards of from_zone move to to_zone. */
#define CHEMIX_VERB_SWEEP 15
/* player has finished as number amount, or has finished the element kind. */
#define CHEMIX_VERB_FINISH 16
/* player passes. */
#define CHEMIX_VERB_PASS 17
/* player forms or dissolves the compound kind (amount 1), or takes that back (0). */
#define CHEMIX_VERB_FORM 18
#define CHEMIX_VERB_DISSOLVE 19
/* player has a run of three numbers from that of the element kind on; the bits of amount % 8 say
 * which of them are wild, lowest first, those of amount / 8 which were (7: the run is new). */
#define CHEMIX_VERB_RUN 20

#define CHEMIX_ZONE_DRAW_PILE 0
#define CHEMIX_ZONE_DISCARD_PILE 1
#define CHEMIX_ZONE_HAND 2
#define CHEMIX_ZONE_PILE_BOTTOM 3
#define CHEMIX_ZONE_KITTY 4
#define CHEMIX_ZONE_STACK 5
#define CHEMIX_ZONE_TABLEAU 6
#define CHEMIX_ZONE_SUPPLY 7
#define CHEMIX_ZONE_CHIPS 8
#define CHEMIX_ZONE_DISPLAY 9
#define CHEMIX_ZONE_MULTIPLIER_STACKS 10
#define CHEMIX_ZONE_REMOVED 11
#define CHEMIX_ZONE_FREE_AREA 12
#define CHEMIX_ZONE_MARKET 13
#define CHEMIX_ZONE_ASIDE 14
#define CHEMIX_ZONE_COMPOUND_STACK 15

/* The kind of a card that the viewer does not see. */
#define CHEMIX_UNSEEN (-1)

typedef struct chemix_event {
  int32_t verb;
  int32_t from_zone;
  int32_t from_owner;
  int32_t to_zone;
  int32_t to_owner;
  int32_t player;
  /* The number of the phase or of the counter. */
  int32_t index;
  /* A kind of card, or CHEMIX_UNSEEN. */
  int32_t kind;
  int32_t amount;
  /* Who sees the kind: a bit per seat, 255 for everybody. */
  int32_t seen_by;
} chemix_event;

/* The events of an action taken in `before`, as `viewer` (a seat or CHEMIX_SPECTATOR) sees them. */
CHEMIX_API chemix_status chemix_state_events(const chemix_game* game, const void* before,
                                             size_t state_size, int32_t actor, int32_t action,
                                             int32_t viewer, chemix_event* out, size_t capacity,
                                             size_t* out_count, chemix_error* out_error);
/* An event as a line, such as `move draw_pile hand[1] ?`. */
CHEMIX_API chemix_status chemix_event_text(const chemix_game* game, const chemix_event* event,
                                           char* out, size_t capacity, size_t* out_count,
                                           chemix_error* out_error);

/* ---- What a viewer may know, for servers ---- */

/* Who acts as far as `viewer` (a seat or CHEMIX_SPECTATOR) can tell, as chemix_state_acting gives
 * it: of a sealed decision also the others who have decided. */
CHEMIX_API chemix_status chemix_state_acting_seen(const chemix_game* game, const void* state,
                                                  size_t state_size, int32_t viewer,
                                                  uint32_t* out_players, bool* out_chance,
                                                  chemix_error* out_error);
/* Whether `player` may take back all that led from the state `before` to `after`, two states of
 * `state_size` bytes each: only decisions of this player did, chance did nothing, and no viewer has
 * learned anything of hidden cards. A sealed decision never may: the answer would tell who else has
 * decided; nor may what ends the game: results tell of hands. True is sure; after some thousand
 * other ways to go on, and where a viewer's knowledge is incomplete, the answer is false. */
CHEMIX_API chemix_status chemix_state_can_undo(const chemix_game* game, const void* before,
                                               const void* after, size_t state_size, int32_t player,
                                               bool* out_may, chemix_error* out_error);

/* ---- Observations ---- */

/* What a viewer (a seat or CHEMIX_SPECTATOR) sees and knows, and nothing else. */
CHEMIX_API chemix_status chemix_state_observe(const chemix_game* game, const void* state,
                                              size_t state_size, int32_t viewer,
                                              void* out_observation, size_t observation_size,
                                              chemix_error* out_error);
/* Whose view it is: a seat or CHEMIX_SPECTATOR. */
CHEMIX_API chemix_status chemix_observation_viewer(const chemix_game* game, const void* observation,
                                                   size_t observation_size, int32_t* out_viewer,
                                                   chemix_error* out_error);
/* The name of the phase. */
CHEMIX_API chemix_status chemix_observation_phase(const chemix_game* game, const void* observation,
                                                  size_t observation_size, char* out,
                                                  size_t capacity, size_t* out_count,
                                                  chemix_error* out_error);
/* Who acts as far as the viewer can tell, as chemix_state_acting gives it; *out_sealed is whether
 * the decision is sealed: nobody sees the others' decisions, nor who has decided, until all are in.
 */
CHEMIX_API chemix_status chemix_observation_acting(const chemix_game* game, const void* observation,
                                                   size_t observation_size, uint32_t* out_players,
                                                   bool* out_chance, bool* out_sealed,
                                                   chemix_error* out_error);

/* A score that depends on cards which the viewer does not see. */
#define CHEMIX_UNKNOWN_SCORE INT32_MIN

/* Points by the rulebook as they stand, one per seat, CHEMIX_UNKNOWN_SCORE where the viewer cannot
 * tell. */
CHEMIX_API chemix_status chemix_observation_scores(const chemix_game* game, const void* observation,
                                                   size_t observation_size, int32_t* out,
                                                   size_t capacity, size_t* out_count,
                                                   chemix_error* out_error);
/* What everybody gets, one per seat, which the end shows to all; 0 before it. CHEMIX_INVALID_INPUT
 * for a view that no state has: events of another step may make one. */
CHEMIX_API chemix_status chemix_observation_returns(const chemix_game* game,
                                                    const void* observation,
                                                    size_t observation_size, double* out,
                                                    size_t capacity, size_t* out_count,
                                                    chemix_error* out_error);
/* Makes the observation, in place, what the viewer sees after an event that this viewer saw: one of
 * chemix_state_events. So a client follows the game without the state. An event after which a field
 * would name a seat that does not exist is CHEMIX_INVALID_INPUT, and the observation stays as it
 * is. Other unexpected events are safe, but the result may not correspond to any reachable state,
 * and its numbers may be out of bounds. */
CHEMIX_API chemix_status chemix_observation_fold(const chemix_game* game, const chemix_event* event,
                                                 void* observation, size_t observation_size,
                                                 chemix_error* out_error);
/* What the viewer may do, from the viewer's own view alone. */
CHEMIX_API chemix_status chemix_observation_legal_actions(const chemix_game* game,
                                                          const void* observation,
                                                          size_t observation_size, int32_t* out,
                                                          size_t capacity, size_t* out_count,
                                                          chemix_error* out_error);
/* As chemix_state_check, from the viewer's own view; the viewer is a player. */
CHEMIX_API chemix_status chemix_observation_check(const chemix_game* game, const void* observation,
                                                  size_t observation_size, int32_t action,
                                                  chemix_error* out_error);
/* A hash that viewer and server may compare. */
CHEMIX_API chemix_status chemix_observation_digest(const chemix_game* game, const void* observation,
                                                   size_t observation_size, uint64_t* out_digest,
                                                   chemix_error* out_error);
/* The information state as a text: equal exactly when the viewer saw and did the same all game
 * long. */
CHEMIX_API chemix_status chemix_observation_text(const chemix_game* game, const void* observation,
                                                 size_t observation_size, char* out,
                                                 size_t capacity, size_t* out_count,
                                                 chemix_error* out_error);
CHEMIX_API chemix_status chemix_observation_save(const chemix_game* game, const void* observation,
                                                 size_t observation_size, void* out,
                                                 size_t capacity, size_t* out_count,
                                                 chemix_error* out_error);
/* Loading validates the bytes: where the belief is exact (chemix_observation_exactness), there is a
 * state that shows the viewer the same, and the rules accept it. It costs as much as a few beliefs,
 * mostly less than a millisecond, seldom a tenth of a second. */
CHEMIX_API chemix_status chemix_observation_load(const chemix_game* game, const void* bytes,
                                                 size_t byte_count, void* out_observation,
                                                 size_t observation_size, chemix_error* out_error);
/* The observation as numbers, own seat first (of a spectator: from seat 0 on), each within the
 * bounds that chemix_game_tensor_layout tells. `out` has room for limits.tensor_size. */
CHEMIX_API chemix_status chemix_observation_tensor(const chemix_game* game, const void* observation,
                                                   size_t observation_size, float* out,
                                                   size_t capacity, size_t* out_count,
                                                   chemix_error* out_error);
/* The same and 16 numbers more, a digest of all that the viewer saw and did: no two information
 * states have equal numbers. `out` has room for limits.information_state_tensor_size. */
CHEMIX_API chemix_status chemix_observation_information_state_tensor(
    const chemix_game* game, const void* observation, size_t observation_size, float* out,
    size_t capacity, size_t* out_count, chemix_error* out_error);

/* ---- Beliefs: what a viewer should think of hidden cards ---- */

/* All functions of this part refuse, by CHEMIX_INVALID_INPUT, a view that no table fits: events of
 * another step may make one. They may also make a view that no state has for other reasons: these
 * chemix_observation_load alone refuses. */

/* While a decision is sealed: all others have taken it, each evenly among what may be done, but as
 * many as keep it open; or nobody else has, for who searches what they may do. */
#define CHEMIX_OTHERS_DECIDED 0
#define CHEMIX_OTHERS_UNDECIDED 1

/* A state that the viewer cannot tell from the true one, as likely as believed, drawn with a seed
 * and a number of the draw; `others` as above. */
CHEMIX_API chemix_status chemix_observation_determinize(
    const chemix_game* game, const void* observation, size_t observation_size, const char* seed,
    uint64_t draw, int32_t others, void* out_state, size_t state_size, chemix_error* out_error);
/* How many worlds fit what the viewer knows, in decimal digits, in the weights of the belief: each
 * as often as it is likely, in whole numbers that may have a divisor in common. So the last world
 * that is left may count more than once: that all is known, chemix_observation_marginals tells. */
CHEMIX_API chemix_status chemix_observation_count_worlds(const chemix_game* game,
                                                         const void* observation,
                                                         size_t observation_size, char* out,
                                                         size_t capacity, size_t* out_count,
                                                         chemix_error* out_error);
/* How often something that the viewer saw could be kept only in part, and how often something was
 * left out in going through what is kept. Where both are 0 the belief is exact. */
CHEMIX_API chemix_status chemix_observation_exactness(
    const chemix_game* game, const void* observation, size_t observation_size,
    int32_t* out_forgotten, int32_t* out_approximations, chemix_error* out_error);

/* Where cards lie; owner 0 for zones that belong to nobody. */
typedef struct chemix_place {
  int32_t zone;
  int32_t owner;
} chemix_place;

/* The places that the viewer does not see into: hands by seat, then piles. */
CHEMIX_API chemix_status chemix_observation_hidden_places(
    const chemix_game* game, const void* observation, size_t observation_size, chemix_place* out,
    size_t capacity, size_t* out_count, chemix_error* out_error);
/* How likely, from 0 to 1, each of these places holds at least n cards of each kind, n being 1 to
 * max_copies of the limits: by place, then kind, then n. Exact shares of the numbers of worlds; in
 * Chip it, while somebody else says a combination, frequencies of some thousand samples, the same
 * each time. Takes from a tenth of a millisecond to some milliseconds, seldom some seconds. */
CHEMIX_API chemix_status chemix_observation_marginals(const chemix_game* game,
                                                      const void* observation,
                                                      size_t observation_size, chemix_stop* stop,
                                                      double* out, size_t capacity,
                                                      size_t* out_count, chemix_error* out_error);

/* ---- Words for people ---- */

/* What a person reads, in a language. For all functions of this part:
 * - `language` is "de", "en", "fr" or another of chemix_word_languages, or a tag of one, such as
 *   "de-AT" or "de_DE.UTF-8"; NULL is English. With " aloud" after it, as in "de aloud", the words
 *   are to be read aloud: formulas are spelled and small numbers are words.
 * - `players` is what the players are called, by seat, each name ended by a line break; NULL, and
 *   an empty name, number them. Names that are no UTF-8 are refused.
 * - What is said of an observation or an event, as seen by a viewer, follows from what this viewer
 *   sees. */

/* The languages that there are words in, separated by blanks. */
CHEMIX_API chemix_status chemix_word_languages(char* out, size_t capacity, size_t* out_count,
                                               chemix_error* out_error);
/* The words of a game by its name, one line each, separated by tabs: `title WORDS`, `score WORDS`
 * (what scores count, and whether more or fewer win), for every option `option NAME WORDS` and for
 * each of its choices `choice NAME CHOICE WORDS`, and `turn_weight NAME WORDS`. */
CHEMIX_API chemix_status chemix_game_words(const char* name, const char* language, char* out,
                                           size_t capacity, size_t* out_count,
                                           chemix_error* out_error);
/* A card with its name and points, such as `H2O, water, 3 points`. */
CHEMIX_API chemix_status chemix_card_words(const chemix_game* game, int32_t kind,
                                           const char* language, char* out, size_t capacity,
                                           size_t* out_count, chemix_error* out_error);
/* What is done, such as `lay H2O`, by a player, or by chance when `actor` is CHEMIX_CHANCE. */
CHEMIX_API chemix_status chemix_action_words(const chemix_game* game, int32_t actor, int32_t action,
                                             const char* language, const char* players, char* out,
                                             size_t capacity, size_t* out_count,
                                             chemix_error* out_error);
/* What happens, one sentence, such as `Ben draws a card.` Empty for a counter that means nothing to
 * people. */
CHEMIX_API chemix_status chemix_event_words(const chemix_game* game, const chemix_event* event,
                                            const char* language, const char* players, char* out,
                                            size_t capacity, size_t* out_count,
                                            chemix_error* out_error);
/* Why an action is refused and what may be done instead, from an error of this game with
 * CHEMIX_REFUSED. CHEMIX_INVALID_INPUT if its `rule` is none by which the game refuses. From an
 * error with CHEMIX_INVALID_INPUT or CHEMIX_OUT_OF_RANGE: its message in the language, or in
 * English if there is no translation; `game` may then be NULL. */
CHEMIX_API chemix_status chemix_error_words(const chemix_game* game, const chemix_error* error,
                                            const char* language, const char* players, char* out,
                                            size_t capacity, size_t* out_count,
                                            chemix_error* out_error);
/* What the viewer is asked for, such as `Ben, lay any card.`; else who acts, or, at the end, who
 * has won, with the scores: `Ben wins. Ben: 3 points, Anna: 1 point.` Of the end of a view that no
 * state has it says only that the game is over. */
CHEMIX_API chemix_status chemix_observation_words(const chemix_game* game, const void* observation,
                                                  size_t observation_size, const char* language,
                                                  const char* players, char* out, size_t capacity,
                                                  size_t* out_count, chemix_error* out_error);
/* Everybody's score as it stands, at the end also who has won. Secret until then, as
 * chemix_state_scores. */
CHEMIX_API chemix_status chemix_state_words(const chemix_game* game, const void* state,
                                            size_t state_size, const char* language,
                                            const char* players, char* out, size_t capacity,
                                            size_t* out_count, chemix_error* out_error);

/* ---- Plain data ---- */

/* Everything as JSON on one line. Seats are numbers, cards and choices are names, what is absent is
 * null, digests are 16 hexadecimal digits, a place is {"zone": …, "player": seat or null}; hands
 * and piles are {name: copies}, or lists of names from the top where their order is seen. */

/* A state: its `game` and `key`, `open` what all see, `own` what each player holds, `hidden` what
 * nobody sees, `knowledge`, `chance_count`. */
CHEMIX_API chemix_status chemix_state_json(const chemix_game* game, const void* state,
                                           size_t state_size, char* out, size_t capacity,
                                           size_t* out_count, chemix_error* out_error);
/* Sets up a state from such data. What is not named follows: it is as before the deal, with the
 * player of open.current_player as the one who begins; sizes are those of the cards; and cards that
 * are named nowhere lie where they lay before the deal, in most games in the draw pile. So a
 * position is told by phase, whose turn it is, hands and what lies open; nothing was seen before
 * it. CHEMIX_INVALID_INPUT for what is no such data or cannot be by the rules, with field, value,
 * rule, and for more than 1,048,576 bytes. */
CHEMIX_API chemix_status chemix_state_from_json(const chemix_game* game, const char* text,
                                                size_t text_size, void* out_state,
                                                size_t state_size, chemix_error* out_error);
/* An observation: `game`, `key`, `viewer` (null for a spectator), `open`, `own` (null for a
 * spectator), `knowledge`. */
CHEMIX_API chemix_status chemix_observation_json(const chemix_game* game, const void* observation,
                                                 size_t observation_size, char* out,
                                                 size_t capacity, size_t* out_count,
                                                 chemix_error* out_error);
/* An action of a player, or of chance when `actor` is CHEMIX_CHANCE: `kind`, `id`, `chance`,
 * `fields`. */
CHEMIX_API chemix_status chemix_action_json(const chemix_game* game, int32_t actor, int32_t action,
                                            char* out, size_t capacity, size_t* out_count,
                                            chemix_error* out_error);
/* An event: its `verb` and what the verb names. */
CHEMIX_API chemix_status chemix_event_json(const chemix_game* game, const chemix_event* event,
                                           char* out, size_t capacity, size_t* out_count,
                                           chemix_error* out_error);
/* Writes a record as plain data: what the game was made of, and its `steps`, each with its `player`
 * (null for chance) and `action`. The record is read and replayed as by chemix_record_verify. */
CHEMIX_API chemix_status chemix_record_json(const char* text, size_t text_size, char* out,
                                            size_t capacity, size_t* out_count,
                                            chemix_error* out_error);
/* The catalogue of a game: all that a frontend must know before the first card is dealt. Words are
 * maps by language.
 * - name, title, revision, key, players, min_players, max_players, deck, turn_weights;
 * - options: value, default, least and most or the choices for so many players, rule, meaning;
 * - phases: who is asked ("chance", "nobody", "one", "several"), sealed, actions, words;
 * - actions, chance_actions: kinds with first_id, count, phases and all values of their fields;
 * - places, counters, verbs: what events name;
 * - cards: id, name, type, copies, points, value, atomic_number, elements, tokens, needs, color,
 *   names, marks (attested or reconstructed);
 * - scores: meaning, whether the "most" or the "fewest" are best, min_return, max_return;
 * - tensor, information_state_tensor, state_tensor: fields with offset and size;
 * - limits: the most of what a state, an observation, a step, a decision and a play have; no JSON
 * or text of a state is longer than limits.state_characters. */
CHEMIX_API chemix_status chemix_game_catalogue(const chemix_game* game, char* out, size_t capacity,
                                               size_t* out_count, chemix_error* out_error);
/* What a game may be made with, by its name: players, deck, options and turn weights, each with
 * name, type, least and most or choices, default, rule, meaning. */
CHEMIX_API chemix_status chemix_game_description(const char* name, char* out, size_t capacity,
                                                 size_t* out_count, chemix_error* out_error);
/* Why a rule refuses, from the error that a call gave with CHEMIX_REFUSED: `rule`, `detail`,
 * `arguments` and the `action`, which is chance's when `actor` is CHEMIX_CHANCE. */
CHEMIX_API chemix_status chemix_refusal_json(const chemix_game* game, int32_t actor,
                                             const chemix_error* error, char* out, size_t capacity,
                                             size_t* out_count, chemix_error* out_error);
/* The names of the built-in deck files, separated by blanks, and one of them as it is kept: JSON.
 */
CHEMIX_API chemix_status chemix_deck_names(char* out, size_t capacity, size_t* out_count,
                                           chemix_error* out_error);
CHEMIX_API chemix_status chemix_deck_json(const char* name, char* out, size_t capacity,
                                          size_t* out_count, chemix_error* out_error);
/* A deck as the text of a deck file, in lines. */
CHEMIX_API chemix_status chemix_deck_text(const chemix_deck* deck, char* out, size_t capacity,
                                          size_t* out_count, chemix_error* out_error);
/* What data looks like, as a JSON schema: "state" and "observation" in this game, and "action",
 * "event", "refusal", "error", "description", "record", "tensor_layout" and "catalogue". */
CHEMIX_API chemix_status chemix_game_schema(const chemix_game* game, const char* what, char* out,
                                            size_t capacity, size_t* out_count,
                                            chemix_error* out_error);

/* ---- Batches: many states of one game in one call ---- */

/* `states` are `count` states one after another, `states_size` bytes in all: count times
 * limits.state_size. What is given or told of each has a place in the order of the states. When
 * anything is refused, nothing of the batch is changed, and out_error names the entry: "actors[3]".
 * Each function does what it does to the same states one by one. */

/* Writes the states before anything is dealt; `start_players` may be NULL: seat 0 begins in all. */
CHEMIX_API chemix_status chemix_batch_init(const chemix_game* game, const int32_t* start_players,
                                           void* out_states, size_t states_size, size_t count,
                                           chemix_error* out_error);
/* Who acts in each, as chemix_state_acting tells; both have room for `count`. */
CHEMIX_API chemix_status chemix_batch_acting(const chemix_game* game, const void* states,
                                             size_t states_size, size_t count,
                                             uint32_t* out_players, bool* out_chance,
                                             chemix_error* out_error);
/* What `players[i]` may do in state i: 1 for the ids of legal actions, 0 for all others, a row of
 * limits.action_count for each state. Of CHEMIX_CHANCE the row is 0. */
CHEMIX_API chemix_status chemix_batch_legal_masks(const chemix_game* game, const void* states,
                                                  size_t states_size, size_t count,
                                                  const int32_t* players, uint8_t* out,
                                                  size_t capacity, size_t* out_count,
                                                  chemix_error* out_error);
/* Stands in a list of actions for none: the state stays as it is. */
#define CHEMIX_NO_ACTION (-1)
/* Lets `actors[i]` take `actions[i]` in state i. */
CHEMIX_API chemix_status chemix_batch_apply(const chemix_game* game, const int32_t* actors,
                                            const int32_t* actions, void* states,
                                            size_t states_size, size_t count,
                                            chemix_error* out_error);
/* Lets chance act in state i for the seed `seeds[i]` until a player acts or the game is over. */
CHEMIX_API chemix_status chemix_batch_resolve(const chemix_game* game, const uint64_t* seeds,
                                              void* states, size_t states_size, size_t count,
                                              chemix_error* out_error);
/* Plays state i on to the end for the seed `seeds[i]`, as chemix_state_playout does; `out_steps`
 * has room for `count` unless it is NULL. */
CHEMIX_API chemix_status chemix_batch_playout(const chemix_game* game, const uint64_t* seeds,
                                              chemix_stop* stop, void* states, size_t states_size,
                                              size_t count, int64_t* out_steps,
                                              chemix_error* out_error);
/* What `viewers[i]` sees of state i: observations one after another, `observations_size` bytes in
 * all: count times limits.observation_size. */
CHEMIX_API chemix_status chemix_batch_observe(const chemix_game* game, const void* states,
                                              size_t states_size, size_t count,
                                              const int32_t* viewers, void* out_observations,
                                              size_t observations_size, chemix_error* out_error);
/* The same as numbers: the observation tensors, a row of limits.tensor_size for each state. */
CHEMIX_API chemix_status chemix_batch_tensors(const chemix_game* game, const void* states,
                                              size_t states_size, size_t count,
                                              const int32_t* viewers, float* out, size_t capacity,
                                              size_t* out_count, chemix_error* out_error);
/* What everybody gets, a row of limits.players for each state; 0 before the end. */
CHEMIX_API chemix_status chemix_batch_returns(const chemix_game* game, const void* states,
                                              size_t states_size, size_t count, double* out,
                                              size_t capacity, size_t* out_count,
                                              chemix_error* out_error);

/* ---- Policies ---- */

/* Who plays for a seat, by what this seat sees and knows alone: a policy is given observations and
 * never a state. Immutable; may be used by several threads at once and for all games. */
typedef struct chemix_policy chemix_policy;
/* The policies that there are, as JSON: `name`, `meaning` and `parameters`, described as options.
 */
CHEMIX_API chemix_status chemix_policy_list(char* out, size_t capacity, size_t* out_count,
                                            chemix_error* out_error);
/* Makes the policy of a name and parameters, written as options are, such as `random` or
 * `search iterations=2000`. It is the caller's, to destroy. */
CHEMIX_API chemix_status chemix_policy_create(const char* text, chemix_policy** out_policy,
                                              chemix_error* out_error);
/* Destroys the policy and sets *policy to NULL. NULL is fine. */
CHEMIX_API void chemix_policy_destroy(chemix_policy** policy);
/* What the viewer of an observation does by the policy: the same for the same seed (decimal, or
 * hexadecimal after `0x`). Each decision wants a seed of its own: by the same one chance comes out
 * alike. CHEMIX_INVALID_INPUT where the viewer has nothing to decide. */
CHEMIX_API chemix_status chemix_policy_choose(const chemix_policy* policy, const chemix_game* game,
                                              const void* observation, size_t observation_size,
                                              const char* seed, chemix_stop* stop,
                                              int32_t* out_action, chemix_error* out_error);

/* What a policy thinks of a legal action. */
typedef struct chemix_action_value {
  /* The higher, the better; to be compared with others of the same decision only. */
  double value;
  /* How often it was looked at, by policies that look ahead; else 0. */
  int64_t visits;
  int32_t action;
  int32_t reserved;
} chemix_action_value;

/* What the policy thinks of all legal actions, the best first: for hints. */
CHEMIX_API chemix_status chemix_policy_action_values(
    const chemix_policy* policy, const chemix_game* game, const void* observation,
    size_t observation_size, const char* seed, chemix_stop* stop, chemix_action_value* out,
    size_t capacity, size_t* out_count, chemix_error* out_error);
/* What the policy would do and why, as JSON: `action` (its text) and `id`; `reason`, which is
 * "only" (nothing else is allowed), "alike" (another is as good or nearly), "points" (by the end
 * of the turn), "looked_ahead" or "solved" (perfect play); how many `choices` there are; `margin`,
 * by how much it expects more of it than of any other; `gain`, by how many points the lead grows by
 * the end of the turn; `visits`, how many games were looked ahead in all; and `words`, one sentence
 * in `language`, with names of `players`, as in the part of words. */
CHEMIX_API chemix_status chemix_policy_hint(const chemix_policy* policy, const chemix_game* game,
                                            const void* observation, size_t observation_size,
                                            const char* seed, const char* language,
                                            const char* players, chemix_stop* stop, char* out,
                                            size_t capacity, size_t* out_count,
                                            chemix_error* out_error);
/* Plays on, in place, to the end, each seat by its policy: `policies` has one for each. Chance, who
 * of several acts first and what policies draw follow from the seed. */
CHEMIX_API chemix_status chemix_state_play(const chemix_game* game,
                                           const chemix_policy* const* policies,
                                           size_t policy_count, const char* seed, chemix_stop* stop,
                                           void* state, size_t state_size, int64_t* out_steps,
                                           chemix_error* out_error);

/* ---- Records ---- */

typedef struct chemix_step {
  /* A seat or CHEMIX_CHANCE. */
  int32_t actor;
  int32_t action;
} chemix_step;

/* Writes a game that was played from its initial state, as JSON of several lines. */
CHEMIX_API chemix_status chemix_record_write(const chemix_game* game, int32_t start_player,
                                             const chemix_step* steps, size_t step_count, char* out,
                                             size_t capacity, size_t* out_count,
                                             chemix_error* out_error);
/* The same of a game that was saved and resumed: the steps go on from the state `start`. Whoever
 * has the record sees that state, with all hands. */
CHEMIX_API chemix_status chemix_record_write_resumed(const chemix_game* game, const void* start,
                                                     size_t state_size, const chemix_step* steps,
                                                     size_t step_count, char* out, size_t capacity,
                                                     size_t* out_count, chemix_error* out_error);
/* A record, of at most 64 MiB, that was read, replayed and compared with its digest: what a replay
 * viewer walks through. It is the caller's, to destroy. Immutable; may be used by several threads
 * at once. */
typedef struct chemix_record chemix_record;
CHEMIX_API chemix_status chemix_record_open(const char* text, size_t text_size,
                                            chemix_record** out_record, chemix_error* out_error);
/* The game that was played, to destroy as any other, and who began: CHEMIX_NOBODY where the record
 * is of a game that was resumed. */
CHEMIX_API chemix_status chemix_record_game(const chemix_record* record, chemix_game** out_game,
                                            int32_t* out_start_player, chemix_error* out_error);
/* The state in which the first step is taken: before the deal, or where the game was resumed. */
CHEMIX_API chemix_status chemix_record_start(const chemix_record* record, void* out_state,
                                             size_t state_size, chemix_error* out_error);
/* All steps, from that state on: apply one after another. */
CHEMIX_API chemix_status chemix_record_steps(const chemix_record* record, chemix_step* out,
                                             size_t capacity, size_t* out_count,
                                             chemix_error* out_error);
/* Writes, as JSON, what `viewer` (a seat or CHEMIX_SPECTATOR) saw of the game: a file for this
 * viewer, which shows nobody else's secrets. */
CHEMIX_API chemix_status chemix_record_seen(const chemix_record* record, int32_t viewer, char* out,
                                            size_t capacity, size_t* out_count,
                                            chemix_error* out_error);
/* Destroys the record and sets *record to NULL. NULL is fine. */
CHEMIX_API void chemix_record_destroy(chemix_record** record);
/* Reads a record, replays it and compares the digest of its end; gives that digest. */
CHEMIX_API chemix_status chemix_record_verify(const char* text, size_t text_size,
                                              uint64_t* out_digest, chemix_error* out_error);

/* What one viewer saw of a game, of at most 64 MiB as text: what a replay shows of it, without any
 * state. That it was read says that its digest fits, not that such a game was played. It is the
 * caller's, to destroy. */
typedef struct chemix_seen_record chemix_seen_record;
CHEMIX_API chemix_status chemix_seen_record_open(const char* text, size_t text_size,
                                                 chemix_seen_record** out_record,
                                                 chemix_error* out_error);
/* The game, to destroy as any other, and how many steps there are of which the viewer noticed
 * something. */
CHEMIX_API chemix_status chemix_seen_record_game(const chemix_seen_record* record,
                                                 chemix_game** out_game, size_t* out_step_count,
                                                 chemix_error* out_error);
/* What the viewer saw before the first step. */
CHEMIX_API chemix_status chemix_seen_record_start(const chemix_seen_record* record,
                                                  void* out_observation, size_t observation_size,
                                                  chemix_error* out_error);
/* What the viewer noticed of a step, counted from 0: to show, and to fold into the observation. */
CHEMIX_API chemix_status chemix_seen_record_events(const chemix_seen_record* record, size_t step,
                                                   chemix_event* out, size_t capacity,
                                                   size_t* out_count, chemix_error* out_error);
/* Destroys it and sets *record to NULL. NULL is fine. */
CHEMIX_API void chemix_seen_record_destroy(chemix_seen_record** record);

/* ---- Fair dealing ---- */

/* A server commits to a seed before a game and reveals it after, so that everybody can check the
 * whole deal; docs/fair_dealing.md says what that proves. A seed and a salt are 32 bytes each,
 * drawn by a random source that is good for secrets, and kept until the game is over. No message
 * shows them. */
#define CHEMIX_SECRET_SIZE 32

/* What a player adds to the seed: the first byte_count of the bytes. */
typedef struct chemix_contribution {
  /* 0 to CHEMIX_SECRET_SIZE; 0 for a player who adds nothing. */
  uint32_t byte_count;
  uint8_t bytes[CHEMIX_SECRET_SIZE];
} chemix_contribution;

/* The commitment, to be published before the game: 64 hexadecimal digits. It binds the seed, the
 * salt and all that a record says before its first step: game, revision, options, players, deck and
 * who begins. */
CHEMIX_API chemix_status chemix_deal_commit(const chemix_game* game, int32_t start_player,
                                            const uint8_t* seed, const uint8_t* salt, char* out,
                                            size_t capacity, size_t* out_count,
                                            chemix_error* out_error);
/* The seed to deal with, as chemix_state_resolve takes it: 0x and 64 hexadecimal digits, the number
 * that 32 bytes of a hash are, lowest byte first. It is made of the server's seed and of the
 * contributions, by seat, which are asked for when the commitment is out; at most 6, and seats
 * after the last add nothing. */
CHEMIX_API chemix_status chemix_deal_seed(const uint8_t* seed,
                                          const chemix_contribution* contributions,
                                          size_t contribution_count, char* out, size_t capacity,
                                          size_t* out_count, chemix_error* out_error);
/* Reads a record as chemix_record_verify does and gives the digest of its end; refuses it by
 * CHEMIX_INVALID_INPUT where what was revealed does not fit. out_error names `record` where it is
 * not letter for letter what chemix_record_write writes, `commitment` where seed, salt, game or
 * start player are not those committed to, `steps[n]` where chance did not go as the seed to deal
 * with draws. Of a game that is not over it tells the same of what was dealt so far. */
CHEMIX_API chemix_status chemix_deal_verify(const char* commitment, const uint8_t* seed,
                                            const uint8_t* salt,
                                            const chemix_contribution* contributions,
                                            size_t contribution_count, const char* text,
                                            size_t text_size, uint64_t* out_digest,
                                            chemix_error* out_error);

#ifdef __cplusplus
}
#endif

#endif /* CHEMIX_H */
