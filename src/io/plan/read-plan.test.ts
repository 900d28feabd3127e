import { describe, expect, it } from "vitest";
import { placeIn } from "../../../test/helpers/plans.ts";
import { tempProject } from "../../../test/helpers/temp-project.ts";
import type { Language } from "../../types.ts";
import { readPlan } from "./read-plan.ts";

const CHINESE = "# 茶壶\n\n这是一个管理茶壶与茶叶的系统。\n";
const ENGLISH = "# Teapot\n\nThe pot keeps the tea warm for you.\n";
const JAPANESE = "# お茶\n\nこのツールはお茶の使用量を計算します。\n";

function languageOf(
  files: Record<string, string>,
  locale: Language,
  lang?: Language,
): Language | undefined {
  const result = readPlan(placeIn(tempProject(files)), { lang, locale, today: "2026-11-15" });
  return result.kind === "plan" ? result.language : undefined;
}

describe("the language of a bank", () => {
  it("is that of the README while there is no bank", () => {
    expect(languageOf({ "README.md": CHINESE }, "en")).toBe("zh");
    expect(languageOf({ "README.md": ENGLISH }, "zh")).toBe("en");
    expect(languageOf({ "README.md": ENGLISH, "README.zh.md": CHINESE }, "en")).toBe("en");
    expect(languageOf({ "README.md": CHINESE, "memory-bank/notes.md": ENGLISH }, "en")).toBe("zh");
  });

  it("is the setting's before all, and the locale's where the README is in another one", () => {
    expect(languageOf({ "README.md": CHINESE }, "zh", "en")).toBe("en");
    expect(languageOf({ "README.md": JAPANESE }, "zh")).toBe("zh");
    expect(languageOf({ "README.md": JAPANESE }, "en")).toBe("en");
    expect(languageOf({}, "zh")).toBe("zh");
  });

  it("is its own once there is one", () => {
    const entry =
      "# Pot\n\n<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\n\n## Project Snapshot\n\nThe pot keeps tea warm.\n";
    expect(languageOf({ "README.md": CHINESE, "memory-bank/MEMORY.md": entry }, "zh")).toBe("en");
  });
});
