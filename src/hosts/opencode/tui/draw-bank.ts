import type { TuiPluginApi } from "@opencode-ai/plugin/tui";
import { attempt } from "../../../io/disk/attempt.ts";
import { field } from "../../shared/payload.ts";
import { followBank } from "./follow-bank.ts";
import { type Line, type Span, renderHome, renderPrompt, renderSidebar } from "./render-status.ts";

/** The log is written a moment after something happened; on a busy machine it takes longer. */
const PAUSES = [150, 1000] as const;
const LONGEST_CHAIN = 10;

/** Registers what is drawn. Nothing runs while nothing happens in the host. */
export async function drawBank(api: TuiPluginApi): Promise<void> {
  const { createElement, insert, setProp } = await import("@opentui/solid");
  const { createSignal } = await import("solid-js");
  const bank = followBank(api);
  if (bank.isDisabled) return;
  const [version, setVersion] = createSignal(0);
  let timers: readonly NodeJS.Timeout[] = [];

  function refresh(): void {
    attempt(() => bank.poll(), undefined);
    setVersion(version() + 1);
  }

  function schedule(): void {
    for (const timer of timers) clearTimeout(timer);
    timers = PAUSES.map((pause) => setTimeout(refresh, pause).unref());
  }

  function colorOf(tone: Span["tone"]): unknown {
    const { textMuted, text, success, warning } = api.theme.current;
    const colors = {
      muted: textMuted,
      plain: text,
      good: success,
      attention: warning,
      title: text,
    };
    return colors[tone];
  }

  function drawSpan({ text, tone }: Span): object {
    const element = createElement(tone === "title" ? "b" : "span");
    setProp(element, "style", { fg: colorOf(tone) });
    insert(element, text);
    return element;
  }

  function drawLine(line: Line): object {
    const element = createElement("text");
    insert(element, line.map(drawSpan));
    return element;
  }

  /** Drawn anew when something has happened. What fails is not drawn. */
  function drawLines(lines: () => readonly Line[], style: object = {}): object {
    const box = createElement("box");
    for (const [name, value] of Object.entries(style)) setProp(box, name, value);
    insert(box, () => {
      version();
      return attempt(lines, []).map(drawLine);
    });
    return box;
  }

  api.slots.register({
    order: 50,
    slots: {
      home_bottom: () => drawLines(() => [renderHome(bank.status(undefined))], { paddingTop: 2 }),
      session_prompt_right: (_: unknown, props: { readonly session_id: string }) =>
        drawLines(() => [renderPrompt(bank.status(rootOf(api, props.session_id)))]),
      sidebar_content: (_: unknown, props: { readonly session_id: string }) =>
        drawLines(() => renderSidebar(bank.status(rootOf(api, props.session_id)))),
    },
  });
  const offs = [
    api.event.on("session.status", schedule),
    api.event.on("session.idle", schedule),
    api.event.on("session.compacted", schedule),
    api.event.on("message.part.updated", ({ properties }) => {
      if (field(properties, "part", "type") === "tool") schedule();
    }),
  ];
  api.lifecycle.onDispose(() => {
    for (const timer of timers) clearTimeout(timer);
    for (const off of offs) off();
  });
}

/** The session that the user speaks in. */
function rootOf({ state }: TuiPluginApi, id: string): string {
  let root = id;
  for (let depth = 0; depth < LONGEST_CHAIN; depth++) {
    const parent = state.session.get(root)?.parentID;
    if (parent === undefined) break;
    root = parent;
  }
  return root;
}
