// SPDX-License-Identifier: Apache-2.0
// Dragging cards by mouse, pen or finger. It is optional: clicking a card or pressing Enter does the same.
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** A press becomes a drag after this many pixels. A finger must rest for this many milliseconds first;
 * before that it scrolls. */
const FAR = 8;
const HELD = 300;

/** Makes cards draggable out of the child of the board that contains them; calls `drop` with a card that
 * is dropped in another child. */
export function useDrag(drop: ((card: number) => void) | undefined): RefObject<HTMLDivElement | null> {
  const board = useRef<HTMLDivElement>(null);
  const dropped = useRef(drop);
  dropped.current = drop;
  useEffect(() => {
    const away = new AbortController();
    const within = { signal: away.signal };
    let card: HTMLElement | null = null;
    let isDragged = false;
    let from = { x: 0, y: 0, pointer: 0 };
    let home = new DOMRect();
    let timer = 0;
    let over: Element | null = null;

    const partAt = ({ clientX, clientY }: PointerEvent) => {
      const part = document.elementFromPoint(clientX, clientY)?.closest(".board > *") ?? null;
      return part?.contains(card) ? null : part;
    };
    const mark = (part: Element | null) => {
      over?.removeAttribute("data-onto");
      over = part;
      over?.setAttribute("data-onto", "");
    };
    const lift = () => {
      isDragged = true;
      card!.dataset.dragged = "";
    };
    // Ignore the click that may follow: it was not meant for the element at this place.
    const ignoreClick = () => {
      const ignored = new AbortController();
      const within = { capture: true, signal: ignored.signal };
      addEventListener("click", (click) => click.stopPropagation(), within);
      addEventListener("pointerdown", () => ignored.abort(), within);
    };
    const isHome = ({ clientX: x, clientY: y }: PointerEvent) =>
      x >= home.left && x < home.right && y >= home.top && y < home.bottom;
    const letGo = () => {
      clearTimeout(timer);
      mark(null);
      if (card) {
        delete card.dataset.dragged;
        card.style.translate = "";
      }
      card = null;
      isDragged = false;
    };
    const moved = (event: PointerEvent) => {
      if (!card || event.pointerId !== from.pointer) return;
      // The release was missed, or the card is gone.
      if (event.buttons === 0 || !card.isConnected) return letGo();
      const [x, y] = [event.pageX - from.x, event.pageY - from.y];
      if (!isDragged) {
        if (Math.hypot(x, y) < FAR) return;
        if (event.pointerType === "touch") return letGo();
        lift();
      }
      card.style.translate = `${x}px ${y}px`;
      mark(partAt(event));
    };
    const released = (event: PointerEvent) => {
      if (!card || event.pointerId !== from.pointer) return;
      const [pressed, wasDragged] = [card, isDragged];
      const isDropped = wasDragged && pressed.isConnected && partAt(event) !== null;
      letGo();
      if (!wasDragged) return;
      // A card that is released where it lay counts as clicked, however slow or unsteady the hand.
      if (isHome(event)) pressed.click();
      ignoreClick();
      if (isDropped) dropped.current?.(Number(pressed.dataset.card));
    };

    board.current!.addEventListener("pointerdown", (event) => {
      const pressed = (event.target as Element).closest<HTMLElement>("button[data-card]");
      if (!pressed || !event.isPrimary || event.button !== 0 || !dropped.current) return;
      letGo();
      card = pressed;
      from = { x: event.pageX, y: event.pageY, pointer: event.pointerId };
      home = card.getBoundingClientRect();
      if (event.pointerType === "touch") timer = setTimeout(lift, HELD);
    }, within);
    // Prevent scrolling before the finger moves; once a browser scrolls, it cannot be stopped.
    board.current!.addEventListener("touchmove", (event) => isDragged && event.preventDefault(), {
      ...within, passive: false,
    });
    board.current!.addEventListener("contextmenu", (event) => isDragged && event.preventDefault(), within);
    addEventListener("pointermove", moved, within);
    addEventListener("pointerup", released, within);
    addEventListener("pointercancel", letGo, within);
    addEventListener("keydown", ({ key }) => {
      if (key !== "Escape") return;
      if (isDragged) ignoreClick();
      letGo();
    }, within);
    return () => {
      letGo();
      away.abort();
    };
  }, []);
  return board;
}
