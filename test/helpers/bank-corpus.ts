/**
 * Banks in the shapes that people keep: layouts of five tools in six languages, hybrids, and what breaks. Each case
 * says what refresh must make of it. The texts are short and ours; the shapes are real.
 */
import type { Flow, Language } from "../../src/types.ts";

export type Docs = Readonly<Record<string, string | Buffer>>;

export interface CorpusBank {
  readonly name: string;
  readonly docs: Docs;
  readonly language: Language;
  readonly flow: Flow;
  /** The plan stops, and its message has these words. */
  readonly abort?: string;
  /** Words that the entry has afterwards. */
  readonly says?: readonly string[];
  readonly saysNot?: readonly string[];
  /** Rules of check that warn of the bank afterwards. */
  readonly finds?: readonly string[];
  /** Files that the first rows of the routing table lead to, in this order. */
  readonly routes?: readonly string[];
}

interface Words {
  readonly language: Language;
  readonly about: string;
  readonly goal: string;
  readonly next: string;
  readonly blocked: string;
  readonly headings: {
    readonly focus: string;
    readonly next: string;
    readonly blocked: string;
    readonly updated: string;
    readonly decisions: string;
  };
  readonly decision: string;
}

const TONGUES: Readonly<Record<string, Words>> = {
  en: {
    language: "en",
    about: "Tea times pots in kitchens, for cooks and not for engineers.",
    goal: "Ring the alarm twice",
    next: "Add a volume setting",
    blocked: "The buzzer is not delivered",
    headings: {
      focus: "Current Focus",
      next: "Next Steps",
      blocked: "Blockers",
      updated: "Last updated",
      decisions: "Key Technical Decisions",
    },
    decision: "Pots are kept in one file",
  },
  zh: {
    language: "zh",
    about: "茶时为厨房里的每一壶茶计时，给厨师用，不是给工程师用的。",
    goal: "让闹钟响两次",
    next: "增加音量设置",
    blocked: "蜂鸣器还没有到货",
    headings: {
      focus: "当前焦点",
      next: "下一步",
      blocked: "阻塞项",
      updated: "最近更新",
      decisions: "关键技术决策",
    },
    decision: "所有茶壶存在一个文件里",
  },
  ja: {
    language: "en",
    about: "茶時は台所のポットごとに時間を計るアプリで、料理人のためのものです。",
    goal: "アラームを二回鳴らす",
    next: "音量の設定を追加する",
    blocked: "ブザーがまだ届いていない",
    headings: {
      focus: "現在のフォーカス",
      next: "次のステップ",
      blocked: "ブロッカー",
      updated: "最終更新",
      decisions: "技術的な決定",
    },
    decision: "ポットは一つのファイルに保存する",
  },
  ru: {
    language: "en",
    about: "Чай засекает время для каждого чайника на кухне, для поваров.",
    goal: "Звонить дважды",
    next: "Добавить громкость",
    blocked: "Зуммер ещё не доставлен",
    headings: {
      focus: "Текущий фокус",
      next: "Следующие шаги",
      blocked: "Блокеры",
      updated: "Обновлено",
      decisions: "Ключевые технические решения",
    },
    decision: "Чайники хранятся в одном файле",
  },
  es: {
    language: "en",
    about: "Té cuenta el tiempo de cada tetera en la cocina, para cocineros.",
    goal: "Sonar dos veces",
    next: "Añadir el volumen",
    blocked: "El zumbador no ha llegado",
    headings: {
      focus: "Enfoque actual",
      next: "Próximos pasos",
      blocked: "Bloqueos",
      updated: "Última actualización",
      decisions: "Decisiones técnicas clave",
    },
    decision: "Las teteras se guardan en un archivo",
  },
  ko: {
    language: "en",
    about: "차시간은 부엌의 주전자마다 시간을 재는 요리사용 앱입니다.",
    goal: "알람을 두 번 울리기",
    next: "음량 설정 추가",
    blocked: "부저가 아직 도착하지 않음",
    headings: {
      focus: "현재 작업",
      next: "다음 단계",
      blocked: "차단 요소",
      updated: "마지막 업데이트",
      decisions: "주요 기술 결정",
    },
    decision: "주전자는 한 파일에 저장한다",
  },
};

