import type { Language } from "../../types.ts";
import designEn from "./en/design.md";
import entryEn from "./en/entry.md";
import indexEn from "./en/index.md";
import learningEn from "./en/learning.md";
import patternsEn from "./en/patterns.md";
import progressEn from "./en/progress.md";
import requirementEn from "./en/requirement.md";
import techEn from "./en/tech.md";
import designZh from "./zh/design.md";
import entryZh from "./zh/entry.md";
import indexZh from "./zh/index.md";
import learningZh from "./zh/learning.md";
import patternsZh from "./zh/patterns.md";
import progressZh from "./zh/progress.md";
import requirementZh from "./zh/requirement.md";
import techZh from "./zh/tech.md";

export type TemplateName =
  | "entry"
  | "tech"
  | "patterns"
  | "progress"
  | "requirement"
  | "design"
  | "learning"
  | "index";

export const TEMPLATES: Readonly<Record<Language, Readonly<Record<TemplateName, string>>>> = {
  en: {
    entry: entryEn,
    tech: techEn,
    patterns: patternsEn,
    progress: progressEn,
    requirement: requirementEn,
    design: designEn,
    learning: learningEn,
    index: indexEn,
  },
  zh: {
    entry: entryZh,
    tech: techZh,
    patterns: patternsZh,
    progress: progressZh,
    requirement: requirementZh,
    design: designZh,
    learning: learningZh,
    index: indexZh,
  },
};
