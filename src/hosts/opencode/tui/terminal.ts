import { join } from "node:path";
import type { TuiPluginApi } from "@opencode-ai/plugin/tui";
import { field, textIn } from "../../shared/payload.ts";
import { isOurEntry } from "../setup/our-entry.ts";
import type { Span } from "./render-status.ts";

/** Draws what belongs in one place, anew whenever something has happened; `style` is that of the box around it. */
export type Draw = (
  place: "home" | "prompt" | "sidebar",
  session?: string,
  style?: object,
) => object;

/** What we need of OpenCode's terminal, whichever line it is. */
export interface Terminal {
  readonly directory: string;
  readonly worktree: string;
  /** The options of our entry, and whether the host is told to load the plugin. */
  readonly options: unknown;
  readonly isServed: boolean;
  /** The session that the user speaks in. */
  readonly rootOf: (session: string) => string;
  /** What the agent said last, while the session waits for the user. */
  readonly lastWords: (session: string) => string | undefined;
  readonly colors: () => Readonly<Record<Span["tone"], unknown>>;
  /** Returns a function that removes it. */
  readonly place: (draw: Draw) => () => void;
  readonly onChange: (act: () => void) => () => void;
  /** Absent where the plugin itself shows toasts. */
  readonly showToast?: (text: string) => void;
}

const TELLING = ["session.status", "session.idle", "session.compacted"] as const;

/** OpenCode 1's terminal. */
export function ofApi(api: TuiPluginApi): Terminal {
  const { state } = api;
  const { directory, worktree } = state.path;
  // The host gives absolute paths.
  const list: readonly unknown[] | undefined = state.config?.plugin;
  const ours = list
    ?.map((each) => [each].flat())
    .findLast(
      ([name]) => typeof name === "string" && isOurEntry(name, join(directory, "opencode.json")),
    );
  function rootOf(id: string): string {
    const parent = state.session.get(id)?.parentID;
    return parent === undefined ? id : rootOf(parent);
  }
  return {
    directory,
    worktree,
    options: ours?.[1],
    isServed: list === undefined || ours !== undefined,
    rootOf,
    lastWords(id) {
      const status = field(state.session.status(id), "type") ?? "idle";
      const last = state.session.messages(id).at(-1);
      if (status !== "idle" || last?.role !== "assistant") return undefined;
      return textIn(state.part(last.id).filter((part) => field(part, "type") === "text"));
    },
    colors() {
      const { textMuted: muted, text: plain, success: good, warning } = api.theme.current;
      return { muted, plain, good, attention: warning, title: plain };
    },
    place(draw) {
      type Props = { readonly session_id: string };
      api.slots.register({
        order: 50,
        slots: {
          home_bottom: () => draw("home", undefined, { paddingTop: 2 }),
          session_prompt_right: (_: unknown, props: Props) => draw("prompt", props.session_id),
          sidebar_content: (_: unknown, props: Props) => draw("sidebar", props.session_id),
        },
      });
      // The host removes it itself.
      return () => {};
    },
    onChange(act) {
      const offs = [
        ...TELLING.map((name) => api.event.on(name, act)),
        api.event.on("message.part.updated", ({ properties }) => {
          if (field(properties, "part", "type") === "tool") act();
        }),
      ];
      return () => offs.forEach((off) => off());
    },
  };
}
