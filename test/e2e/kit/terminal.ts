import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { cleanEnvironment, findBinary } from "./host-home.ts";
import type { Project } from "./project.ts";

/** OpenCode as a person sees it: its terminal interface, in a tmux of its own. */
export interface Terminal {
  /** What is on the screen now, without trailing blanks. */
  screen(): string;
  /** Types a message and sends it. */
  say(text: string): Promise<void>;
  press(key: string): void;
  /** The screen, as soon as it shows this. */
  until(shown: string | RegExp, patience?: number): Promise<string>;
  end(): Promise<void>;
}

interface TerminalOptions {
  readonly home: string;
  readonly project: Project;
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Record<string, string>;
}

const PATIENCE = 30_000;
const POLL = 100;

/** Why no terminal can be had here; undefined where one can. */
export function whyNoTerminal(): string | undefined {
  const { error, status } = spawnSync("tmux", ["-V"]);
  return error === undefined && status === 0 ? undefined : "tmux is not installed";
}

export function startTerminal(options: TerminalOptions): Terminal {
  const { home, project, columns = 120, rows = 40 } = options;
  const socket = join(home, `tmux-${columns}-${process.hrtime.bigint()}`);
  const env = {
    ...cleanEnvironment(home),
    SHELL: "/bin/sh",
    TERM: "xterm-256color",
    COLORTERM: "truecolor",
    ...options.env,
  };
  const tmux = (...args: string[]) =>
    execFileSync("tmux", ["-S", socket, "-f", "/dev/null", ...args], {
      env,
      cwd: project.cwd,
      encoding: "utf8",
      timeout: 20_000,
      stdio: "pipe",
    });
  tmux("new-session", "-d", "-x", String(columns), "-y", String(rows), findBinary());
  const screen = () =>
    tmux("capture-pane", "-p")
      .split("\n")
      .map((line) => line.trimEnd())
      .join("\n");

  async function until(shown: string | RegExp, patience = PATIENCE): Promise<string> {
    const isShown = (text: string) =>
      typeof shown === "string" ? text.includes(shown) : shown.test(text);
    const end = Date.now() + patience;
    for (;;) {
      const text = screen();
      if (isShown(text)) return text;
      if (Date.now() > end) throw new Error(`${String(shown)} is not on the screen:\n${text}`);
      await sleep(POLL);
    }
  }

  return {
    screen,
    until,
    press: (key) => void tmux("send-keys", key),
    async say(text) {
      tmux("send-keys", "-l", text);
      await until(text);
      tmux("send-keys", "Enter");
    },
    async end() {
      const pid = Number(tmux("display-message", "-p", "#{pane_pid}"));
      tmux("kill-server");
      for (let left = 50; left > 0 && isAlive(pid); left--) await sleep(POLL);
      if (isAlive(pid)) process.kill(pid, "SIGKILL");
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
