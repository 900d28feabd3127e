import type { CheckedBank } from "../checked-bank.ts";
import type { Fault } from "../finding.ts";

const REQUIREMENT = /^details\/requirements\/(?:.*\/)?REQ-(\d{1,9})(?!\d)[^/]*\.md$/i;

/** Two requirements with one number: `REQ-007` must mean one of them. */
export function requirementNumbers({ files }: CheckedBank): Fault[] {
  const first = new Map<number, string>();
  return files.flatMap(({ path }): Fault[] => {
    const number = Number(REQUIREMENT.exec(path)?.[1] ?? "NaN");
    if (Number.isNaN(number)) return [];
    const other = first.get(number);
    if (other === undefined) {
      first.set(number, path);
      return [];
    }
    return [
      {
        level: "warning",
        path,
        line: 1,
        message: {
          en: `its number, ${number}, is that of ${other} too`,
          zh: `编号 ${number} 与 ${other} 相同`,
        },
        fix: { en: "give one of them another number", zh: "给其中一个换编号" },
      },
    ];
  });
}
