import { ENTRY, SECTION, TEMPLATE_MARKER } from "../../bank/layout.ts";
import { findSections } from "../../bank/parse.ts";
import type { CheckRule } from "../check-rule.ts";
import type { CheckedDoc } from "../checked-doc.ts";
import type { Fault } from "../finding.ts";

/** Tools read the first of two sections, or markers, of one name; a merge by hand leaves the other behind. */
export const doubledSections: CheckRule = {
  name: "doubled-sections",
  find: ({ entry }) => (entry === undefined ? [] : [...doubledMarker(entry), ...doubled(entry)]),
};

function doubled(entry: CheckedDoc): Fault[] {
  return Object.values(SECTION).flatMap((name) => {
    const [first, ...others] = findSections(entry.doc, name);
    if (first === undefined) return [];
    const { line } = entry.placeOf(first.from);
    return others.map(({ heading, from }) => ({
      level: "warning" as const,
      ...entry.placeOf(from),
      message: {
        en: `the section "${heading}" is there already, at line ${line}`,
        zh: `“${heading}”一节在第 ${line} 行已有`,
      },
      fix: {
        en: "put the two together under the first heading: only that one is read",
        zh: "把两节合并到第一个标题下：只有那一节会被读取",
      },
    }));
  });
}

function doubledMarker({ doc, text, placeOf }: CheckedDoc): Fault[] {
  const { version } = doc;
  if (version === undefined) return [];
  const other = doc.lines.find(
    ({ from, to, kind }) =>
      from > version.from && kind === "html" && TEMPLATE_MARKER.test(text.slice(from, to)),
  );
  if (other === undefined) return [];
  return [
    {
      level: "warning",
      ...placeOf(other.from),
      message: {
        en: `${ENTRY} names its template twice`,
        zh: `${ENTRY} 中有两个模板标记`,
      },
      fix: { en: "keep the marker with the newer version", zh: "只保留版本较新的标记" },
    },
  ];
}
