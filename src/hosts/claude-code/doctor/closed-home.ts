import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as closed from "../../shared/closed-home.ts";

const KEY = "scripted";

/** Allowed beforehand, so that a run without a person does not stop at a question. */
const ALLOWED = ["Agent", "Bash", "Edit", "NotebookEdit", "Read", "Skill", "Write"];

/** A home folder in which Claude Code sees nothing of the user's and asks none of its first questions. */
export function makeHome(name: string): string {
  const home = closed.makeHome(name);
  const settings = { model: "claude-sonnet-4-5", permissions: { allow: ALLOWED } };
  mkdirSync(join(home, ".claude"));
  writeFileSync(join(home, ".claude", "settings.json"), JSON.stringify(settings, null, 2));
  const answered = {
    hasCompletedOnboarding: true,
    theme: "dark",
    customApiKeyResponses: { approved: [KEY], rejected: [] },
  };
  writeFileSync(join(home, ".claude.json"), JSON.stringify(answered));
  return home;
}

/** Nobody listens there. */
const NO_MODEL = "http://127.0.0.1:9";

/** The environment in that home: the model at this address is the only thing that is reached. */
export function closedEnvironment(home: string, modelUrl = NO_MODEL): Record<string, string> {
  return {
    ...closed.closedEnvironment(home),
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: KEY,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
  };
}
