import type { CheckRule } from "../check-rule.ts";
import type { Fault } from "../finding.ts";

const REQUIREMENT = /^details\/requirements\/(?:.*\/)?REQ-(\d{1,9})(?!\d)[^/]*\.md$/i;

/** Two requirements with one number: `REQ-007` must mean one of them. */
export const requirementNumbers: CheckRule = {
  name: "requirement-numbers",
  find: ({ files }) => {
    const first = new Map<number, string>();
    const used = files.flatMap(({ path }) => {
      const number = REQUIREMENT.exec(path)?.[1];
      return number === undefined ? [] : [{ path, number: Number(number) }];
    });
    const free = 1 + used.reduce((most, { number }) => Math.max(most, number), 0);
    return used.flatMap(({ path, number }): Fault[] => {
      const other = first.get(number);
      if (other === undefined) {
        first.set(number, path);
        return [];
      }
      const next = `REQ-${String(free).padStart(3, "0")}`;
      return [
        {
          level: "warning",
          path,
          line: 1,
          message: {
            en: `its number, ${number}, is that of ${other} too`,
            zh: `编号 ${number} 与 ${other} 相同`,
          },
          fix: {
            en: `give one of them another number; ${next} is free`,
            zh: `给其中一个换编号；${next} 未使用`,
          },
        },
      ];
    });
  },
};
