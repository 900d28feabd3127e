import { describe, expect, it } from "vitest";
import { detectLanguage, languageOfLocale } from "./language.ts";

describe("language", () => {
  it("is found out from the text, English headings aside", () => {
    expect(detectLanguage("# Memory\n\n## Current Focus\n\n- Goal: ship it\n")).toBe("en");
    expect(
      detectLanguage(
        "# 项目记忆\n\n## Current Focus\n\n- 目标：发布结账功能，并完成支付回调的测试\n\n## Routing Rules（意图驱动）\n",
      ),
    ).toBe("zh");
    expect(detectLanguage("# Names like 北京 occur in English text, and that is fine.\n")).toBe(
      "en",
    );
    expect(detectLanguage("12 34\n")).toBeUndefined();
  });

  it("is known from the locale", () => {
    expect(languageOfLocale("zh_CN.UTF-8")).toBe("zh");
    expect(languageOfLocale("en_US.UTF-8")).toBe("en");
    expect(languageOfLocale(undefined)).toBe("en");
  });
});
