import { isCertain } from "../../plans/dead-routes.ts";
import type { CheckRule } from "../check-rule.ts";
import type { Fault } from "../finding.ts";

/** The agent reads what a route names: one that leads nowhere costs it a turn. */
export const deadRoutes: CheckRule = {
  name: "dead-routes",
  find: ({ entry, routes, isRoutable }) =>
    routes.flatMap(({ paths }) =>
      paths
        .filter(({ path }) => isCertain(path) && !isRoutable(path))
        .flatMap(({ path, from }): Fault[] =>
          entry === undefined
            ? []
            : [
                {
                  level: "error",
                  ...entry.placeOf(from),
                  message: {
                    en: `the route leads to ${path}, which does not exist`,
                    zh: `路由指向不存在的 ${path}`,
                  },
                  fix: {
                    en: "correct the path, or drop it: `memory-bank check --fix` does where the cell holds only paths",
                    zh: "改正路径或去掉它：单元格里只有路径时 `memory-bank check --fix` 会处理",
                  },
                },
              ],
        ),
    ),
};
