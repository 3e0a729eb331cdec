// SPDX-License-Identifier: Apache-2.0
// The options of a game: their values, and controls to set them.
import type { values } from "chemix";
import type { Say } from "./words.js";

export function wordsOf(
  value: values.OptionValue, words: { [choice: string]: string } | undefined, say: Say,
): string {
  return typeof value === "boolean" ? say(value ? "yes" : "no") : (words?.[String(value)] ?? String(value));
}

interface ChoiceProps {
  option: values.Option;
  words: { [choice: string]: string };
  value: values.OptionValue;
  say: Say;
  onChange: (value: values.OptionValue) => void;
}

export function Choice({ option, words, value, say, onChange }: ChoiceProps) {
  if (option.type === "number" || option.type === "real") {
    return (
      <input
        type="number" min={option.least ?? undefined} max={option.most ?? undefined}
        step={option.type === "real" ? "any" : 1} value={Number(value)} data-option={option.name}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
    );
  }
  return (
    <select
      value={String(value)} data-option={option.name}
      onChange={(event) => onChange(option.choices[event.currentTarget.selectedIndex]!)}
    >
      {option.choices.map((choice) => (
        <option key={String(choice)} value={String(choice)}>{wordsOf(choice, words, say)}</option>
      ))}
    </select>
  );
}
