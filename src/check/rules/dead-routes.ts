import { isCertain } from "../../plans/route-lookup.ts";
import type { CheckedBank } from "../checked-bank.ts";
import type { Fault } from "../finding.ts";

/** The agent reads the files of a route: a route that leads nowhere costs it a turn. */
export function deadRoutes({ entry, routes, isRoutable }: CheckedBank): Fault[] {
  if (entry === undefined) return [];
  return routes.flatMap(({ paths }) =>
    paths
      .filter(({ path }) => isCertain(path) && !isRoutable(path))
      .map(({ path, from }): Fault => ({
        level: "error",
        ...entry.placeOf(from),
        message: {
          en: `the route leads to ${path}, which does not exist`,
          zh: `路由指向不存在的 ${path}`,
        },
        fix: {
          en: "correct the path, or drop it: `memory-bank refresh` drops rows whose files are all gone",
          zh: "改正路径或去掉它：一行的文件全部不存在时 `memory-bank refresh` 会去掉该行",
        },
      })),
  );
}
