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

constexpr std::array<Sentence, 55> sentences = {{
    {"GN-2",
     {"Der Zufall ist jetzt nicht am Zug, oder dieses Ergebnis ist nicht möglich.",
      "Ce n’est pas au hasard de décider maintenant, ou cette issue n’est pas possible.",
      "Chance does not act now, or this outcome is not possible."}},
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
     {"Du hast diese Karte nicht auf der Hand.", "Tu n’as pas cette carte en main.",
      "The card is not in your hand."}},
    {"GN-12",
     {"Wähle die Karten in aufsteigender Reihenfolge und so, dass du die Wahl abschliessen kannst.",
      "Choisis les cartes en ordre croissant, de façon à pouvoir terminer ton choix.",
      "Choose the cards in ascending order, and so that you can complete the choice."}},
    {"CU-4",
     {"Die Karte passt nicht: Sie hat mit der obersten Karte kein Element und keinen Multiplikator "
      "gemeinsam.",
      "La carte ne convient pas : elle n’a ni élément ni multiplicateur en commun avec celle du "
      "dessus.",
      "The card shares no element and no multiplier with the top card."}},
    {"CU-5",
     {"Wenn du legen kannst, musst du legen; wenn nicht, musst du eine Karte ziehen.",
      "Si tu peux poser, tu dois poser ; sinon, tu dois piocher une carte.",
      "If you can lay, you must lay; if not, you must draw a card."}},
    {"CU-6",
     {"Jetzt darf nur die soeben gezogene Karte gelegt werden.",
      "Seule la carte qui vient d’être piochée peut être posée.",
      "Only the card just drawn may be laid now."}},
    {"CU-8",
     {"Die Karte muss das gewünschte Element enthalten oder ein Edelgas sein; ein Edelgas selbst "
      "kann man sich nicht wünschen.",
      "La carte doit contenir l’élément souhaité ou être un gaz rare ; on ne peut pas souhaiter un "
      "gaz rare.",
      "The card must contain the element wished for or be a noble gas; a noble gas cannot be "
      "wished for."}},
    {"CU-11",
     {"Bei einer offenen Strafe darfst du nur eine gleiche Multiplikatorkarte legen, sonst musst "
      "du die Strafe ziehen.",
      "Tant qu’une pénalité court, tu ne peux poser qu’une carte multiplicateur de même valeur ; "
      "sinon, pioche la pénalité.",
      "On an open penalty you may lay only an equal multiplier; otherwise you must draw the "
      "penalty."}},
    {"CU-16",
     {"Es ist keine Karte mehr zum Ziehen da.", "Il n’y a plus de carte à piocher.",
      "There is no card left to draw."}},
    {"SD-8",
     {"Die Verbindung liegt nicht in der Auslage, oder du hast nicht exakt die Karten dafür.",
      "Cette carte liaison n’est plus disponible, ou tu n’as pas exactement les cartes qu’il faut.",
      "The compound is not in the display, or you do not have exactly its cards."}},
    {"SD-9",
     {"Die Stapel geben in der 1. Auslegerunde nur 2er, in der 2. auch 3er, ab der 3. auch 4er, "
      "solange welche da sind.",
      "Les piles ne donnent que des 2 à la 1re manche de pose, aussi des 3 à la 2e et des 4 dès la "
      "3e, tant qu’il en reste.",
      "The stacks give 2s only in laying round 1, also 3s in round 2, also 4s from round 3, while "
      "there are any."}},
    {"SD-12",
     {"Nimm zwei Karten der gezeigten Hand; hat sie nur eine, nimm diese.",
      "Prends deux cartes de la main montrée, ou l’unique carte s’il n’y en a qu’une.",
      "Take two cards of the hand that is shown, or its only one."}},
    {"SD-15",
     {"Gib die Edelgaskarte einer anderen Person, die keine besitzt.",
      "Donne la carte gaz rare à un autre joueur qui n’en a pas.",
      "Give the noble gas to another player who has none."}},
    {"SD-20",
     {"Diese Verbindung liegt nicht als Stapel aus.",
      "Il n’y a pas de pile pour cette carte liaison.", "There is no stack of this compound."}},
    {"CL-5",
     {"Die Verbindung liegt nicht auf der freien Fläche, oder der Multiplikator ist nicht dort, "
      "woher du ihn nimmst.",
      "Cette molécule n’est pas au centre de la table, ou ce multiplicateur n’est pas là où tu le "
      "prends.",
      "The compound is not on the free area, or the multiplier is not where you take it from."}},
    {"CL-6",
     {"Eine Verbindung, die du in diesem Zug gelegt hast, darfst du in ihm nicht wieder auflösen.",
      "Tu ne peux pas rompre une molécule que tu as formée pendant ce tour.",
      "You cannot dissolve a compound in the turn in which you formed it."}},
    {"CL-7",
     {"Diese Verbindung ist nicht mehr zu haben: Jede wird nur einmal gelegt.",
      "Cette carte liaison n’est plus disponible : chacune ne sert qu’une fois.",
      "This compound is not available any more: each is laid once."}},
    {"CL-8",
     {"Mit diesen Handkarten und den freien Karten lässt sich die Verbindung nicht exakt legen.",
      "Avec ces cartes de ta main et les cartes libres, tu ne formes pas exactement cette "
      "molécule.",
      "These hand cards and free cards do not make the compound exactly."}},
    {"CL-9",
     {"In diesem Zug wurde schon ein Multiplikator genommen oder zurückgelegt.",
      "Un multiplicateur a déjà été pris ou reposé pendant ce tour.",
      "A multiplier was taken or returned in this turn already."}},
    {"CL-11",
     {"Die Karte ist nicht verfallen: Eine Verbindung der Auslage braucht sie noch.",
      "Cette carte n’est pas morte : une carte liaison disponible en a encore besoin.",
      "The card has not expired: a compound of the display still needs it."}},
    {"CL-12",
     {"Zurückgelegt wird jetzt nur ein verfallener Multiplikator.",
      "Seul un multiplicateur mort peut être reposé maintenant.",
      "Only an expired multiplier is returned now."}},
    {"CL-16",
     {"Mit mehr als drei Karten musst du ein Edelgas einsetzen oder den Zug rückgängig machen; "
      "ohne Edelgas bleibt nur das Zweite.",
      "Avec plus de trois cartes, utilise un gaz rare ou annule ton tour ; sans gaz rare, il faut "
      "l’annuler.",
      "With more than three cards, use a noble gas or take the turn back; without one, take it "
      "back."}},
    {"CL-17",
     {"Wiederhergestellt werden nur Verbindungen dieses Zuges, für die die freien Karten reichen.",
      "On ne reforme que les molécules rompues pendant ce tour et pour lesquelles les cartes "
      "libres suffisent.",
      "Only compounds dissolved in this turn are restored, and only if the free cards suffice."}},
    {"CL-19",
     {"Schenke das Edelgas einer anderen Person.", "Donne le gaz rare à un autre joueur.",
      "Give the noble gas to another player."}},
    {"CL-20",
     {"Es gibt nichts, was sich rückgängig machen lässt.", "Il n’y a rien à annuler.",
      "There is nothing that can be taken back."}},
    {"CF-2",
     {"Du hast kein Edelgas; mach den Zug rückgängig.",
      "Tu n’as pas de gaz rare ; annule ton tour.", "You have no noble gas; take the turn back."}},
    {"CF-8",
     {"Multiplikatoren werden erst nach dem Umbau zurückgelegt.",
      "On ne repose un multiplicateur qu’à la fin du tour, après avoir formé les molécules.",
      "Multipliers are returned only after compounds are formed."}},
    {"CF-8",
     {"Mit mehr als drei Handkarten musst du ein Edelgas einsetzen oder den Zug rückgängig machen.",
      "Avec plus de trois cartes en main, utilise un gaz rare ou annule ton tour.",
      "With more than three hand cards, use a noble gas or take the turn back."},
     1},
    {"RX-6",
     {"Es sind keine Karten da, die dafür nachgezogen werden könnten.",
      "Il n’y a pas de cartes à piocher en échange.", "There are no cards to draw for it."}},
    {"RX-7",
     {"Diese Karte lag nicht schon vorher offen.", "Cette carte n’était pas déjà au marché.",
      "This card did not lie in the market before."}},
    {"RX-8",
     {"Zieh bei einer anderen Person.", "Pioche chez un autre joueur.",
      "Draw from another player."}},
    {"RX-9",
     {"Frag eine andere Person nach einer Element-, Edelgas- oder Multiplikatorkarte; die soeben "
      "abgegebene Karte darf nicht zurückgenommen werden.",
      "Demande à un autre joueur une carte élément, gaz rare ou multiplicateur ; la carte qui "
      "vient d’être donnée ne peut pas être reprise.",
      "Ask another player for an element, noble gas or multiplier; the card just given cannot be "
      "taken back."}},
    {"RX-10",
     {"Diese Verbindung liegt nicht offen aus.", "Cette carte liaison n’est pas face visible.",
      "This compound does not lie open."}},
    {"RX-12",
     {"Diese Verbindung liegt weder offen noch ist sie für dich reserviert, oder dir fehlen Karten "
      "dafür.",
      "Cette carte liaison n’est ni visible ni réservée par toi, ou il te manque des cartes.",
      "This compound is neither open nor reserved by you, or you lack cards for it."}},
    {"RX-13",
     {"Pro Spielrunde darfst du einmal rufen; beenden kann sie nur die Laborleitung.",
      "Tu ne peux annoncer qu’une fois par manche ; seul le chef de laboratoire peut la clore.",
      "You may claim once in a play round; only the lab leader closes it."}},
    {"CI-7",
     {"Spiele so viele Karten wie verlangt, in aufsteigender Reihenfolge und mit höherem Wert als "
      "die liegende Kombination.",
      "Joue autant de cartes que demandé, en ordre croissant et d’une valeur plus élevée que la "
      "combinaison à battre.",
      "Play as many cards as required, in ascending order, with a higher value than the standing "
      "combination."}},
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
     {"Diese Verbindung liegt nicht offen aus.", "Ce composé n’est pas face visible.",
      "This compound does not lie open."}},
    {"CC-5",
     {"Obenauf muss eine der Karten liegen, die du für die Verbindung gelegt hast.",
      "La carte du dessus doit être l’une de celles que tu as posées pour le composé.",
      "On top must lie one of the cards that you laid for the compound."}},
    {"CC-6",
     {"Wer nichts erobert, legt eine Karte ab.", "Qui ne capture rien défausse une carte.",
      "Who captures nothing discards a card."}},
    {"CC-9",
     {"Solange es eine Karte zu ziehen gibt, musst du ziehen; nur sonst entfällt es.",
      "Tant qu’il reste une carte à piocher, tu dois piocher ; sinon seulement, tu t’en dispenses.",
      "As long as there is a card to draw, you must draw; only otherwise you skip it."}},
    {"CN-2",
     {"In einem Zug gibt es nur eine Verbindung oder eine Folge.",
      "Un tour permet un seul composé ou une seule suite.",
      "A turn has only one capture or one run."}},
    {"CN-2",
     {"Du kannst eine Verbindung erobern; eine Folge legt nur, wer das nicht kann.",
      "Tu peux capturer un composé ; une suite, c’est pour qui ne le peut pas.",
      "You can capture a compound; a run is for those who cannot."},
     1},
    {"CN-3",
     {"Für diese Folge fehlen dir Karten.", "Il te manque des cartes pour cette suite.",
      "You lack cards for this run."}},
    {"CN-4",
     {"Nach einer eroberten Verbindung darfst du nur deine letzte Karte ablegen; sonst musst du "
      "eine ablegen.",
      "Après une capture, tu ne peux défausser que ta dernière carte ; sinon, tu dois en défausser "
      "une.",
      "After a capture you may discard only your last card; otherwise you must discard one."}},
    {"CN-5",
     {"Dort vertritt kein Joker diese Karte.", "Aucun joker n’y remplace cette carte.",
      "No wild card stands for this card there."}},
    {"MT-5",
     {"So reichen deine Karten nicht; mindestens eine muss ein Element sein.",
      "Tes cartes n’y suffisent pas ainsi ; l’une au moins doit être une carte élément.",
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
