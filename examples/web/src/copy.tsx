// SPDX-License-Identifier: Apache-2.0
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Page } from "./page.js";

interface Props extends Pick<Page, "say"> {
  text: string;
  children: ComponentChildren;
}

/** Copies a text. Pages served by http from another device have no clipboard; there it shows the text. */
export function Copy({ text, say, children }: Props) {
  const [state, setState] = useState<"" | "copied" | "shown">("");
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
    } catch {
      setState("shown");
    }
  }
  return (
    <>
      <button type="button" data-link={text} onClick={() => void copy()}>{children}</button>
      {state === "copied" && <span role="status">{say("copied")}</span>}
      {state === "shown" && <span role="status"><a href={text}>{text}</a></span>}
    </>
  );
}
