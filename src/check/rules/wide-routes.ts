import { LIMITS } from "../../bank/layout.ts";
import type { CheckRule } from "../check-rule.ts";
import type { Fault } from "../finding.ts";

/** An agent that is sent to many files reads none of them well. */
export const wideRoutes: CheckRule = {
  name: "wide-routes",
  find: ({ entry, routes }) =>
    routes.flatMap(({ paths }): Fault[] => {
      const surplus = paths[LIMITS.routeFiles];
      if (entry === undefined || surplus === undefined) return [];
      return [
        {
          level: "note",
          ...entry.placeOf(surplus.from),
          message: {
            en: `the route names ${paths.length} files, ${LIMITS.routeFiles} at most are read`,
            zh: `该路由列出 ${paths.length} 个文件，最多应为 ${LIMITS.routeFiles} 个`,
          },
          fix: {
            en: "name the most telling ones, or split the intent into two rows",
            zh: "只留最关键的文件，或把意图拆成两行",
          },
        },
      ];
    }),
};
