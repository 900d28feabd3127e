import { useEffect, useState } from "preact/hooks";
import type { LogPart } from "../../types.ts";
import type { View, ViewRest } from "../view.ts";

export interface LiveView {
  readonly view: View | undefined;
  readonly state: "file" | "loading" | "live" | "lost" | "failed";
}

/** The data of the page: embedded, or loaded from the server and updated when it changes. */
export function useView(embedded: View | undefined): LiveView {
  const [live, setLive] = useState<LiveView>({
    view: embedded,
    state: embedded === undefined ? "loading" : "file",
  });
  useEffect(() => {
    if (embedded !== undefined) return undefined;
    const fail = () =>
      setLive(({ view }) => ({ view, state: view === undefined ? "failed" : "lost" }));
    const load = async () => {
      try {
        const view: View = await ask("data");
        setLive((last) => ({ view: { ...view, rest: last.view?.rest }, state: "live" }));
        const rest: ViewRest = await ask("rest");
        setLive((last) => ({ ...last, view: last.view && { ...last.view, rest } }));
      } catch {
        fail();
      }
    };
    void load();
    const events = new EventSource("events");
    let isBroken = false;
    events.addEventListener("error", () => {
      isBroken = true;
      fail();
    });
    events.addEventListener("open", () => {
      // The data includes what was sent while the connection was broken.
      if (isBroken) void load();
      isBroken = false;
    });
    events.addEventListener("bank", () => void load());
    events.addEventListener("log", ({ data }) => {
      const more: LogPart = JSON.parse(String(data));
      setLive(({ view, state }) => ({
        view: view && { ...view, log: join(view.log, more) },
        state,
      }));
      // The log does not hold the words of a command, so load them.
      if (more.entries.some(({ kind }) => kind === "effect")) void load();
    });
    return () => events.close();
  }, []);
  return live;
}

async function ask<Answer>(what: string): Promise<Answer> {
  const response = await fetch(what, { cache: "no-store" });
  if (!response.ok) throw new Error(response.statusText);
  return response.json();
}

/** Joins by entry numbers, so that nothing is counted twice; after a gap only the newer part is kept. */
export function join(log: LogPart, more: LogPart): LogPart {
  const end = log.from + log.entries.length;
  if (more.from > end) return more;
  return { from: log.from, entries: [...log.entries, ...more.entries.slice(end - more.from)] };
}
