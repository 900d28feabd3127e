import { execFileSync } from "node:child_process";

interface RunningProcess {
  readonly pid: number;
  readonly command: string;
}

/** What a process has started, and what that has started. */
export function processesBelow(pid: number): RunningProcess[] {
  const table = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" });
  const all = table.split("\n").flatMap((line) => {
    const [, own, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return command === undefined ? [] : [{ pid: Number(own), parent: Number(parent), command }];
  });
  const below = (from: number): RunningProcess[] =>
    all.flatMap(({ parent, ...each }) => (parent === from ? [each, ...below(each.pid)] : []));
  return below(pid);
}
