import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { cleanEnvironment, findBinary } from "./host-home.ts";
import type { Project } from "./project.ts";

/** A host as a person sees it: its terminal interface, in a tmux of its own. */
export interface Terminal {
  /** What is on the screen now, without trailing blanks. */
  screen(): string;
  /** The same with its colours, as a terminal is told them. */
  painted(): string;
  /** Types a message and sends it. */
  say(text: string): Promise<void>;
  press(key: string): void;
  /** Presses it until this is gone: a dialog that has just come up may not hear it. */
  pressAway(key: string, shown: string): Promise<void>;
  /** Until it is drawn at this width. */
  resize(columns: number): Promise<void>;
  /** The screen, as soon as it shows this. */
  until(shown: Shown): Promise<string>;
  end(): Promise<void>;
}

/** Anywhere; at the beginning of the box in the corner; as lines of the sidebar. */
export type Shown = string | { readonly toast: string } | { readonly sidebar: readonly string[] };

export interface Size {
  readonly columns?: number;
  readonly rows?: number;
}

interface TerminalOptions extends Size {
  readonly home: string;
  readonly project: Project;
  readonly env: Readonly<Record<string, string>>;
  readonly command: readonly [program: string, ...args: string[]];
}

// Only for what hangs: a busy machine may take long to start a host.
const PATIENCE = 60_000;
const POLL = 100;
/** Wider ones have a sidebar. */
const NARROW = 120;

/** Why no terminal can be had here; undefined where one can. */
export function whyNoTerminal(): string | undefined {
  const { error, status } = spawnSync("tmux", ["-V"]);
  return error === undefined && status === 0 ? undefined : "tmux is not installed";
}

/** OpenCode's. */
export function startTerminal(options: Pick<TerminalOptions, "home" | "project"> & Size): Terminal {
  const env = cleanEnvironment(options.home);
  return openTerminal({ ...options, env, command: [findBinary()] });
}

export function openTerminal(options: TerminalOptions): Terminal {
  const { home, project, command, columns = 120, rows = 40 } = options;
  const socket = join(home, `tmux-${columns}-${process.hrtime.bigint()}`);
  const env = {
    SHELL: "/bin/sh",
    TERM: "xterm-256color",
    COLORTERM: "truecolor",
    ...options.env,
  };
  const tmux = (...args: string[]) =>
    execFileSync("tmux", ["-S", socket, "-f", "/dev/null", ...args], {
      env,
      cwd: project.dir,
      encoding: "utf8",
      timeout: 20_000,
      stdio: "pipe",
    });
  // A single word tmux gives to a shell, which would be gone before the program is.
  tmux("new-session", "-d", "-x", String(columns), "-y", String(rows), "env", ...command);
  let hasEnded = false;
  const screen = () =>
    tmux("capture-pane", "-p")
      .split("\n")
      .map((line) => line.trimEnd())
      .join("\n");

  async function waitFor(what: string, isThere: (screen: string) => boolean): Promise<string> {
    const end = Date.now() + PATIENCE;
    for (;;) {
      const text = screen();
      if (isThere(text)) return text;
      if (Date.now() > end) throw new Error(`not on the screen: ${what}\n${text}`);
      await sleep(POLL);
    }
  }

  const until = (shown: Shown) => waitFor(JSON.stringify(shown), (text) => isShown(shown, text));

  return {
    screen,
    painted: () => tmux("capture-pane", "-p", "-e"),
    until,
    press: (key) => void tmux("send-keys", key),
    async pressAway(key, shown) {
      await until(shown);
      let pressed = 0;
      await waitFor(`the end of ${shown}`, (text) => {
        if (!text.includes(shown)) return true;
        if (Date.now() - pressed > 1000) {
          tmux("send-keys", key);
          pressed = Date.now();
        }
        return false;
      });
    },
    async resize(width) {
      tmux("resize-window", "-x", String(width), "-y", String(rows));
      await waitFor(`${width} columns`, (text) => isDrawn(text, width));
    },
    async say(text) {
      tmux("send-keys", "-l", text);
      await until(text);
      tmux("send-keys", "Enter");
    },
    async end() {
      if (hasEnded) return;
      hasEnded = true;
      const pid = Number(tmux("display-message", "-p", "#{pane_pid}"));
      tmux("kill-server");
      for (let left = 50; left > 0 && isAlive(pid); left--) await sleep(POLL);
      if (isAlive(pid)) process.kill(pid, "SIGKILL");
    },
  };
}

/** Up to its right edge, or with the foot of the sidebar there. */
function isDrawn(screen: string, columns: number): boolean {
  return (
    screen.split("\n").some((line) => line.length >= columns - 3) ||
    (columns > NARROW && screen.includes("• OpenCode"))
  );
}

function isShown(shown: Shown, screen: string): boolean {
  if (typeof shown === "string") return screen.includes(shown);
  const lines = screen.split("\n");
  if ("sidebar" in shown) {
    const column = lines.map((line) => line.split(/ {2,}/).at(-1) ?? "");
    return column.join("\n").includes(shown.sidebar.join("\n"));
  }
  // Between the last two bars of a line; its title is ours.
  const box = lines.map((line) => line.split("┃").slice(1).at(-2) ?? "").join("");
  return squeeze(box).startsWith(squeeze(`Memory Bank${shown.toast}`));
}

/** Lines are broken where they are too long: between words, or anywhere in Chinese. */
function squeeze(text: string): string {
  return text.replaceAll(/\s/g, "");
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
