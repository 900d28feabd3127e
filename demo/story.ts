import { colors } from "../src/cli/colors.ts";
import { type ModelRequest, type Step, say } from "../test/e2e/kit/index.ts";
import { PATTERNS, REQUIREMENT } from "./project.ts";
import { does, heading, passes, quote, refuses } from "./show.ts";
import type { Edit, Stage } from "./stage.ts";

const VERSION = { path: "package.json", from: '"1.4.0"', to: '"2.0.0"' };
const LICENSE = { path: "package.json", from: '"ISC"', to: '"MIT"' };
const OVERWRITE = `echo "All done." > ${PATTERNS}`;

/** The model is scripted, so that the show is the same for everybody; host, plugin and files are real. */
export function script(stage: Stage): Step[] {
  const [fill, ...more] = stage.fill;
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
      passes(firstLine(resultOf(request, stage.edited)));
      heading("4  It tries to overwrite the conventions by a shell command");
      does(stage.tools.bash, OVERWRITE);
      return stage.bash(OVERWRITE);
    },
    (request) => {
      refuses(resultOf(request, "(rule: guard-memory-files)"));
      return fill;
    },
    ...more,
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
      passes(firstLine(resultOf(request, stage.edited)));
      return say("Version 2.0.0, license MIT: both points of REQ-001 are done.");
    },
  ];

  function edit(args: Edit): Step {
    does(stage.tools.edit, `${args.path}: ${args.from} → ${args.to}`);
    return stage.edit(args);
  }

  function readDocs(): Step {
    does(stage.tools.read, `${PATTERNS}, ${REQUIREMENT.replace("memory-bank/details", "…")}`);
    return stage.read(PATTERNS, REQUIREMENT);
  }

  /** Lines of a block that the prompt really carries. */
  function linesOf(request: ModelRequest, tag: string, wanted: RegExp): string[] {
    const told = stage.told(request);
    const [, block = ""] = new RegExp(`<${tag}>\n([^]*?)</${tag}>`).exec(told) ?? [];
    const lines = block.split("\n").filter((text) => wanted.test(text));
    if (lines.length === 0) stop(`Expected <${tag}> in the prompt, which was:\n${told}`);
    return lines.map((text) => text.replace(/: context and facts.*/, ""));
  }

  /** The show must not tell what did not happen. */
  function resultOf(request: ModelRequest, words: string): string {
    const ids = request.messages.findLast(({ toolCalls }) => toolCalls.length > 0)?.toolCalls;
    const results = request.toolResults
      .filter(({ id }) => ids?.some((call) => call.id === id))
      .map(({ text }) => stage.plain(text));
    // Those of parallel calls come in any order.
    const result = results.find((text) => text.includes(words)) ?? results.join("\n");
    if (!result.includes(words)) {
      stop(`Expected a result with "${words}", but the host answered:\n${result}`);
    }
    return result;
  }
}

function firstLine(text: string): string {
  return text.split("\n")[0] ?? "";
}

export function stop(message: string): never {
  console.error(colors.red(message));
  process.exit(1);
}
