/**
 * What each host does about what we promise, and the test in the real host that proves it. Another host is another
 * column. OpenCode 2's tests are the list in `opencode-2/promises.ts`: run by hand on the pre-release, and replayed from
 * its recordings with every run.
 */

export const HOSTS = ["OpenCode", "OpenCode 2", "Claude Code", "Codex"] as const;

export const OUTCOMES = {
  /** Beforehand. */
  refused: { en: "refused", zh: "拒绝" },
  /** Afterwards. */
  undone: { en: "undone", zh: "撤销" },
  reported: { en: "reported", zh: "报告" },
  /** Not possible. */
  impossible: { en: "–", zh: "–" },
} as const;

interface Cell {
  readonly outcome: keyof typeof OUTCOMES;
  /** Below test/e2e, without its ending. */
  readonly file: string;
  readonly test: string;
}

interface Promised {
  readonly en: string;
  readonly zh: string;
  readonly cells: Readonly<Record<(typeof HOSTS)[number], Cell>>;
}

const refused = (file: string, test: string): Cell => ({ outcome: "refused", file, test });
const undone = (file: string, test: string): Cell => ({ outcome: "undone", file, test });
const reported = (file: string, test: string): Cell => ({ outcome: "reported", file, test });

const GATE =
  "an unread edit of package.json is refused with one next step; after reading it passes; the next message starts unread";

const LINKED =
  "a rule file of the project that the bank links is asked for, and opens the gate once it was read";
const PACKAGES =
  "a package manager that changes the manifest is refused in block, and told in warn";
const SCRIPT = "a script that the agent wrote and runs in a later call is undone";

const KILLED = "a program that kills the host: the next start says what it changed";

