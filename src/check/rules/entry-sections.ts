import { OLD_ROUTING, SECTION, TEMPLATE_VERSION } from "../../bank/layout.ts";
import { hasMarker } from "../../bank/layouts.ts";
import { findSection } from "../../bank/parse.ts";
import { isAtLeast, parseVersion } from "../../bank/version.ts";
import type { CheckRule } from "../check-rule.ts";

/** Sections that an upgrade adds. For an older entry `template-version` is reported instead of these. */
const ADDED = new Set<string>([
  SECTION.routing,
  SECTION.drillDown,
  SECTION.writeSafety,
  SECTION.quickAnswers,
]);
/** Without these the prompt has neither the task nor a way to the docs. */
const ESSENTIAL = new Set<string>([SECTION.focus, SECTION.routing]);
/** Behind a name, in whatever brackets: the heading counts without it. */
const REMARK = /\s*[(（].*$/;

/** Told once for the entry, and only for one of our template. */
export const entrySections: CheckRule = {
  name: "entry-sections",
  find: ({ entry }) => {
    if (entry === undefined || !hasMarker(entry.text)) return [];
    const { doc, path } = entry;
    const isCurrent = isAtLeast(doc.version?.version, parseVersion(TEMPLATE_VERSION) ?? []);
    const isThere = (name: string) =>
      findSection(doc, name) !== undefined ||
      (name === SECTION.routing && findSection(doc, OLD_ROUTING) !== undefined);
    const missing = Object.values(SECTION).filter(
      (name) => !isThere(name) && (isCurrent || !ADDED.has(name)),
    );
    if (missing.length === 0) return [];
    const names = missing.map((name) => name.replace(REMARK, ""));
    const [one, many] = [names[0], names.length > 1];
    return [
      {
        level: missing.some((name) => ESSENTIAL.has(name)) ? "warning" : "note",
        path,
        line: 1,
        message: {
          en: many
            ? `the sections ${names.map((name) => `"${name}"`).join(", ")} are missing`
            : `the section "${one}" is missing`,
          zh: `缺少${names.map((name) => `“${name}”`).join("、")}${many ? "各节" : "一节"}`,
        },
        fix: {
          en: `add ${names.map((name) => `"## ${name}"`).join(", ")} to the machine block`,
          zh: `在机器区块中加入${names.map((name) => `“## ${name}”`).join("、")}`,
        },
      },
    ];
  },
};
