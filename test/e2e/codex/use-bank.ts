import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect } from "vitest";
import { codexHomeIn } from "../../../src/hosts/codex/doctor/closed-home.ts";
import { runCli } from "../../helpers/run-cli.ts";
import { findProgram } from "../kit/codex/program.ts";
import type { Install } from "../use-program.ts";
import { type CodexBench, useCodex } from "./use-codex.ts";

/** As a person does it, for all projects: hooks, server, agents and skills are trusted with it. */
const install: Install = ({ home, project }) => {
  if (existsSync(join(codexHomeIn(home), "hooks.json"))) return;
  const path = [dirname(findProgram()), process.env["PATH"]].join(delimiter);
  const installed = runCli(["install", "--global", "--host", "codex", "--yes"], {
    cwd: project.dir,
    env: { HOME: home, CODEX_HOME: undefined, PATH: path },
  });
  expect(installed).toMatchObject({ status: 0, stderr: "" });
};

/** With our hooks; settings are environment variables here. */
export function useBank(env: Readonly<Record<string, string>> = {}): CodexBench {
  return useCodex({ install, env });
}

export const BLOCK = { MEMORY_BANK_GUARD_MODE: "block" };
