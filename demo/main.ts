import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pc from "picocolors";
import {
  type ModelRequest,
  type Step,
  call,
  makeProject,
  openSession,
  say,
  startHost,
  startScriptedModel,
} from "../test/e2e/kit/index.ts";
import { FILES } from "./project.ts";

const REQUEST = "Please bump the version to 2.0.0.";
const EDIT = { filePath: "package.json", oldString: '"1.4.0"', newString: '"2.0.0"' };
const READ = { filePath: "memory-bank/details/patterns.md" };

function line(text = ""): void {
  console.log(text);
}

function heading(text: string): void {
  line();
  line(pc.bold(text));
}

function quote(text: string, paint: (text: string) => string): void {
  for (const part of text.trimEnd().split("\n")) line(`   ${paint("│")} ${paint(part)}`);
}

/** The model is scripted, so that the show is the same for everybody; host, plugin and files are real. */
function script(): Step[] {
  return [
    (request) => {
      heading("1  The prompt of the model's first request carries the project's memory");
      quote(blockOf(request), pc.dim);
      heading("2  The model edits package.json at once, without having read the conventions");
      line(`   → edit ${JSON.stringify(EDIT)}`);
      return call("edit", EDIT);
    },
    (request) => {
      expectOf(request, "(rule: read-before-write)");
      line(pc.red("   ✗ refused, nothing was written. What the model is told:"));
      quote(lastResult(request), pc.red);
      heading("3  It takes the one next step");
      line(`   → read ${JSON.stringify(READ)}`);
      return call("read", READ);
    },
    (request) => {
      expectOf(request, "semver");
      quote(contentOf(lastResult(request)), pc.dim);
      heading("4  The same edit again");
      line(`   → edit ${JSON.stringify(EDIT)}`);
      return call("edit", EDIT);
    },
    (request) => {
      expectOf(request, "applied successfully");
      line(pc.green(`   ✓ ${lastResult(request).split("\n")[0]}`));
      return say(
        "Done: version 2.0.0, with the changelog entry that the conventions ask for next.",
      );
    },
  ];
}

function blockOf(request: ModelRequest): string {
  const system = request.system.join("\n");
  const lines = system
    .slice(system.indexOf("<memory-bank>"), system.indexOf("</memory-bank>"))
    .split("\n");
  const shown = lines.filter((text) => text.trim() !== "").slice(0, 14);
  return `${shown.join("\n")}\n… (${lines.length} lines, then </memory-bank>)`;
}

function lastResult(request: ModelRequest): string {
  return request.toolResults.at(-1)?.text ?? "";
}

/** The show must not tell what did not happen. */
function expectOf(request: ModelRequest, words: string): void {
  const result = lastResult(request);
  if (result.includes(words)) return;
  console.error(pc.red(`Expected a result with "${words}", but the host answered:\n${result}`));
  process.exit(1);
}

function contentOf(result: string): string {
  return /<content>\n([^]*?)\n\n\(/.exec(result)?.[1] ?? result;
}

const started = Date.now();
line("Starting the real OpenCode against a scripted model on loopback …");
const model = await startScriptedModel();
const host = await startHost({ model });
try {
  const project = makeProject(host, { files: FILES, plugin: { guardMode: "block" } });
  line(`A throw-away project with a memory bank; guard mode: block.`);
  heading(`User: ${REQUEST}`);
  model.play(REQUEST, script());
  const session = await openSession(host, project);
  const answer = await session.send(REQUEST);
  quote(answer.text, pc.cyan);

  heading("What changed in the project (git diff)");
  quote(project.git("diff", "--unified=0", "--no-color", "package.json"), pc.dim);
  const kept = mkdtempSync(join(tmpdir(), "memory-bank-demo-"));
  cpSync(project.dir, kept, { recursive: true });

  heading("Where everything is");
  line(`   the project   ${kept}  (yours to look at or delete)`);
  line(`   its memory    ${join(kept, "memory-bank")}`);
  line(`   the plugin    ${join(process.cwd(), "dist", "plugin.js")}`);
  heading("Install it for real: one line in your project's opencode.json");
  line(
    `   { "plugin": [["file://${join(process.cwd(), "dist", "plugin.js")}", { "guardMode": "block" }]] }`,
  );
  line(`   (once published: { "plugin": ["agent-memory-bank"] })`);
  line();
  line(pc.dim(`${((Date.now() - started) / 1000).toFixed(1)} s`));
} finally {
  await host.stop();
  await model.stop();
}