const DAY = "2026-03-04";

function brief({ about }: Words): string {
  return `# Brief\n\n<!-- what the project is -->\n\n## 1\n\n${about}\n\n- one\n- two\n`;
}

function active({ goal, next, blocked, headings }: Words): string {
  return `# Active Context\n\n${headings.updated}: ${DAY}\n\n## ${headings.focus}\n\n- ${goal}\n\n## ${headings.next}\n\n1. ${next}\n\n## ${headings.blocked}\n\n- ${blocked}\n`;
}

function patterns({ headings, decision }: Words): string {
  return `# System Patterns\n\n## ${headings.decisions}\n\n- ${decision}\n\n## Style\n\nTabs.\n`;
}

/** Six docs of Cline's, each under the name that `toName` gives it. */
function cline(words: Words, toName: (name: string) => string = (name) => name): Docs {
  const docs = {
    "projectbrief.md": brief(words),
    "productContext.md": "# Product Context\n\n- cooks\n",
    "activeContext.md": active(words),
    "systemPatterns.md": patterns(words),
    "techContext.md": "# Tech Context\n\nNode 22, no framework.\n",
    "progress.md": "# Progress\n\n- [x] one pot\n",
  };
  return Object.fromEntries(Object.entries(docs).map(([name, text]) => [toName(name), text]));
}

function without(docs: Docs, ...names: readonly string[]): Docs {
  return Object.fromEntries(Object.entries(docs).filter(([name]) => !names.includes(name)));
}

const LAYOUTS: Readonly<Record<string, (words: Words) => Docs>> = {
  Cline: cline,
  "Cline, older": (words) => ({
    "projectRoadmap.md": brief(words),
    "currentTask.md": active(words),
    "techStack.md": "# Tech Stack\n",
    "codebaseSummary.md": `# Summary\n\n${words.about}\n`,
  }),
  Roo: (words) => ({
    ...without(cline(words), "projectbrief.md", "techContext.md"),
    "productContext.md": brief(words),
    "decisionLog.md": `# Decision Log\n\n### Decision\n[2026-01-02 10:00:00] - ${words.decision}\n\n**Rationale:**\nOne is enough.\n`,
  }),
  Cursor: (words) => ({
    ...cline(words),
    "tasks.md": "# Tasks\n\n- [ ] ring\n",
    "style-guide.md": "# Style Guide\n\nTabs.\n",
    "creative/creative-alarm.md": "# Alarm\n",
    "reflection/reflection-alarm.md": "# What the alarm taught\n",
  }),
  Kilo: (words) => ({
    "brief.md": `${words.about}\n`,
    "product.md": "# Product\n\n- cooks\n",
    "context.md": active(words),
    "architecture.md": patterns(words),
    "tech.md": "# Tech\n\nNode 22.\n",
  }),
};

const CLINE_ROUTES = [
  "systemPatterns.md",
  "techContext.md",
  "activeContext.md, progress.md",
  "projectbrief.md, productContext.md",
];
const ROUTES: Readonly<Record<string, readonly string[]>> = {
  Cline: CLINE_ROUTES,
  "Cline, older": ["techStack.md", "currentTask.md", "projectRoadmap.md"],
  Roo: [
    "systemPatterns.md",
    "activeContext.md, progress.md",
    "productContext.md",
    "decisionLog.md",
  ],
  Cursor: [
    "systemPatterns.md, style-guide.md",
    "techContext.md",
    "activeContext.md, progress.md, tasks.md",
    "projectbrief.md, productContext.md",
    "creative/",
    "reflection/",
  ],
  Kilo: ["architecture.md", "tech.md", "context.md", "brief.md, product.md"],
};

