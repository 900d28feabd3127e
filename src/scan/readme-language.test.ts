import { describe, expect, it } from "vitest";
import { languageOfReadme } from "./readme-language.ts";
import { cpuTime } from "../../test/helpers/cpu-time.ts";

const CODE = `\`\`\`sh\n${"the pot is for you and the tea\n".repeat(30)}\`\`\``;

describe("the language of a README", () => {
  it.each([
    ["en", "# Teapot\n\nA kettle for the kitchen, and the tea that you drink.\n"],
    ["en", "# Teapot\n\n[简体中文](README.zh.md)\n\nThe kettle is kept warm by the stove.\n"],
    ["zh", `# Teapot\n\n一个基于 Spring Boot 的茶壶管理系统，支持多租户。\n\n${CODE}\n`],
    ["zh", "# 茶壶\n\n这是一个示例项目。\n\nThe English text is below.\n"],
    [undefined, "# お茶\n\nこのツールは、入力された日付から使用量を計算します。\n"],
    [undefined, "# Чайник\n\nЧайник заваривает чай, как the English do.\n"],
    [undefined, "# Tetera\n\nUna tetera que prepara el té de la tarde para todos.\n"],
    [undefined, "# 찻주전자\n\n차를 우리는 도구입니다.\n"],
    [undefined, "# pot\n"],
    [undefined, ""],
  ] as const)("is %s of %j", (language, readme) => {
    expect(languageOfReadme(readme)).toBe(language);
  });

  it("is found in time that grows with the text", () => {
    for (const hostile of ["```\n", "`", "<", "~~~\nx\n", "https://"]) {
      const begin = cpuTime();
      languageOfReadme(hostile.repeat(20_000));
      expect(cpuTime() - begin).toBeLessThan(500);
    }
  });
});
