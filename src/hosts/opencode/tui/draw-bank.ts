import { attempt } from "../../../io/disk/read.ts";
import { followBank } from "./follow-bank.ts";
import { type Line, type Span, renderStatus } from "./render-status.ts";
import type { Draw, Terminal } from "./terminal.ts";

/** The log is written a moment after something happened; on a busy machine it takes longer. */
const PAUSES = [150, 1000] as const;

/**
 * Registers what is drawn: nothing as long as there is no bank. Nothing runs while nothing happens in the host. What is
 * returned ends it.
 */
export async function drawBank(terminal: Terminal): Promise<() => void> {
  const { createElement, insert, setProp } = await import("@opentui/solid");
  const { createSignal } = await import("solid-js");
  const bank = followBank(terminal);
  if (bank.isDisabled) return () => {};
  const [version, setVersion] = createSignal(0);
  let timers: readonly NodeJS.Timeout[] = [];

  function refresh(): void {
    for (const text of attempt(() => bank.poll(), [])) terminal.showToast?.(text);
    setVersion(version() + 1);
  }

  function cancel(): void {
    for (const timer of timers) clearTimeout(timer);
  }

  function drawSpan({ text, tone }: Span): object {
    const element = createElement(tone === "title" ? "b" : "span");
    setProp(element, "style", { fg: terminal.colors()[tone] });
    insert(element, text);
    return element;
  }

  function drawLine(line: Line): object {
    const element = createElement("text");
    insert(element, line.map(drawSpan));
    return element;
  }

  /** Draws again after each event. A part that fails is not drawn. */
  const draw: Draw = (place, id, style = {}) => {
    const box = createElement("box");
    for (const [name, value] of Object.entries(style)) setProp(box, name, value);
    const lines = () =>
      bank.isThere() ? renderStatus[place](bank.status(id && terminal.rootOf(id))) : [];
    insert(box, () => {
      version();
      return attempt(lines, []).map(drawLine);
    });
    return box;
  };

  const remove = terminal.place(draw);
  const off = terminal.onChange(() => {
    cancel();
    timers = PAUSES.map((pause) => setTimeout(refresh, pause).unref());
  });
  return () => {
    for (const end of [cancel, off, remove]) end();
  };
}
