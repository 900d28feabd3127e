import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { createRollout } from "../../src/hosts/codex/rollout.ts";
import type { Told } from "../../src/hosts/shared/follow-transcript.ts";
import { createPaths } from "../../src/io/disk/paths.ts";
import { loadShell } from "../../src/hosts/shared/host-tools.ts";
import { type RolloutFile, createRolloutFile, ranItem, rolloutPath } from "./written-rollout.ts";

export const ROOT = realpathSync(mkdtempSync(join(tmpdir(), "memory-bank-")));
export const BANK = `${ROOT}/memory-bank`;
const PATHS = createPaths({ directory: ROOT, root: ROOT, bank: BANK, isCaseInsensitive: false });
export const CAT = "cat memory-bank/details/patterns.md";
export const TEXT = '# Patterns\n\n- "tabs"\n';
/** What is told of that command where it has shown that text. */
export const READ = 'read details/patterns.md {"from":1,"to":null}';

/** A rollout for each test, and what it tells. */
export function useRollout() {
  let folder = "";
  let file: RolloutFile;
  let learnt: string[] = [];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "memory-bank-"));
    await loadShell();
    mkdirSync(join(BANK, "details"), { recursive: true });
    writeFileSync(join(BANK, "details/patterns.md"), TEXT);
  });
  beforeEach(() => {
    const sessions = mkdtempSync(join(folder, "case-"));
    file = createRolloutFile(rolloutPath(sessions, "2026-11-18T00-00-00", "t1"), { id: "t1" });
    learnt = [];
  });
  afterAll(() => {
    for (const each of [folder, ROOT]) rmSync(each, { recursive: true });
  });

  function open(isRoot = true) {
    return createRollout(
      {
        around: (directory = ROOT) => ({ bank: { paths: PATHS }, directory }),
        isRoot,
        readBy: () => [],
        wroteBy: (worker) => (worker === "writer" ? ["details/tech.md"] : []),
        learn: async (worker) => void learnt.push(worker),
      },
      file.path,
    );
  }

  return {
    get file() {
      return file;
    },
    /** The workers whose rollouts were asked for. */
    get learnt() {
      return learnt;
    },
    open,
    /** A command has ended. */
    run: (id: string, command: string, output: string) =>
      file.item(ranItem(id, command, ROOT, output)),
    /** All that it tells, in short. */
    async told(isRoot = true): Promise<string[]> {
      const told = await open(isRoot).add(readFileSync(file.path, "utf8"));
      return told.flatMap(inShort);
    },
  };
}

function inShort({ events, answer }: Told): string[] {
  return events.flatMap((event) => {
    switch (event.kind) {
      case "user-spoke":
        return `user: ${event.text}`;
      case "said":
        return `said: ${event.text}`;
      case "doc-read":
        return `read ${event.doc} ${JSON.stringify(event.lines)}`;
      case "doc-written":
        return `wrote ${event.doc}`;
      case "file-written":
        return `wrote ${event.path}`;
      case "worker-returned":
        return `back ${event.worker}: ${answer}`;
      case "memory-reader-started":
        return `reader ${event.worker}`;
      case "question-answered":
        return `answered ${event.answers.join()}`;
      case "told":
        return `told ${event.topic}`;
      case "plan-made":
        return `plan ${event.plan}`;
      case "file-created":
      case "turn-started":
      case "request-began":
      case "called":
        return [];
      default:
        return event.kind;
    }
  });
}
