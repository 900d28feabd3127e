import type { BlockProblem, Marker } from "../../bank/blocks.ts";
import type { Text } from "../../types.ts";
import type { CheckedBank } from "../checked-bank.ts";
import type { CheckedDoc } from "../checked-doc.ts";
import type { Fault } from "../finding.ts";

const NAMES: Readonly<Record<Marker, string>> = {
  "machine-start": "MACHINE_BLOCK_START",
  "machine-end": "MACHINE_BLOCK_END",
  "user-start": "USER_BLOCK_START",
  "user-end": "USER_BLOCK_END",
};
const FIX: Text = {
  en: "machine block before user block, each with its start and its end once, on lines of their own, outside code fences",
  zh: "机器区块在用户区块之前，各自的开始与结束标记各出现一次、单独成行、不在代码块中",
};

/** The markers say whose a text is: once each, machine block before user block. Docs without blocks are fine. */
export function blockMarkers({ docs }: CheckedBank): Fault[] {
  return docs.flatMap((doc) => {
    const { problems } = doc.doc.blocks;
    return problems
      .filter((problem) => !isToldByStart(problem, problems))
      .flatMap((problem) => describe(problem, doc));
  });
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

function describe(problem: BlockProblem, { path, doc }: CheckedDoc): Fault[] {
  const name = NAMES[problem.marker];
  const at = (line: number, message: Text): Fault[] => [
    { level: "error", path, line, message, fix: FIX },
  ];
  switch (problem.kind) {
    case "doubled":
      return at(problem.line, { en: `${name} is there twice`, zh: `${name} 出现了两次` });
    case "out-of-order":
      return at(problem.line, { en: `${name} is out of order`, zh: `${name} 的顺序不对` });
    case "in-fence":
      return at(problem.line, {
        en: `${name} is missing: it stands only in a code fence`,
        zh: `缺少 ${name}：它只出现在代码块中`,
      });
    case "unclosed":
      return at(problem.line, { en: `${name} has no end`, zh: `${name} 没有结束标记` });
    case "missing": {
      // Only an end without its start: a block that is not there at all is nobody's fault.
      const end = problem.marker === "machine-start" ? "machine-end" : "user-end";
      const found = doc.blocks.markers.find(({ marker }) => marker === end);
      if (problem.marker.endsWith("-end") || found === undefined) return [];
      return at(found.line, { en: `${NAMES[end]} has no start`, zh: `${NAMES[end]} 没有开始标记` });
    }
  }
}
