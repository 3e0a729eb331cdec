// SPDX-License-Identifier: Apache-2.0
// Calls the worker, which has the table or a seat at one.
import type { Status } from "./protocol.js";
import type { Answers } from "./worker.js";

type Asked<F> = F extends (...given: infer G) => infer R ? (...given: G) => Promise<Awaited<R>> : never;
interface Message {
  id: number;
  answer?: never;
  error?: string;
  status?: Status;
}

const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
const waiting = new Map<number, { done: (value: never) => void; failed: (error: Error) => void }>();
let last = 0;
let watcher: (status: Status) => void = () => {};

worker.onmessage = ({ data }: MessageEvent<Message>) => {
  if (data.status) {
    watcher(data.status);
    return;
  }
  const asked = waiting.get(data.id)!;
  waiting.delete(data.id);
  if (data.error === undefined) asked.done(data.answer as never);
  else asked.failed(new Error(data.error));
};

/** The worker failed to load, for instance after a new version of the page was installed. */
worker.onerror = ({ message }) => {
  const error = new Error(message || "worker.js");
  for (const { failed } of waiting.values()) failed(error);
  waiting.clear();
};

export const table = new Proxy({} as { [K in keyof Answers]: Asked<Answers[K]> }, {
  get: (_, ask) => (...given: unknown[]) =>
    new Promise((done, failed) => {
      waiting.set(++last, { done, failed });
      worker.postMessage({ id: last, ask, with: given });
    }),
});

/** Sets the listener for the connection status. */
export function watchStatus(watch: (status: Status) => void): void {
  watcher = watch;
}