export const PROMISES: readonly Promised[] = [
  {
    en: "risky write, conventions unread",
    zh: "未读约定的高风险写入",
    cells: {
      OpenCode: refused("read-gate", GATE),
      "OpenCode 2": refused("opencode-2/promises", "unread-edit"),
      "Claude Code": refused("claude-code/read-gate", GATE),
      Codex: refused(
        "codex/read-gate",
        "an unread patch of package.json is refused with one next step; after reading it passes; the next message starts unread",
      ),
    },
  },
  {
    en: "the same, a linked rule file unread",
    zh: "同上，未读记忆库链接的项目规则文件",
    cells: {
      OpenCode: refused("read-gate", LINKED),
      "OpenCode 2": refused("opencode-2/promises", "linked-rule-file"),
      "Claude Code": refused("claude-code/read-gate", LINKED),
      Codex: refused("codex/read-gate", LINKED),
    },
  },
  {
    en: "`npm install x` and its like, conventions unread",
    zh: "未读约定时的 `npm install x` 等",
    cells: {
      OpenCode: refused(
        "read-gate",
        "a package manager that changes the manifest is refused, one that installs what is there is not",
      ),
      "OpenCode 2": refused("opencode-2/promises", "package-manager"),
      "Claude Code": refused("claude-code/read-gate", PACKAGES),
      Codex: refused("codex/read-gate", PACKAGES),
    },
  },
  {
    en: "risky write after a compaction, task unread",
    zh: "压缩后未重读文档的高风险写入",
    cells: {
      OpenCode: refused(
        "recovery",
        "the first request names the doc read before; risky writes wait for it; low ones pass",
      ),
      "OpenCode 2": refused("opencode-2/promises", "compaction"),
      "Claude Code": refused(
        "claude-code/session",
        "the first request names the doc read before; risky writes wait for it",
      ),
      Codex: refused(
        "codex/session",
        "the first request names the doc read before; risky writes wait for it",
      ),
    },
  },
  {
    en: "command that writes into the bank",
    zh: "字面上就写入记忆库的命令",
    cells: {
      OpenCode: refused(
        "shell-guard",
        "commands that change the bank are refused by the real host before they run",
      ),
      "OpenCode 2": refused("opencode-2/promises", "shell-write"),
      "Claude Code": refused(
        "claude-code/bank",
        "a shell write is refused, one that slips through is undone, and an edit passes",
      ),
      Codex: refused(
        "codex/bank",
        "a shell write is refused, one that slips through is undone, and a patch passes",
      ),
    },
  },
  {
    en: "change by the agent's code",
    zh: "代理的代码对记忆库的改动",
    cells: {
      OpenCode: undone(
        "memory-integrity",
        "has its change undone, the model is told, and the CLI brings the version back",
      ),
      "OpenCode 2": undone("opencode-2/promises", "own-code"),
      "Claude Code": undone(
        "claude-code/bank",
        "a shell write is refused, one that slips through is undone, and an edit passes",
      ),
      Codex: undone(
        "codex/bank",
        "a shell write is refused, one that slips through is undone, and a patch passes",
      ),
    },
  },
  {
    en: "change by a script that the agent wrote",
    zh: "代理所写脚本的改动",
    cells: {
      OpenCode: undone("unseen", SCRIPT),
      "OpenCode 2": undone("opencode-2/promises", "own-script"),
      "Claude Code": undone("claude-code/bank", SCRIPT),
      Codex: undone("codex/bank", SCRIPT),
    },
  },
  {
    en: "change of your own block",
    zh: "改动你自己的区块",
    cells: {
      OpenCode: refused("memory-integrity", "is changed by no tool whose result is certain"),
      "OpenCode 2": refused("opencode-2/promises", "user-block"),
      "Claude Code": refused(
        "claude-code/bank",
        "a user block stays as it is, by Edit and by Write",
      ),
      Codex: refused("codex/bank", "a user block stays as it is, and no doc is deleted or moved"),
    },
  },
  {
    en: "secret",
    zh: "敏感数据进入记忆库",
    cells: {
      OpenCode: refused(
        "memory-integrity",
        "gets into no doc, by no tool, and no message shows it, and an allowance in the same write does not help",
      ),
      "OpenCode 2": refused("opencode-2/promises", "secret"),
      "Claude Code": refused("claude-code/bank", "a secret is refused, and is not repeated"),
      Codex: refused("codex/bank", "a secret is refused, and is not repeated"),
    },
  },
  {
    en: "save without your yes",
    zh: "未经你同意的保存",
    cells: {
      OpenCode: refused(
        "proposals",
        "a save that nobody confirmed is refused in block, and passes when the user asks for it",
      ),
      "OpenCode 2": refused("opencode-2/promises", "save-without-yes"),
      "Claude Code": refused(
        "claude-code/proposals",
        "that the user declines, or speaks past, is not written",
      ),
      Codex: refused("codex/proposals", "that the user declines, or speaks past, is not written"),
    },
  },
  {
    en: "change by a background job",
    zh: "后台任务留下的改动",
    cells: {
      OpenCode: reported(
        "unseen",
        "what a job does that outlives its command is told at a later step, and stays",
      ),
      "OpenCode 2": reported("opencode-2/promises", "background-job"),
      "Claude Code": reported(
        "claude-code/bank",
        "what a command in the background leaves is told at the next step",
      ),
      Codex: reported(
        "codex/bank",
        "what a command leaves behind that runs on is told at a later step",
      ),
    },
  },
  {
    en: "write while our process was killed",
    zh: "我们的进程被杀时的写入",
    cells: {
      OpenCode: reported("out-of-reach", KILLED),
      "OpenCode 2": reported("opencode-2/promises", "killed"),
      "Claude Code": reported(
        "claude-code/crash",
        "while a write is judged: what it did is told with its result",
      ),
      Codex: refused("codex/crash", "nothing runs that could write, and the agent is told why"),
    },
  },
];

interface Limit {
  readonly en: readonly [what: string, stillDone: string];
  readonly zh: readonly [what: string, stillDone: string];
  /** Below test/e2e, without its ending, and the test there. */
  readonly shown: readonly (readonly [file: string, test: string])[];
}

const WITHOUT_US =
  "another host of the agent's, with the plugin switched off: what it changed is told";

/** What no plugin can keep an agent from, and what is done about it all the same. */
export const LIMITS: readonly Limit[] = [
  {
    en: ["the agent's program kills the host", "the next start tells what changed"],
    zh: ["代理的程序杀掉宿主", "下次启动会说明改了什么"],
    shown: ["", "claude-code/", "codex/"].map((host) => [`${host}out-of-reach`, KILLED] as const),
  },
  {
    en: ["it starts an agent with this plugin off", "its changes are reported, both versions kept"],
    zh: ["它另起一个关掉本插件的代理", "其改动会报告，两个版本都保留"],
    shown: ["", "claude-code/", "codex/"].map(
      (host) => [`${host}out-of-reach`, WITHOUT_US] as const,
    ),
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
