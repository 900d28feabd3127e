import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { colors } from "../src/cli/colors.ts";
import {
  CONTEXT_FULL,
  type ModelRequest,
  type Step,
  call,
  calls,
  makeProject,
  openSession,
  say,
  startHost,
  startScriptedModel,
} from "../test/e2e/kit/index.ts";
import { FILES, PATTERNS, REQUIREMENT } from "./project.ts";
import { does, heading, line, passes, quote, refuses } from "./show.ts";

const REQUEST = "Release version 2.0.0.";
const VERSION = { filePath: "package.json", oldString: '"1.4.0"', newString: '"2.0.0"' };
const LICENSE = { filePath: "package.json", oldString: '"ISC"', newString: '"MIT"' };
const OVERWRITE = `echo "All done." > ${PATTERNS}`;

/** The model is scripted, so that the show is the same for everybody; host, plugin and files are real. */
function script(): Step[] {
  return [
    (request) => {
      heading("1  Every prompt carries the project's memory");
      quote(linesOf(request, "memory-bank", /^(?:Memory of this|- Goal|- Remaining|\| release)/));
      heading("2  The model edits package.json, and has not read the project's conventions");
      return edit(VERSION);
    },
    (request) => {
      refuses(resultOf(request, "(rule: read-before-write)"));
      heading("3  It reads them, and what the task is; then the same edit passes");
      return readDocs();
    },
    (request) => {
      resultOf(request, "The license is MIT");
      return edit(VERSION);
    },
    (request) => {
      passes(firstLine(resultOf(request, "applied successfully")));
      heading("4  It tries to overwrite the conventions by a shell command");
      does("bash", OVERWRITE);
      return call("bash", { command: OVERWRITE, description: "Note that it is done" });
    },
    (request) => {
      refuses(resultOf(request, "(rule: guard-memory-files)"));
      // A long file, as the model counts: the host will compact before it asks again.
      return call("read", { filePath: "src/shop.ts" }, { usage: CONTEXT_FULL });
    },
    (request) => {
      heading(
        "5  The conversation got too long and was summarised. The next prompt names what to read",
      );
      quote(linesOf(request, "memory-bank-anchors", /^(?:The conv|- memory-bank)/));
      return edit(LICENSE);
    },
    (request) => {
      refuses(resultOf(request, "(rule: recover-after-compaction)"));
      return readDocs();
    },
    () => edit(LICENSE),
    (request) => {
      passes(firstLine(resultOf(request, "applied successfully")));
      return say("Version 2.0.0, license MIT: both points of REQ-001 are done.");
    },
  ];
}

function edit(args: typeof VERSION): Step {
  does("edit", `${args.filePath}: ${args.oldString} → ${args.newString}`);
  return call("edit", args);
}

function readDocs(): Step {
  does("read", `${PATTERNS}, ${REQUIREMENT.replace("memory-bank/details", "…")}`);
  return calls(["read", { filePath: PATTERNS }], ["read", { filePath: REQUIREMENT }]);
}

/** Lines of a block that the prompt really carries. */
function linesOf(request: ModelRequest, tag: string, wanted: RegExp): string[] {
  const system = request.system.join("\n");
  const [, block = ""] = new RegExp(`<${tag}>\n([^]*?)</${tag}>`).exec(system) ?? [];
  const lines = block.split("\n").filter((text) => wanted.test(text));
  if (lines.length === 0) stop(`Expected <${tag}> in the prompt, which was:\n${system}`);
  return lines.map((text) => text.replace(/: context and facts.*/, ""));
}

/** The show must not tell what did not happen. */
function resultOf(request: ModelRequest, words: string): string {
  const result = request.toolResults.at(-1)?.text ?? "";
  if (!result.includes(words)) {
    stop(`Expected a result with "${words}", but the host answered:\n${result}`);
  }
  return result;
}

function firstLine(text: string): string {
  return text.split("\n")[0] ?? "";
}

function stop(message: string): never {
  console.error(colors.red(message));
  process.exit(1);
}

line(colors.dim("The real OpenCode, a scripted model, a throw-away project; guard mode: block"));
const model = await startScriptedModel();
const host = await startHost({ model });
try {
  const project = makeProject(host, { files: FILES, plugin: { guardMode: "block" } });
  heading(`You: ${REQUEST}`);
  model.play(REQUEST, script());
  const session = await openSession(host, project);
  const answer = await session.send(REQUEST);
  quote([answer.text], colors.cyan);

  const changed = project.git("diff", "--name-only", "--no-color").trim();
  if (changed !== "package.json") stop(`Expected that only package.json changed, but:\n${changed}`);
  passes("git diff: package.json changed, and nothing in memory-bank/ did");

  const kept = mkdtempSync(join(tmpdir(), "memory-bank-demo-"));
  cpSync(project.dir, kept, { recursive: true });
  heading("Yours next: one line in your project's opencode.json, then /memory-bank-refresh");
  line(`   { "plugin": ["${pathToFileURL(join(process.cwd(), "dist", "plugin.js")).href}"] }`);
  line(colors.dim(`   Look around in ${kept}; README.md tells the rest.`));
} finally {
  await host.stop();
  await model.stop();
}