const inEachLanguage: CorpusBank[] = Object.entries(LAYOUTS).flatMap(([layout, toDocs]) =>
  Object.entries(TONGUES).map(([tongue, words]) => ({
    name: `${layout} (${tongue})`,
    docs: toDocs(words),
    language: words.language,
    flow: "adopt",
    says: [
      ...(layout === "Cline, older" ? [] : [words.about, words.decision]),
      words.goal,
      words.next,
      words.blocked,
      DAY,
    ],
    routes: ROUTES[layout] ?? [],
  })),
);

const { en, zh } = TONGUES as { readonly en: Words; readonly zh: Words };
const BASE = { language: "en", flow: "adopt" } as const;

const names: CorpusBank[] = [
  {
    name: "names in capitals",
    toName: (name: string) => name.replace(/^[a-z]+(?=\.|[A-Z])/, (word) => word.toUpperCase()),
  },
  {
    name: "names in kebab case",
    toName: (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  },
  {
    name: "names in snake case",
    toName: (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  },
  { name: "names with numbers", toName: (name: string) => `0${name.length % 7}-${name}` },
  { name: "docs in core/", toName: (name: string) => `core/${name}` },
].map(({ name, toName }) => ({
  ...BASE,
  name,
  docs: cline(en, toName),
  says: [en.about, en.goal],
  routes: CLINE_ROUTES.map((route) => route.split(", ").map(toName).join(", ")),
}));

function many(count: number, toPath: (number: number) => string): Docs {
  const paths = Array.from({ length: count }, (_, index) => toPath(index));
  return Object.fromEntries(
    paths.map((path) => [path, `# Note ${path.length}\n\nWords of ${path}.\n`]),
  );
}

const sizes: CorpusBank[] = [
  {
    ...BASE,
    name: "two docs",
    docs: { "projectbrief.md": brief(en), "progress.md": "# Progress\n" },
    says: [en.about],
    routes: ["progress.md", "projectbrief.md"],
  },
  {
    ...BASE,
    name: "74 docs that come before the six in the alphabet",
    finds: ["orphan-docs"],
    docs: { ...cline(en), ...many(68, (number) => `a-note-${number}.md`) },
    routes: CLINE_ROUTES,
  },
  {
    ...BASE,
    name: "200 docs in folders",
    docs: {
      ...cline(en),
      ...many(194, (number) => `${["a", "journal", "tasks", "z"][number % 4]}/n-${number}.md`),
    },
    routes: [
      "systemPatterns.md",
      "techContext.md",
      "activeContext.md, progress.md, tasks/",
      "projectbrief.md, productContext.md",
      "a/",
      "z/",
      "journal/",
    ],
  },
  {
    ...BASE,
    name: "a folder with a README, one with an index, one with a single doc",
    docs: {
      ...cline(en),
      "guides/README.md": "# How we work\n",
      "guides/one.md": "# One\n",
      "epics/_index.md": "# All epics\n",
      "epics/a.md": "# A\n",
      "epics/b.md": "# B\n",
      "solo/doc.md": "# Alone\n",
    },
    says: ["know about How we work", "know about All epics", "know about Alone"],
    routes: [...CLINE_ROUTES, "epics/_index.md", "guides/README.md", "solo/doc.md"],
  },
  {
    ...BASE,
    name: "equal titles are told apart",
    docs: { ...cline(en), "a.md": "# Notes\n", "b.md": "# Notes\n" },
    says: ["know about Notes (a)", "know about Notes (b)"],
  },
];

const SOMEBODYS = "# Memory\n\n- [brief](projectbrief.md)\n- [now](activeContext.md)\n";
const OURS = `# Tea\n\n<!-- MACHINE_BLOCK_START -->\n<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\n\n## Current Focus\n\n- Goal: tea\n\nLast updated: 2026-11-01\n\n## Routing Rules（意图驱动）\n\n| want | read |\n|---|---|\n| all | details/ |\n\n<!-- MACHINE_BLOCK_END -->\n\n<!-- USER_BLOCK_START -->\nmine\n<!-- USER_BLOCK_END -->\n`;
const OLD = { "brief.md": "# Brief\n\nTea.\n", "active.md": "# Active\n\nGoal: ring\n" };

const hybrids: CorpusBank[] = [
  {
    ...BASE,
    name: "old names of ours without a marker beside Cline's",
    docs: { ...cline(en), ...OLD },
    says: [en.goal],
  },
  {
    ...BASE,
    name: "old names of ours with a marker beside Cline's",
    docs: {
      ...cline(en),
      ...OLD,
      "brief.md": "<!-- MACHINE_BLOCK_START -->\n# Brief\n<!-- MACHINE_BLOCK_END -->\n",
    },
    flow: "migrate",
  },
  {
    ...BASE,
    name: "our details without an entry beside Cline's",
    docs: {
      ...cline(en),
      ...many(10, (number) => `details/design/d-${number}.md`),
      "details/patterns.md": "# Patterns\n",
    },
    routes: ["details/patterns.md, systemPatterns.md"],
  },
  {
    ...BASE,
    name: "our entry beside Cline's",
    docs: { ...cline(en), "MEMORY.md": OURS },
    flow: "refresh",
  },
  {
    ...BASE,
    name: "Cline's and Kilo's",
    docs: { ...cline(en), ...LAYOUTS["Kilo"]?.(en) },
    says: [en.goal],
  },
  {
    ...BASE,
    name: "an entry of somebody else's beside Cline's",
    docs: { ...cline(en), "MEMORY.md": SOMEBODYS },
    says: [SOMEBODYS.trim(), en.goal],
    routes: CLINE_ROUTES,
  },
  {
    ...BASE,
    name: "a Chinese entry of somebody else's",
    language: "zh",
    docs: { ...cline(zh), "MEMORY.md": "# 记忆\n\n一切都在这里。\n" },
    says: ["一切都在这里。", zh.goal],
  },
  {
    ...BASE,
    name: "an entry of somebody else's with its own focus",
    docs: { ...cline(en), "MEMORY.md": "# M\n\n## Current Focus\n\n- Goal: our own\n" },
    says: ["our own"],
    saysNot: [en.goal],
  },
  {
    ...BASE,
    name: "an entry of somebody else's with Windows line breaks",
    docs: { ...cline(en), "MEMORY.md": "\uFEFF# M\r\n\r\nWords.\r\n" },
    says: ["\uFEFF<!-- MACHINE_BLOCK_START -->\r\n", "Words.\r\n"],
  },
  { ...BASE, name: "an empty entry", docs: { ...cline(en), "MEMORY.md": "" }, says: [en.goal] },
  {
    ...BASE,
    name: "an entry of somebody else's alone",
    docs: { "MEMORY.md": "# M\n\nAll we know.\n", "notes.md": "# Notes\n" },
    flow: "upgrade",
    says: ["All we know."],
  },
  {
    ...BASE,
    name: "an entry with our marker and no blocks",
    docs: { "MEMORY.md": "# M\n<!-- MEMORY_BANK_TEMPLATE:v7.1 -->\n\nAll we know.\n" },
    flow: "refresh",
    says: ["All we know.", "## Current Focus", "<!-- USER_BLOCK_END -->"],
  },
  { ...BASE, name: "our older layout", docs: OLD, flow: "migrate", says: ["Goal: ring"] },
];

const alone: CorpusBank[] = [
  "brief.md",
  "_index.md",
  "active.md",
  "activeContext.md",
  "progress.md",
].map((name) => ({
  ...BASE,
  name: `${name} alone decides nothing`,
  docs: { [name]: active(en) },
  flow: "init",
}));

const HUGE = `# Progress\n\n${"- [x] a pot was made and poured and drunk\n".repeat(40_000)}`;

const broken: CorpusBank[] = [
  {
    ...BASE,
    name: "docs that are not UTF-8",
    finds: ["readable-docs"],
    docs: { ...cline(en), "activeContext.md": Buffer.from([0x23, 0x20, 0xff, 0xfe, 0x0a]) },
    says: [en.about],
    saysNot: [en.goal],
  },
  {
    ...BASE,
    name: "an entry that is not UTF-8",
    docs: { ...cline(en), "MEMORY.md": Buffer.from([0x23, 0x20, 0xff, 0x0a]) },
    flow: "upgrade",
    abort: "UTF-8",
  },
  {
    ...BASE,
    name: "empty docs",
    docs: Object.fromEntries(Object.keys(cline(en)).map((name) => [name, ""])),
    routes: CLINE_ROUTES,
  },
  {
    ...BASE,
    name: "what a merge left behind",
    finds: ["conflict-markers"],
    docs: {
      ...cline(en),
      "activeContext.md": `<<<<<<< HEAD\n${active(en)}=======\n# Theirs\n>>>>>>> theirs\n`,
    },
    says: [en.next],
  },
  {
    ...BASE,
    name: "a fence that is not closed",
    finds: ["open-fences"],
    docs: { ...cline(en), "systemPatterns.md": `${patterns(en)}\n\`\`\`ts\nconst pot = 1;\n` },
    says: [en.decision],
  },
  {
    ...BASE,
    name: "an entry of somebody else's with an open fence",
    finds: ["open-fences"],
    docs: { ...cline(en), "MEMORY.md": "# M\n\n```sh\nnpm test\n" },
    says: ["npm test", en.goal],
  },
  { ...BASE, name: "a huge doc", docs: { ...cline(en), "progress.md": HUGE }, says: [en.goal] },
  {
    ...BASE,
    name: "Windows line breaks and marks",
    docs: Object.fromEntries(
      Object.entries(cline(en)).map(([name, text]) => [
        name,
        `\uFEFF${String(text).replaceAll("\n", "\r\n")}`,
      ]),
    ),
    says: [en.about, en.goal, DAY],
  },
  {
    ...BASE,
    name: "titles that would break a table",
    docs: { ...cline(en), "odd.md": "# A | b <!-- c --> `d` [e](f)\n" },
    routes: CLINE_ROUTES,
  },
  {
    ...BASE,
    name: "names that cannot stand in a table",
    finds: ["orphan-docs"],
    docs: { ...cline(en), "a|b.md": "# A\n", "c#d.md": "# C\n", "e f.md": "# E\n" },
    says: ["`memory-bank/e f.md`"],
  },
  {
    ...BASE,
    name: "block markers in the docs' words",
    docs: {
      ...cline(en),
      "activeContext.md": `# A\n\n## Current Focus\n\n- <!-- MACHINE_BLOCK_END --> ${en.goal}\n`,
    },
  },
  {
    ...BASE,
    name: "a lone marker in the entry",
    docs: { ...cline(en), "MEMORY.md": "<!-- MACHINE_BLOCK_START -->\n# M\n" },
    flow: "upgrade",
    abort: "MACHINE_BLOCK",
  },
  {
    ...BASE,
    name: "files that are no docs",
    docs: {
      ...cline(en),
      "graph.json": "{}",
      ".clinerules": "x\n",
      "picture.png": Buffer.from([1, 2, 3]),
    },
    routes: CLINE_ROUTES,
    saysNot: ["graph.json"],
  },
];

export const BANK_CORPUS: readonly CorpusBank[] = [
  ...inEachLanguage,
  ...names,
  ...sizes,
  ...hybrids,
  ...alone,
  ...broken,
];
