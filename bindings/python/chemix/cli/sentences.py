# SPDX-License-Identifier: Apache-2.0
"""The texts of the terminal game by language; all other texts come from the library."""

from __future__ import annotations

SENTENCES = {
    "en": {
        "player": "Player {}",
        "hide": "Press Enter to hide this.",
        "pass_to": "Pass to {}, then press Enter.",
        "happened": "What happened:",
        "points": "Points:",
        "choose": "Your choice",
        "help": "Enter the number of an action, its words or its text; or: hint, table, rules {}, "
        "undo, save FILE, quit.",
        "hint": "Hint: {}.",
        "numbers": "Enter a number from 1 to {}.",
        "several": "This matches several actions: {}.",
        "nothing": "Unknown action. Enter help for a list of commands.",
        "undone": "Undone.",
        "nothing_done": "There is nothing to undo yet.",
        "not_undone": "This cannot be undone: somebody may have learned something.",
        "saved": "Saved to {}.",
        "no_rule": "There is no rule {}.",
        "left": "The game is not over.",
        "record": "The record is in {}.",
    },
    "de": {
        "player": "Person {}",
        "hide": "Zum Verdecken Enter drücken.",
        "pass_to": "An {} weitergeben, dann Enter drücken.",
        "happened": "Was geschehen ist:",
        "points": "Punkte:",
        "choose": "Deine Wahl",
        "help": "Gib die Nummer einer Aktion, ihre Beschreibung oder ihre Notation ein; oder: "
        "hint (Tipp), table (Tisch), rules {} (Regel), undo (zurücknehmen), save DATEI "
        "(speichern), quit (aufhören).",
        "hint": "Tipp: {}.",
        "numbers": "Gib eine Nummer von 1 bis {} ein.",
        "several": "Das passt zu mehreren Aktionen: {}.",
        "nothing": "Unbekannte Aktion. Mit help siehst du alle Befehle.",
        "undone": "Zurückgenommen.",
        "nothing_done": "Es gibt noch nichts zurückzunehmen.",
        "not_undone": "Das lässt sich nicht zurücknehmen: Jemand könnte etwas erfahren haben.",
        "saved": "Gespeichert in {}.",
        "no_rule": "Es gibt keine Regel {}.",
        "left": "Die Partie ist nicht zu Ende.",
        "record": "Die Aufzeichnung steht in {}.",
    },
    "fr": {
        "player": "Joueur {}",
        "hide": "Appuie sur Entrée pour cacher ceci.",
        "pass_to": "Passe l’appareil à {}, puis appuie sur Entrée.",
        "happened": "Ce qui s’est passé :",
        "points": "Points :",
        "choose": "Ton choix ",
        "help": "Entre le numéro d’une action, sa description ou sa notation ; ou : hint "
        "(conseil), table, rules {} (règle), undo (annuler), save FICHIER (enregistrer), "
        "quit (arrêter).",
        "hint": "Conseil : {}.",
        "numbers": "Entre un numéro de 1 à {}.",
        "several": "Plusieurs actions correspondent : {}.",
        "nothing": "Action inconnue. Entre « help » pour voir les commandes.",
        "undone": "Annulé.",
        "nothing_done": "Il n’y a encore rien à annuler.",
        "not_undone": "Impossible d’annuler : quelqu’un a pu apprendre quelque chose.",
        "saved": "Enregistré dans {}.",
        "no_rule": "La règle {} n’existe pas.",
        "left": "La partie n’est pas terminée.",
        "record": "L’enregistrement est dans {}.",
    },
}
