import { deflateSync } from "node:zlib";

/** An expression for text that nobody can read before it runs. */
export function hiddenText(text: string): string {
  const packed = deflateSync(text).toString("base64");
  return `require('zlib').inflateSync(Buffer.from('${packed}','base64'))+''`;
}

/** A command with code that nobody can read before it runs. */
export function hidden(code: string): string {
  return `node -e "eval(${hiddenText(code)})"`;
}

/** A script that the agent writes in one call and runs in a later one. It leaves the user block alone, which is put back after any program. */
export const SCRIPT = 'd=memory\necho gone >> "$d-bank/MEMORY.md"\n';

/** Code that outlives the command which starts it: once there is a go.txt, it does this and writes late.txt. */
export function waiting(act: string): string {
  return `const fs = require('fs'); const timer = setInterval(() => { if (!fs.existsSync('go.txt')) return; clearInterval(timer); ${act}; fs.writeFileSync('late.txt', '') }, 20)`;
}
export const UNTIL_DONE = "until test -e late.txt; do sleep 0.1; done";

const rewrite = (path: string, from: string, to: string) =>
  `import { readFileSync as r, writeFileSync as w } from "node:fs";\nw("${path}", r("${path}", "utf8").replace("${from}", "${to}"));\n`;
/** Programs of the project: one rewrites its manifest, the other the user's block of the entry. */
export const PROGRAMS = {
  "package.json":
    '{ "name": "tea", "scripts": { "bump": "node bump.mjs", "fmt": "node fmt.mjs" } }\n',
  "bump.mjs": rewrite("package.json", "tea", "teas"),
  "fmt.mjs": rewrite("memory-bank/MEMORY.md", "Mind the gap", "Mind nothing"),
};
