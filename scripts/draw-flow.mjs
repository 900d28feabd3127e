// `node scripts/draw-flow.mjs`: draws docs/images/flow.svg and flow.zh.svg from one layout; --check compares.
import { readFileSync, writeFileSync } from "node:fs";
import { ROOT } from "./install.mjs";

const WIDTH = 640;
const BOX = { x: 8, width: 548, height: 74, gap: 26 };

/** Languages beside each other, so that one cannot be changed without seeing the other. */
const PICTURE = {
  title: { en: "How Memory Bank works", zh: "Memory Bank 如何工作" },
  description: {
    en: "From the bank in the repository to every prompt, through the read gate and the memory guard, over a compaction and recovery, to a proposal that goes back into the bank.",
    zh: "从仓库里的记忆库到每次提示词，经过读取门与记忆守卫，越过压缩与恢复，再由提议写回记忆库。",
  },
  back: { en: "yes: saved", zh: "同意后写回" },
};
const STEPS = [
  {
    kind: "bank",
    name: { en: "memory-bank/ in your repository", zh: "仓库里的 memory-bank/" },
    words: {
      en: "Markdown: entry, conventions, requirements, designs",
      zh: "Markdown 文档：入口、约定、需求、设计、经验",
    },
  },
  {
    kind: "prompt",
    name: { en: "The entry is in every prompt", zh: "入口在每次提示词中" },
    words: {
      en: "The task, the decisions that bind, where to read more",
      zh: "当前任务、仍然有效的决策、去哪里读更多",
    },
  },
  {
    kind: "gate",
    name: { en: "Read gate: has it read?", zh: "读取门：读过了吗？" },
    words: {
      en: "Risky write, conventions unread: warned or refused",
      zh: "有风险的写入而约定未读：提醒或拒绝",
    },
  },
  {
    kind: "guard",
    name: { en: "Memory guard: may this file change so?", zh: "记忆守卫：这个文件可以这样改吗？" },
    words: {
      en: "No shell writes, no secrets, your own block stays yours",
      zh: "不许 shell 写入，不许机密，你的区块只归你",
    },
  },
  {
    kind: "recovery",
    name: { en: "Compaction, then recovery", zh: "压缩之后，先恢复" },
    words: {
      en: "The task's docs are read again before risky writes",
      zh: "重读任务文档之前，不做有风险的写入",
    },
  },
  {
    kind: "proposal",
    name: { en: "Proposal: worth keeping?", zh: "提议：值得记下来吗？" },
    words: {
      en: "The agent offers what was learned; you say yes or no",
      zh: "Agent 提出要记的内容，由你决定",
    },
  },
];

const STYLE = `
text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
.name{font-size:20px;font-weight:600;fill:#1f2328}
.words{font-size:17px;fill:#4d555e}
.box{fill:#f6f8fa;stroke:#c4ccd4}
.way{fill:none;stroke:#818b98;stroke-width:2}
.tip{fill:#818b98}
.bank,.prompt{fill:#0969da}.gate{fill:#9a6700}.guard{fill:#cf222e}.recovery{fill:#8250df}.proposal{fill:#1a7f37}
@media (prefers-color-scheme:dark){
.name{fill:#f0f6fc}
.words{fill:#b7bfc8}
.box{fill:#161b22;stroke:#3d444d}
.bank,.prompt{fill:#4493f8}.gate{fill:#d29922}.guard{fill:#f85149}.recovery{fill:#ab7df8}.proposal{fill:#3fb950}
}
`.trim();

function draw(language) {
  const step = BOX.height + BOX.gap;
  const top = (index) => 8 + index * step;
  const height = top(STEPS.length - 1) + BOX.height + 8;
  const boxes = STEPS.map(({ kind, name, words }, index) => {
    const y = top(index);
    return `<rect class="box" x="${BOX.x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="8"/>
<rect class="${kind}" x="${BOX.x}" y="${y + 12}" width="5" height="${BOX.height - 24}" rx="2.5"/>
<text class="name" x="${BOX.x + 24}" y="${y + 31}">${name[language]}</text>
<text class="words" x="${BOX.x + 24}" y="${y + 57}">${words[language]}</text>`;
  });
  const arrows = STEPS.slice(1).map((_, index) => {
    const from = top(index) + BOX.height;
    const to = top(index + 1);
    return `<path class="way" d="M${BOX.x + 42} ${from + 3}V${to - 8}"/><path class="tip" d="M${BOX.x + 35} ${to - 9}h14l-7 8z"/>`;
  });
  const right = BOX.x + BOX.width;
  const last = top(STEPS.length - 1) + BOX.height / 2;
  const first = top(0) + BOX.height / 2;
  const lane = right + 38;
  const middle = (first + last) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title desc">
<title id="title">${PICTURE.title[language]}</title>
<desc id="desc">${PICTURE.description[language]}</desc>
<style>
${STYLE}
</style>
${boxes.join("\n")}
${arrows.join("\n")}
<path class="way" d="M${right + 3} ${last}H${lane - 12}q12 0 12-12V${first + 12}q0-12-12-12H${right + 10}"/>
<path class="tip" d="M${right + 11} ${first - 7}v14l-8-7z"/>
<rect class="box" x="${lane - 17}" y="${middle - 62}" width="34" height="124" rx="8"/>
${renderSideways(PICTURE.back[language], lane, middle, language)}
</svg>
`;
}

/** Chinese stands upright, sign below sign: fonts differ in what they make of a vertical writing mode. */
function renderSideways(words, x, y, language) {
  if (language !== "zh") {
    return `<text class="words" text-anchor="middle" transform="translate(${x + 6} ${y})rotate(-90)">${words}</text>`;
  }
  const top = y - (words.length * 20) / 2 + 16;
  const signs = [...words].map(
    (sign, index) => `<tspan x="${x}" y="${top + index * 20}">${sign}</tspan>`,
  );
  return `<text class="words" text-anchor="middle">${signs.join("")}</text>`;
}

const isCheck = process.argv[2] === "--check";
for (const [language, file] of [
  ["en", "docs/images/flow.svg"],
  ["zh", "docs/images/flow.zh.svg"],
]) {
  const wanted = draw(language);
  if (!isCheck) writeFileSync(ROOT + file, wanted);
  else if (readFileSync(ROOT + file, "utf8") !== wanted) {
    process.stderr.write(`${file} is not what is drawn now: node scripts/draw-flow.mjs\n`);
    process.exitCode = 1;
  }
}
