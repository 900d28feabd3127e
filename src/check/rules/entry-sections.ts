import { OLD_ROUTING, SECTION, TEMPLATE_VERSION } from "../../bank/layout.ts";
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

export const entrySections: CheckRule = {
  name: "entry-sections",
  find: ({ entry }) => {
    if (entry === undefined) return [];
    const { doc, path } = entry;
    const isCurrent = isAtLeast(doc.version?.version, parseVersion(TEMPLATE_VERSION) ?? []);
    const isThere = (name: string) =>
      findSection(doc, name) !== undefined ||
      (name === SECTION.routing && findSection(doc, OLD_ROUTING) !== undefined);
    return Object.values(SECTION)
      .filter((name) => !isThere(name) && (isCurrent || !ADDED.has(name)))
      .map((name) => ({
        level: ESSENTIAL.has(name) ? "warning" : "note",
        path,
        line: 1,
        message: { en: `the section "${name}" is missing`, zh: `缺少“${name}”一节` },
        fix: {
          en: `add "## ${name}" to the machine block, with exactly this heading`,
          zh: `在机器区块中加入“## ${name}”，标题须完全一致`,
        },
      }));
  },
};
