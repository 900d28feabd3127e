import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readFocusOf } from "./read-focus.ts";
import { cpuTime } from "../../test/helpers/cpu-time.ts";

const NOTHING = { goal: null, inProgress: null, remaining: null, blocked: null, date: null };
const focus = (said: Partial<Record<keyof typeof NOTHING, string>>) => ({ ...NOTHING, ...said });

describe("the focus of a doc", () => {
  it("is read from labels, plain, bold or in a list", () => {
    expect(
      readFocusOf(
        "# Active\n\n- Goal: ship the parser\n- **In progress**: the lexer\n\n**Next:** errors\nBlocked: none\n",
      ),
    ).toEqual(
      focus({
        goal: "ship the parser",
        inProgress: "the lexer",
        remaining: "errors",
        blocked: "none",
      }),
    );
    expect(readFocusOf("Goal: ship the parser\nand its tests\n\n- step 1\n").goal).toBe(
      "ship the parser and its tests",
    );
    expect(readFocusOf("**目标**：重写解析器\n**进行中**：词法\n")).toEqual(
      focus({ goal: "重写解析器", inProgress: "词法" }),
    );
  });

  it("is read from headings, with what is below them in one line", () => {
    const text = `# Active Context

## Current Work Focus

Moving the import to streams.

## Recent Changes

- Added a queue

## Next Steps

1. **Limits**:
   - per tenant
2. Metrics

## Active Decisions

- Streams over batches
`;
    expect(readFocusOf(text)).toEqual(
      focus({
        goal: "Moving the import to streams.",
        inProgress: "Recent Changes: Added a queue",
        remaining: "Limits; Metrics",
      }),
    );
  });

  it("takes what is in progress before what has changed", () => {
    const text = "## Recent Changes\n\n- a queue\n\n## In Progress\n\n- the worker\n";
    expect(readFocusOf(text).inProgress).toBe("the worker");
  });

  it("leaves out what is done, and what nobody has filled in", () => {
    const text = `## Current Focus

(what you are working on)

## Next Steps

- [x] first
- ✅ second
- [ ] third
- ~~fourth~~
- fifth ✅

## Blockers

TBD
`;
    expect(readFocusOf(text)).toEqual(focus({ remaining: "third" }));
  });

  it("names the headings below, and what is below those that only say when", () => {
    const plan = (first: string) =>
      `## Next Steps\n\n### ${first}\n- [ ] login\n- [ ] logout\n\n### Reports\n- [ ] totals\n`;
    expect(readFocusOf(plan("1. Accounts")).remaining).toBe("Accounts; Reports");
    expect(readFocusOf(plan("Immediate (this week)")).remaining).toBe("login; logout; Reports");
  });

  it("does not take a part with a meaning of its own for a part of another", () => {
    const text =
      "## 当前焦点（30 行以内）\n\n**工作重点**：官网改版\n\n**最近变更**：\n- 新表单\n\n**下一步**：\n1. 走查\n2. 参数\n\n**关键决策**：\n- 域名不变\n";
    expect(readFocusOf(text)).toEqual(
      focus({ goal: "官网改版", inProgress: "最近变更：新表单", remaining: "走查；参数" }),
    );
  });

  it("reads the older layout's own shape, where the title is the focus", () => {
    const text =
      "# 当前焦点\n\n## 刚完成\n\n### 修复触发条件\n\n- ✅ 每次回复\n\n## 下一步\n\n- [ ] 构建\n- [ ] 发布\n\n## 阻塞项\n\n无\n";
    expect(readFocusOf(text)).toEqual(
      focus({ inProgress: "刚完成：修复触发条件", remaining: "构建；发布", blocked: "无" }),
    );
  });

  it("hears a label far from the focus last", () => {
    const text = "## Patterns\n\n- Next: a pointer of the list\n\n## Next Steps\n\n- Tests\n";
    expect(readFocusOf(text).remaining).toBe("Tests");
  });

  it.each([
    ["## **1. 現在のフォーカス**\n\n- テスト\n\n## 次のステップ\n\n- 型\n\n## 課題\n\n- 速度\n"],
    ["## 現在の作業の焦点\nテスト\n## 次のステップ (案)\n- 型\n## ブロッカー\n- 速度\n"],
    ["## 현재 작업 포커스\n- 테스트\n## 다음 단계\n- 타입\n## 차단 요소\n- 속도\n"],
    ["## 🎯 Текущий фокус\nТесты\n## Следующие шаги\n1. Типы\n## Блокеры\nСкорость\n"],
    ["## Foco de Trabajo\nPruebas\n## Próximos Pasos\n- Tipos\n## Bloqueos\n- Velocidad\n"],
    ["## Foco Atual\nTestes\n## Próximos Passos\n- Tipos\n## Bloqueios\n- Velocidade\n"],
    ["## Aktueller Fokus\nTests\n## Nächste Schritte\n- Typen\n## Hindernisse\n- Tempo\n"],
    ["## Focus actuel\nTests\n## Prochaines étapes\n- Types\n## Points bloquants\n- Vitesse\n"],
    ["## Fokus Saat Ini\nTes\n## Langkah Selanjutnya\n- Tipe\n## Hambatan\n- Waktu\n"],
    ["## Trọng tâm hiện tại\nKiểm thử\n## Bước tiếp theo\n- Kiểu\n## Vướng mắc\n- Tốc độ\n"],
    ["## Mevcut Odak: Testler\n\n### Sırada\n- [ ] Tipler\n\n## Engeller\n- Hız\n"],
    ["## 目前焦點\n測試\n## 後續步驟\n- 型別\n## 阻塞項\n- 速度\n"],
    ["## 二、当前工作重点\n测试\n## 三、下一步计划\n- 类型\n## 四、待解决问题\n- 速度\n"],
  ])("is read in the language of the doc: %j", (text) => {
    const { goal, remaining, blocked } = readFocusOf(text);
    expect([goal, remaining, blocked]).not.toContain(null);
  });

  it("does not read the user's block, code, comments, or what is over", () => {
    const hidden = "## Next Steps\n- hidden\n";
    expect(
      readFocusOf(
        `<!-- USER_BLOCK_START -->\n${hidden}<!-- USER_BLOCK_END -->\n\n\`\`\`\n${hidden}\`\`\`\n\n<!--\n${hidden}-->\n\n## Resolved Blockers\n- old\n`,
      ),
    ).toEqual(NOTHING);
  });

  it("unwraps a doc that is one fence as a whole", () => {
    expect(readFocusOf("```markdown\n## Next Steps\n- a\n```\n").remaining).toBe("a");
  });

  it.each([
    ["**Last Updated:** 2025-06-01", "2025-06-01"],
    ["*Last updated: June 1, 2025*", "2025-06-01"],
    ["Updated on 1 June 2025", "2025-06-01"],
    ["最近更新：2025年6月1日", "2025-06-01"],
    ["> 更新时间: 2025/6/1 12:30", "2025-06-01"],
    ["最終更新日: 2025/06/01", "2025-06-01"],
    ["마지막 업데이트: 2025년 6월 1일", "2025-06-01"],
    ["Последнее обновление: 01.06.2025", "2025-06-01"],
    ["Última actualización: 1 de junio de 2025", "2025-06-01"],
    ["Son güncelleme: 1 Haziran 2025", "2025-06-01"],
    ["Cập nhật lần cuối: 1 tháng 6 năm 2025", "2025-06-01"],
    ["Stand: 1. Juni 2025", "2025-06-01"],
    ["## Recent Changes (2025-06-01)", "2025-06-01"],
    ["* [2025-06-01 12:00:00] - Moved the state", "2025-06-01"],
    ["2025-06-01 10:47:49 - Log of updates made.", "2025-06-01"],
    ["Release is due on 2025-06-01", null],
    ["Goal: done by 2025-06-01", null],
    ["Last Updated: 06/01/2025", null],
    ["Last Updated: 2025-13-41", null],
    ["Last Updated: June 2025", null],
  ])("is dated as it says: %s", (line, date) => {
    expect(readFocusOf(`# Active\n\n${line}\n`).date).toBe(date);
  });

  it("believes words of an update before other dates", () => {
    const text = "Last updated: 2025-05-01\n\n## Plan for 2025-09-01\n\n- 2025-08-01: x\n";
    expect(readFocusOf(text).date).toBe("2025-05-01");
  });

  it("says nothing that the doc does not say, and stays on one line", () => {
    const words = fc.constantFrom(
      "# Current Focus\n",
      "## Next Steps\n",
      "### Short term\n",
      "**Blocked**: ",
      "Goal: ",
      "- [ ] ",
      "- [x] ",
      "| a | b |\n|---|---|\n| c | d |\n",
      "alpha beta\n",
      "<!-- MACHINE_BLOCK_END -->\n",
      "[link](x.md)\n",
      "\n",
      "```\n",
      "目标：",
      "四五六\n",
      "2025-06-01\n",
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 30 }), (pieces) => {
        const text = pieces.join("");
        const { date: _, ...fields } = readFocusOf(text);
        for (const value of Object.values(fields)) {
          if (value === null) continue;
          expect(value).not.toMatch(/[\r\n]|<!--|-->/);
          for (const word of value.match(/[\p{L}\p{N}]+/gu) ?? []) expect(text).toContain(word);
        }
      }),
    );
  });

  it.each([
    ["headings", "## Next Steps\n".repeat(8000)],
    ["labels", "**Next**:\n".repeat(10_000)],
    ["marks", "> ".repeat(50_000)],
    ["dashes", `|${"-|".repeat(50_000)}`],
    ["digits", `Updated ${"2025 ".repeat(20_000)}`],
    ["brackets", `## Goal ${"(".repeat(100_000)}`],
    ["links", `## Goal\n${"[".repeat(100_000)}`],
    ["braces", `## Goal\n${"(){{".repeat(25_000)}`],
    ["spaces", `## Goal\nUpdated${" ".repeat(100_000)}2025-06-01`],
    ["levels", "## Next Steps\n### a\n#### b\n".repeat(3000)],
  ])("takes no long time on hostile %s", (_, text) => {
    const start = cpuTime();
    readFocusOf(text);
    expect(cpuTime() - start).toBeLessThan(1500);
  });
});
