import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as closed from "../../shared/closed-home.ts";

export function codexHomeIn(home: string): string {
  return join(home, ".codex");
}

/** Makes a home folder without the user's files, where Codex uses this model and does not ask its first questions. */
export function makeHome(name: string, modelUrl = closed.NOWHERE): string {
  const home = closed.makeHome(name);
  mkdirSync(codexHomeIn(home));
  writeFileSync(join(codexHomeIn(home), "config.toml"), configFor(modelUrl));
  return home;
}

/** Trusts a folder, as Codex does when a person says yes in its interface. */
export function trustFolder(home: string, folder: string): void {
  const table = `[projects.${JSON.stringify(folder)}]`;
  const config = join(codexHomeIn(home), "config.toml");
  appendFileSync(config, `\n${table}\ntrust_level = "trusted"\n`);
}

export function closedEnvironment(home: string): Record<string, string> {
  return { ...closed.closedEnvironment(home), CODEX_HOME: codexHomeIn(home), RUST_LOG: "error" };
}

/** Commands run without Codex's sandbox, because not every machine that runs the tests supports it. */
function configFor(modelUrl: string): string {
  return `model = "gpt-5.5"
model_provider = "scripted"
model_auto_compact_token_limit = 200000
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

[features]
plugins = false

[analytics]
enabled = false

[tui]
screen_reader_detection_done = true

[tui.model_availability_nux]
"gpt-6.1-sol" = 9

[notice.model_migrations]
"gpt-5.5" = "gpt-6-sol"

[model_providers.scripted]
name = "scripted"
base_url = ${JSON.stringify(modelUrl)}
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
`;
}
