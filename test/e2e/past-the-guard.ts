// Ways in which agents change a bank past the guard, the same for every host.
import { execFileSync } from "node:child_process";
import { FILES } from "./use-host.ts";

/** A script that the agent writes in one call and runs in a later one. */
export const SCRIPT = 'd=memory\necho gone > "$d-bank/MEMORY.md"\n';
export const RUN_SCRIPT = "sh tidy.sh";

/** Makes the bank the only thing that git does not know, so that `git clean` removes it. */
export function forgetBank(cwd: string): void {
  const words = "rm -rf .git && git init -q && git add . && git rm -rq --cached memory-bank";
  execFileSync("sh", ["-c", words], { cwd });
}
export const CLEAN = "git clean -fdq";

/** A formatter of the project's that goes through all docs, user blocks included. */
export const FORMATTED_FILES = {
  ...FILES,
  "package.json": JSON.stringify({ name: "shop", scripts: { format: "node format.mjs" } }),
  "format.mjs": [
    'import { readFileSync, writeFileSync } from "node:fs";',
    `const doc = ["memory", "bank/MEMORY.md"].join("-");`,
    'const text = readFileSync(doc, "utf8");',
    'writeFileSync(doc, text.replace("<!-- USER_BLOCK_START -->", "$&\\n"));',
    "",
  ].join("\n"),
};
export const FORMAT = "npm run --silent format";

/** A program of the project's that rewrites a sensitive file, as its words do not show. */
export const BUMPED_FILES = {
  ...FILES,
  "package.json": JSON.stringify({ name: "shop", scripts: { bump: "node bump.mjs" } }),
  "bump.mjs": 'import { appendFileSync } from "node:fs";\nappendFileSync("package.json", "\\n");\n',
};
export const BUMP = "npm run --silent bump";
