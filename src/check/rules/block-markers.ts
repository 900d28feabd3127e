import { posix } from "node:path";
import type { BlockProblem, Marker } from "../../bank/blocks.ts";
import { LEGACY, OLD_ENTRIES } from "../../bank/layout.ts";
import { INDEX } from "../../plans/index-gaps.ts";
import type { CheckRule } from "../check-rule.ts";
import type { CheckedDoc } from "../checked-doc.ts";
import type { Text } from "../../types.ts";
import type { Fault } from "../finding.ts";

const NAMES: Readonly<Record<Marker, string>> = {
  "machine-start": "MACHINE_BLOCK_START",
  "machine-end": "MACHINE_BLOCK_END",
  "user-start": "USER_BLOCK_START",
  "user-end": "USER_BLOCK_END",
};

const WITHOUT_BLOCKS = new Set<string>([LEGACY, ...OLD_ENTRIES]);

/** The markers say whose a text is: once each, machine block before user block. */
export const blockMarkers: CheckRule = {
  name: "block-markers",
  find: ({ docs }) => docs.flatMap(findFaults),
};

function findFaults(doc: CheckedDoc): Fault[] {
  const { problems, markers } = doc.doc.blocks;
  const missing = new Set(
    problems.flatMap((problem) => (problem.kind === "missing" ? [problem.marker] : [])),
  );
  const faults = problems
    .filter((problem) => !isToldByStart(problem, problems))
    .flatMap((problem) => describe(problem, doc, missing));
  const lacks = [
    ...(missing.has("machine-start") && missing.has("machine-end") ? ["machine"] : []),
    ...(missing.has("user-start") && missing.has("user-end") ? ["user"] : []),
  ];
  const isFree = posix.basename(doc.path) === INDEX || WITHOUT_BLOCKS.has(doc.path);
  if (isFree || lacks.length === 0) return faults;
  return [...faults, lackingBlocks(doc, lacks, markers.length > 0)];
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
  // Only an end without its start is reported here; `lackingBlocks` reports where both are missing.
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

function lackingBlocks({ path }: CheckedDoc, lacks: readonly string[], hasMarkers: boolean): Fault {
  const zh = lacks.map((block) => (block === "user" ? "用户区块" : "机器区块")).join("和");
  return {
    level: "note",
    path,
    line: 1,
    message: {
      en: hasMarkers ? `there is no ${lacks.join(" and no ")} block` : "there are no block markers",
      zh: hasMarkers ? `没有${zh}` : "没有区块标记",
    },
    fix: {
      en: "put what the agent maintains between the machine markers, and the user's own below, between the user markers",
      zh: "把由 Agent 维护的内容放在机器标记之间，用户自己的内容放在其后的用户标记之间",
    },
  };
}
