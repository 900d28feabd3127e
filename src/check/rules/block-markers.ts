import { posix } from "node:path";
import type { BlockProblem, Marker } from "../../bank/blocks.ts";
import { ENTRY } from "../../bank/layout.ts";
import { hasMarker } from "../../bank/layouts.ts";
import { INDEX } from "../../plans/index-gaps.ts";
import type { CheckRule } from "../check-rule.ts";
import type { CheckedDoc } from "../checked-doc.ts";
import type { Text } from "../../types.ts";
import type { Fault } from "../finding.ts";
import { nameSome } from "../name-some.ts";

const NAMES: Readonly<Record<Marker, string>> = {
  "machine-start": "MACHINE_BLOCK_START",
  "machine-end": "MACHINE_BLOCK_END",
  "user-start": "USER_BLOCK_START",
  "user-end": "USER_BLOCK_END",
};
const BLOCKS: readonly (readonly Marker[])[] = [
  ["machine-start", "machine-end"],
  ["user-start", "user-end"],
];

/** The markers say whose a text is: once each, machine block before user block. */
export const blockMarkers: CheckRule = {
  name: "block-markers",
  find: ({ docs }) => [...docs.flatMap(findFaults), ...findLacking(docs.filter(wantsBlocks))],
};

function findFaults(doc: CheckedDoc): Fault[] {
  const { problems } = doc.doc.blocks;
  const missing = missingIn(doc);
  return problems
    .filter((problem) => !isToldByStart(problem, problems))
    .flatMap((problem) => describe(problem, doc, missing));
}

function missingIn({ doc }: CheckedDoc): ReadonlySet<Marker> {
  return new Set(
    doc.blocks.problems.flatMap(({ kind, marker }) => (kind === "missing" ? [marker] : [])),
  );
}

/** Docs of our own layout have both blocks. In others, what is not in a user block is the agent's. */
function wantsBlocks(doc: CheckedDoc): boolean {
  const isOurs = doc.path === ENTRY ? hasMarker(doc.text) : doc.path.startsWith("details/");
  return isOurs && posix.basename(doc.path) !== INDEX;
}

/** Told once for the whole bank. */
function findLacking(docs: readonly CheckedDoc[]): Fault[] {
  const lacking = docs.filter((doc) => {
    const missing = missingIn(doc);
    return BLOCKS.some((markers) => markers.every((marker) => missing.has(marker)));
  });
  const [first] = lacking;
  if (first === undefined) return [];
  const named = nameSome(lacking.map(({ path }) => path));
  return [
    {
      level: "note",
      path: first.path,
      line: 1,
      message: {
        en: `a block is missing, of the agent or of the user: ${named.en}`,
        zh: `缺少机器区块或用户区块：${named.zh}`,
      },
      fix: {
        en: "put what the agent maintains between the machine markers, and the user's own below, between the user markers",
        zh: "把由 Agent 维护的内容放在机器标记之间，用户自己的内容放在其后的用户标记之间",
      },
    },
  ];
}

/** Both markers of a block are wrong where it is doubled or in the wrong place: only its start is reported. */
function isToldByStart({ kind, marker }: BlockProblem, problems: readonly BlockProblem[]): boolean {
  const start = marker.replace("-end", "-start");
  return (
    (kind === "out-of-order" || kind === "doubled") &&
    marker.endsWith("-end") &&
    problems.some((other) => other.kind === kind && other.marker === start)
  );
}

function describe(
  problem: BlockProblem,
  { path, doc }: CheckedDoc,
  missing: ReadonlySet<Marker>,
): Fault[] {
  const name = NAMES[problem.marker];
  const at = (line: number, message: Text, fix: Text): Fault => ({
    level: "error",
    path,
    line,
    message,
    fix,
  });
  if (problem.kind !== "missing") {
    const { line } = problem;
    const keepOne = { en: "keep one of the two", zh: "只保留一个" };
    switch (problem.kind) {
      case "doubled":
        return [at(line, { en: `${name} is there twice`, zh: `${name} 出现了两次` }, keepOne)];
      case "out-of-order":
        return [
          at(
            line,
            { en: `${name} is out of order`, zh: `${name} 的顺序不对` },
            {
              en: "put the machine block before the user block, each with its start before its end",
              zh: "把机器区块放在用户区块之前，各自的开始标记在结束标记之前",
            },
          ),
        ];
      case "in-fence":
        return [
          at(
            line,
            {
              en: `${name} is missing: it stands only in a code fence`,
              zh: `缺少 ${name}：它只出现在代码块中`,
            },
            {
              en: "add the marker on a line of its own outside the fence, where the block should end or begin",
              zh: "在代码块之外、区块应结束或开始处单独一行加上该标记",
            },
          ),
        ];
      case "unclosed":
        return [
          at(
            line,
            { en: `${name} has no end`, zh: `${name} 没有结束标记` },
            {
              en: "add the end marker on a line of its own, where the block should end",
              zh: "在区块应结束处单独一行加上结束标记",
            },
          ),
        ];
    }
  }
  // Only an end without its start is reported here; `findLacking` reports where both are missing.
  const end = problem.marker === "machine-start" ? "machine-end" : "user-end";
  if (problem.marker.endsWith("-end") || missing.has(end)) return [];
  const line = doc.blocks.markers.find(({ marker }) => marker === end)?.line ?? 1;
  return [
    at(
      line,
      { en: `${NAMES[end]} has no start`, zh: `${NAMES[end]} 没有开始标记` },
      {
        en: "add the start marker on a line of its own, where the block should begin",
        zh: "在区块应开始处单独一行加上开始标记",
      },
    ),
  ];
}
