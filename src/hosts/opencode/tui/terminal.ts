import { join } from "node:path";
import type { TuiPluginApi } from "@opencode-ai/plugin/tui";
import { field, textIn } from "../../shared/payload.ts";
import { isOurEntry } from "../setup/our-entry.ts";
import type { Line, Span } from "./render-status.ts";

/** What is drawn in each place, anew whenever something has happened. */
export interface Places {
  readonly home: () => readonly Line[];
  readonly prompt: (session: string) => readonly Line[];
  readonly sidebar: (session: string) => readonly Line[];
}

/** Draws lines; `style` is that of the box around them. */
export type DrawLines = (lines: () => readonly Line[], style?: object) => object;

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
  /** What is returned takes it away again. */
  readonly place: (places: Places, draw: DrawLines) => () => void;
  readonly onChange: (act: () => void) => () => void;
  /** Absent where the plugin itself is told. */
  readonly onClose?: (act: () => void) => void;
  /** Absent where the plugin itself shows toasts. */
  readonly showToast?: (text: string) => void;
}

const TELLING = ["session.status", "session.idle", "session.compacted"] as const;

/** OpenCode 1's terminal. */
export function ofApi(api: TuiPluginApi): Terminal {
  const { state } = api;
  const { directory, worktree } = state.path;
  function rootOf(id: string): string {
    const parent = state.session.get(id)?.parentID;
    return parent === undefined ? id : rootOf(parent);
  }
  return {
    directory,
    worktree,
    ...ownEntry(state.config?.plugin, directory),
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
    place({ home, prompt, sidebar }, draw) {
      type Props = { readonly session_id: string };
      api.slots.register({
        order: 50,
        slots: {
          home_bottom: () => draw(home, { paddingTop: 2 }),
          session_prompt_right: (_: unknown, props: Props) => draw(() => prompt(props.session_id)),
          sidebar_content: (_: unknown, props: Props) => draw(() => sidebar(props.session_id)),
        },
      });
      // The host takes it away itself.
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
    onClose: (act) => void api.lifecycle.onDispose(act),
  };
}

/** The host has made paths whole. */
function ownEntry(list: unknown, directory: string): Pick<Terminal, "options" | "isServed"> {
  if (!Array.isArray(list)) return { options: undefined, isServed: true };
  const ours = list
    .map((each: unknown): readonly unknown[] => (Array.isArray(each) ? each : [each]))
    .findLast(
      ([name]) => typeof name === "string" && isOurEntry(name, join(directory, "opencode.json")),
    );
  return { options: ours?.[1], isServed: ours !== undefined };
}
