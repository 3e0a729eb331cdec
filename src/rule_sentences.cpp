// SPDX-License-Identifier: Apache-2.0
// The catalogue of refusals: one line per rule that can refuse an action, and per detail of it.
#include "chemix/rule_sentences.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace chemix {
namespace {

struct Sentence {
  RuleId rule;
  std::array<std::string_view, 3> words;
  /// Which refusal of the rule; 0 speaks for those that have no words of their own.
  std::uint8_t detail = 0;
};

constexpr std::array<Sentence, 52> sentences = {{
    {"GN-2",
     {"Nur der Zufall entscheidet hier, und nur so, wie er ausgehen kann.",
      "Seul le hasard décide ici, et seulement d’une issue possible.",
      "Only chance acts here, and only with an outcome that is possible."}},
    {"GN-10",
     {"Das wird jetzt nicht von dir verlangt.", "Ce n’est pas ce qui t’est demandé maintenant.",
      "That is not what you are asked for now."}},
    {"GN-10",
     {"Jetzt ist der Zufall am Zug.", "C’est au hasard de décider maintenant.", "Chance acts now."},
     1},
    {"GN-10", {"Du bist nicht am Zug.", "Ce n’est pas à toi de jouer.", "It is not your turn."}, 2},
    {"GN-10", {"Das Spiel ist zu Ende.", "La partie est terminée.", "The game is over."}, 3},
    {"GN-10",
     {"Du hast schon entschieden; jetzt entscheiden die anderen.",
      "Tu as déjà décidé ; maintenant, c’est aux autres de le faire.",
      "You have decided already; now the others do."},
     4},
    {"GN-11",
     {"Die Karte ist nicht auf deiner Hand.", "La carte n’est pas dans ta main.",
      "The card is not in your hand."}},
    {"GN-12",
     {"Karten werden aufsteigend genannt, und so, dass die Wahl zu Ende gehen kann.",
      "Les cartes se nomment en ordre croissant, et le choix doit pouvoir être complété.",
      "Cards are named ascending, and so that the choice can be completed."}},
    {"CU-4",
     {"Die Karte passt nicht auf die oberste Karte.",
      "La carte ne correspond pas à la carte du dessus.", "The card does not match the top card."}},
    {"CU-5",
     {"Wer legen kann, muss legen, und wer nicht, muss ziehen.",
      "Qui peut poser doit poser, et qui ne peut pas doit piocher.",
      "Who can lay must lay, and who cannot must draw."}},
    {"CU-6",
     {"Jetzt darf nur die soeben gezogene Karte gelegt werden.",
      "Seule la carte qui vient d’être piochée peut être posée.",
      "Only the card just drawn may be laid now."}},
    {"CU-8",
     {"Gewünscht ist ein Element des Spiels, und die Karte muss es enthalten.",
      "Le souhait porte sur un élément du jeu, et la carte doit le contenir.",
      "A wish names an element of the deck, and the next card must contain it."}},
    {"CU-11",
     {"Auf eine offene Strafe darf nur ein gleicher Multiplikator gelegt werden.",
      "Sur une pénalité ouverte, seul un multiplicateur égal peut être posé.",
      "Only an equal multiplier may be laid on an open penalty."}},
    {"CU-16",
     {"Es ist keine Karte mehr da, die gezogen werden könnte.", "Il n’y a plus de carte à piocher.",
      "There is no card left to draw."}},
    {"SD-8",
     {"Eine Verbindung der Auslage wird mit genau den Karten gelegt, die sie zeigt.",
      "Un composé de l’étalage se pose avec exactement les cartes qu’il montre.",
      "A compound of the display is laid with exactly the cards that it shows."}},
    {"SD-9",
     {"So viele Multiplikatoren geben die Stapel in dieser Runde nicht.",
      "Les piles ne donnent pas autant de multiplicateurs dans cette manche.",
      "The stacks do not give so many multipliers in this round."}},
    {"SD-12",
     {"Genommen werden zwei Karten der gezeigten Hand, oder ihre einzige.",
      "On prend deux cartes de la main montrée, ou la seule qu’elle a.",
      "Two cards of the hand that is shown are taken, or its only one."}},
    {"SD-15",
     {"Das Edelgas geht an jemanden, der keines hat.",
      "Le gaz noble va à quelqu’un qui n’en a pas.",
      "The noble gas goes to somebody who has none."}},
    {"SD-20",
     {"Dort liegt kein Stapel.", "Il n’y a pas de pile à cet endroit.", "There is no such stack."}},
    {"CL-5", {"Das liegt dort nicht.", "Cela ne se trouve pas là.", "That does not lie there."}},
    {"CL-6",
     {"Was in diesem Zug gelegt wurde, wird in ihm nicht aufgelöst.",
      "Ce qui a été posé pendant ce tour n’y est pas rompu.",
      "What was laid in this turn is not dissolved in it."}},
    {"CL-7",
     {"Die Verbindungskarte liegt nicht mehr in der Auslage.",
      "La carte liaison n’est plus dans l’étalage.",
      "The compound card does not lie in the display any more."}},
    {"CL-8",
     {"Aus diesen Handkarten und freien Karten entsteht die Verbindung nicht genau.",
      "Ces cartes de la main et les cartes libres ne forment pas exactement ce composé.",
      "These hand cards and free cards do not make the compound exactly."}},
    {"CL-9",
     {"In diesem Zug wurde schon ein Multiplikator genommen oder zurückgelegt.",
      "Un multiplicateur a déjà été pris ou rendu pendant ce tour.",
      "A multiplier was taken or returned in this turn already."}},
    {"CL-11",
     {"Die Karte ist nicht verfallen.", "La carte n’est pas périmée.", "The card is not expired."}},
    {"CL-12",
     {"Zurückgelegt wird jetzt nur ein verfallener Multiplikator.",
      "Seul un multiplicateur périmé peut être rendu maintenant.",
      "Only an expired multiplier is returned now."}},
    {"CL-16",
     {"Ein Edelgas setzt ein, wer eines hat; behalten wird es mit höchstens drei Karten.",
      "On utilise un gaz noble si on en a un, et on le garde avec trois cartes au plus.",
      "A noble gas is used by who has one, and kept with three cards at most."}},
    {"CL-17",
     {"Die freien Karten reichen für diese aufgelöste Verbindung nicht.",
      "Les cartes libres ne suffisent pas pour ce composé rompu.",
      "The free cards do not suffice for this dissolved compound."}},
    {"CL-19",
     {"Das Edelgas geht an jemand anderen.", "Le gaz noble va à quelqu’un d’autre.",
      "The noble gas goes to somebody else."}},
    {"CL-20",
     {"Es gibt nichts, was sich rückgängig machen lässt.", "Il n’y a rien à annuler.",
      "There is nothing that can be taken back."}},
    {"CF-8",
     {"Multiplikatoren werden erst nach dem Umbau zurückgelegt.",
      "Les multiplicateurs ne sont rendus qu’après la construction.",
      "Multipliers are returned only after compounds are formed."}},
    {"RX-6",
     {"Es sind keine Karten da, die dafür nachgezogen werden könnten.",
      "Il n’y a pas de cartes à piocher en échange.", "There are no cards to draw for it."}},
    {"RX-7",
     {"Diese Karte lag vorher nicht im Markt.", "Cette carte n’était pas au marché avant.",
      "This card did not lie in the market before."}},
    {"RX-8",
     {"Gezogen wird von jemand anderem.", "On tire chez quelqu’un d’autre.",
      "A card is drawn from somebody else."}},
    {"RX-9",
     {"Gefragt wird jemand anderes nach einer kleinen Karte, und die soeben gegebene bleibt.",
      "On demande une petite carte à quelqu’un d’autre, et celle qui vient d’être donnée reste.",
      "Somebody else is asked for a small card, and the one just given stays."}},
    {"RX-10",
     {"Diese Verbindung liegt nicht offen.", "Ce composé n’est pas visible.",
      "This compound does not lie open."}},
    {"RX-12",
     {"Diese Verbindung liegt nicht für dich da, oder deine Hand ergibt sie nicht.",
      "Ce composé n’est pas là pour toi, ou ta main ne le donne pas.",
      "This compound does not lie there for you, or your hand does not build it."}},
    {"RX-13",
     {"Pro Spielrunde gibt es eine Meldung, und nur die Laborleitung schließt sie.",
      "Une annonce par tour de jeu, et seul le chef du laboratoire le clôt.",
      "There is one claim in a play round, and only the lab leader closes it."}},
    {"CI-7",
     {"Eine Kombination hat so viele Karten wie angesagt, aufsteigend, und überbietet den Wert.",
      "Une combinaison a autant de cartes qu’annoncé, en ordre croissant, et dépasse la valeur.",
      "A combination has as many cards as were said, ascending, and outbids the value."}},
    {"CI-8",
     {"Diesen Wert erreichen die Karten nicht mit den Punkten im Vorrat.",
      "Les cartes n’atteignent pas cette valeur avec les points de la réserve.",
      "The cards cannot have this value with the points in the supply."}},
    {"CI-10",
     {"So viele Punkte hast du nicht.", "Tu n’as pas autant de points.",
      "You do not have so many points."}},
    {"CC-3",
     {"Nur eine der beiden Karten darf vom Ablagestapel kommen.",
      "Une seule des deux cartes peut venir de la défausse.",
      "Only one of the two cards may come from the discard pile."}},
    {"CC-4",
     {"Diese Verbindung liegt nicht offen da.", "Ce composé n’est pas étalé.",
      "This compound does not lie open."}},
    {"CC-5",
     {"Obenauf liegt eine Karte, die du für die Verbindung gelegt hast.",
      "La carte du dessus est l’une de celles posées pour le composé.",
      "On top lies a card that you laid for the compound."}},
    {"CC-6",
     {"Wer nichts erobert, legt eine Karte ab.", "Qui ne capture rien défausse une carte.",
      "Who captures nothing discards a card."}},
    {"CC-9",
     {"Gezogen wird, solange eine Karte da ist; nur sonst entfällt es.",
      "On pioche tant qu’il y a une carte, et l’on ne s’en passe que sinon.",
      "A card is drawn as long as there is one, and skipped only then."}},
    {"CN-2",
     {"In einem Zug gibt es nur eine Verbindung oder eine Folge.",
      "Un tour permet un seul composé ou une seule suite.",
      "A turn has only one capture or one run."}},
    {"CN-3",
     {"Für diese Folge fehlen dir Karten.", "Il te manque des cartes pour cette suite.",
      "You lack cards for this run."}},
    {"CN-4",
     {"Nach einer Verbindung darf nur die letzte Karte abgelegt werden, sonst muss es eine.",
      "Après un composé, seule la dernière carte peut être défaussée, sinon il en faut une.",
      "After a capture only the last card may be discarded, else one must be."}},
    {"CN-5",
     {"Dort vertritt kein Joker diese Karte.", "Aucun joker n’y remplace cette carte.",
      "No wild card stands for this card there."}},
    {"MT-5",
     {"So reichen deine Karten nicht, und mindestens eine muss ein Element sein.",
      "Tes cartes n’y suffisent pas ainsi, et l’une au moins doit être un élément.",
      "Your cards do not suffice like this, and at least one must be an element."}},
    {"CB-4",
     {"Solange du Handkarten hast, spielst du von der Hand.",
      "Tant que tu as des cartes en main, tu joues de ta main.",
      "As long as you have hand cards, you play from your hand."}},
}};

constexpr const Sentence* find(const RuleId& rule, std::uint8_t detail) {
  const auto found = std::find_if(sentences.begin(), sentences.end(), [&](const Sentence& other) {
    return other.rule == rule && other.detail == detail;
  });
  return found == sentences.end() ? nullptr : &*found;
}

// Each is found, and each rule has words for any refusal.
static_assert(std::all_of(sentences.begin(), sentences.end(), [](const Sentence& sentence) {
  return find(sentence.rule, sentence.detail) == &sentence && find(sentence.rule, 0) != nullptr;
}));

}  // namespace

std::string_view rule_sentence(const RuleError& error, Language language) {
  const Sentence* sentence = find(error.rule, error.detail);
  if (sentence == nullptr) sentence = find(error.rule, 0);
  return sentence == nullptr ? "" : sentence->words[static_cast<std::size_t>(language)];
}

std::string refusal_text(const AnyGame& game, const RuleError& error, Language language,
                         bool by_chance) {
  const std::string action =
      by_chance ? game.chance_action_text(error.action) : game.action_text(error.action);
  return action + ": " + std::string(rule_sentence(error, language)) + " [" + error.rule.text() +
         "]";
}

}  // namespace chemix
