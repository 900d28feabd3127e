/**
 * What each host does about what we promise, and the test in the real host that proves it. Another host is another
 * column. OpenCode 2's journeys are run by hand on the pre-release, and replayed from its recordings with every run.
 */

export const HOSTS = ["OpenCode", "OpenCode 2", "Claude Code", "Codex"] as const;
type HostName = (typeof HOSTS)[number];

export const OUTCOMES = {
  /** Beforehand. */
  refused: { en: "refused", zh: "拒绝" },
  /** Afterwards. */
  undone: { en: "undone", zh: "撤销" },
  reported: { en: "reported", zh: "报告" },
} as const;

/** A journey of `test/e2e/journeys/`, by its name, or a test in a file below test/e2e, without its ending. */
export type Shown = string | readonly [file: string, test: string];

interface Promised {
  readonly en: string;
  readonly zh: string;
  readonly outcome: keyof typeof OUTCOMES;
  readonly shown: Shown;
  /** What is otherwise on a host. */
  readonly but?: Partial<Readonly<Record<HostName, Partial<Pick<Promised, "outcome" | "shown">>>>>;
}

const KILLED = "a program that kills the host: the next start says what it changed";

export const PROMISES: readonly Promised[] = [
  {
    en: "risky write, conventions unread",
    zh: "未读约定的高风险写入",
    outcome: "refused",
    shown: "unread-edit",
  },
  {
    en: "the same, a linked rule file unread",
    zh: "同上，未读记忆库链接的项目规则文件",
    outcome: "refused",
    shown: "linked-rule-file",
  },
  {
    en: "`npm install x` and its like, conventions unread",
    zh: "未读约定时的 `npm install x` 等",
    outcome: "refused",
    shown: "package-manager",
  },
  {
    en: "risky write after a compaction, task unread",
    zh: "压缩后未重读文档的高风险写入",
    outcome: "refused",
    shown: "compaction",
  },
  {
    en: "command that writes into the bank",
    zh: "字面上就写入记忆库的命令",
    outcome: "refused",
    shown: "shell-write",
  },
  {
    en: "change by the agent's code",
    zh: "代理的代码对记忆库的改动",
    outcome: "undone",
    shown: "own-code",
  },
  {
    en: "change by a script that the agent wrote",
    zh: "代理所写脚本的改动",
    outcome: "undone",
    shown: "own-script",
  },
  {
    en: "change of your own block",
    zh: "改动你自己的区块",
    outcome: "refused",
    shown: "user-block",
  },
  { en: "secret", zh: "敏感数据进入记忆库", outcome: "refused", shown: "secret" },
  {
    en: "save without your yes",
    zh: "未经你同意的保存",
    outcome: "refused",
    shown: "save-without-yes",
  },
  {
    en: "change by a background job",
    zh: "后台任务留下的改动",
    outcome: "reported",
    shown: "background-job",
  },
  {
    en: "write while our process was killed",
    zh: "我们的进程被杀时的写入",
    outcome: "reported",
    shown: "killed",
    but: {
      OpenCode: { shown: ["out-of-reach", KILLED] },
      "Claude Code": {
        shown: [
          "claude-code/crash",
          "while a write is judged: what it did is told with its result",
        ],
      },
      Codex: {
        outcome: "refused",
        shown: ["codex/crash", "nothing runs that could write, and the agent is told why"],
      },
    },
  },
];

interface Limit {
  readonly en: readonly [what: string, stillDone: string];
  readonly zh: readonly [what: string, stillDone: string];
  readonly shown: readonly Shown[];
}

/** What no plugin can keep an agent from, and what is done about it all the same. */
export const LIMITS: readonly Limit[] = [
  {
    en: ["the agent's program kills the host", "the next start tells what changed"],
    zh: ["代理的程序杀掉宿主", "下次启动会说明改了什么"],
    shown: ["out-of-reach", "claude-code/crash", "codex/crash"].map(
      (file) => [file, KILLED] as const,
    ),
  },
  {
    en: ["it starts an agent with this plugin off", "its changes are reported, both versions kept"],
    zh: ["它另起一个关掉本插件的代理", "其改动会报告，两个版本都保留"],
    shown: ["another-agent"],
  },
  {
    en: ["its shell calls the host's own API", "undone or told like any program's change"],
    zh: ["它的 shell 直接调用宿主自己的 API", "与任何程序的改动一样撤销或告知"],
    shown: [
      [
        "out-of-reach",
        "the host's own API, asked from the agent's shell: what it changed is undone",
      ],
    ],
  },
];
