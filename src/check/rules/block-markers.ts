import { type BlockProblem, describeProblem } from "../../bank/blocks.ts";
import type { CheckedBank } from "../checked-bank.ts";
import type { Fault } from "../finding.ts";

/** Markers say who owns a text. Reports the first wrong one of each doc; a doc may have no block at all. */
export function blockMarkers({ docs }: CheckedBank): Fault[] {
  return docs.flatMap(({ path, doc: { blocks } }): Fault[] => {
    const isBegun = ({ kind, marker }: BlockProblem) =>
      kind !== "missing" ||
      blocks.markers.some((other) => blockOf(other.marker) === blockOf(marker));
    const problem = blocks.problems.find(isBegun);
    if (problem === undefined) return [];
    const sibling = blocks.markers.find(
      ({ marker }) => blockOf(marker) === blockOf(problem.marker),
    );
    return [
      {
        level: "error",
        path,
        line: "line" in problem ? problem.line : (sibling?.line ?? 1),
        message: describeProblem(problem),
        fix: {
          en: "machine block before user block, each with its start and its end once, on lines of their own, outside code fences",
          zh: "机器区块在用户区块之前，各自的开始与结束标记各出现一次、单独成行、不在代码块中",
        },
      },
    ];
  });
}

function blockOf(marker: string): string {
  return marker.replace(/-.*/, "");
}
