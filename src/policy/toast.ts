import { BANK_WRITER, MEMORY_READER } from "../bank/layout.ts";
import { shortenPath } from "../bank/shorten.ts";
import { shownPath } from "../bank/shown-path.ts";
import { STEERING } from "../bank/steering.ts";
import type {
  ChangeStep,
  Effect,
  Judgement,
  NamedBank,
  RiskReason,
  RuleName,
  Text,
  ToolCall,
  Write,
} from "../types.ts";
import { docWrites } from "./call.ts";
import { isGits } from "./effect-notice.ts";

/**
 * What the person is shown of something that happened: one line, made of rules and paths alone, so that
 * neither a command's words nor a doc's get into it.
 */
export interface Toast {
  readonly kind: "refused" | "undone" | "put-back" | "warned" | "answered" | "doubted";
  readonly text: string;
}

const LONGEST_PATH = 48;
const DOCS_NAMED = 2;

/** A call that was refused, or let pass with a warning. `missing`: what recovery still asks for. */
export function toJudgedToast(
  call: ToolCall,
  judgement: Judgement,
  missing: readonly string[],
  bank: NamedBank,
): Toast | undefined {
  const { decision } = judgement;
  if (decision.kind === "allow") return undefined;
  const kind = decision.kind === "refuse" ? "refused" : "warned";
  return toToast(kind, reasonOf(decision.rule, call, judgement, missing, bank), bank);
}

/** A call that nobody could judge. */
export function toUnjudgedToast(bank: NamedBank): Toast {
  return toToast(
    "refused",
    {
      en: "the call could not be judged, see the host's log",
      zh: "无法判断这次调用，详见宿主日志",
    },
    bank,
  );
}

/** What a command did to the bank. What somebody else did, or git for the user, is told to the model alone. */
export function toEffectToast(effect: Effect, bank: NamedBank): Toast | undefined {
  if (effect.words === undefined || isGits(effect)) return undefined;
  const isUndone = effect.undone.length > 0;
  const docs = names(isUndone ? effect.undone : effect.changed, bank);
  const kept = effect.kept === undefined ? "" : ` (memory-bank restore ${effect.kept})`;
  if (isUndone) {
    return toToast(
      "undone",
      { en: `a command changed ${docs.en}${kept}`, zh: `一条命令改动了 ${docs.zh}${kept}` },
      bank,
    );
  }
  const isStuck = effect.problem !== undefined;
  return toToast(
    "warned",
    {
      en: `a command changed ${docs.en}, ${isStuck ? "and it could not be undone" : "and that stays"}${kept}`,
      zh: `一条命令改动了 ${docs.zh}，${isStuck ? "且无法撤销" : "改动保留"}${kept}`,
    },
    bank,
  );
}

/** What a tool did to a doc as nobody could foresee. `restored`: the docs that could be put back. */
export function toRestoredToast(
  restored: readonly string[],
  trace: readonly ChangeStep[],
  bank: NamedBank,
): Toast | undefined {
  const step = trace.find(({ verdict }) => verdict === "put-back");
  if (step === undefined) return undefined;
  const docs = names([step.doc], bank);
  const what: Text =
    step.rule === "keep-secrets-out"
      ? { en: `a secret had got into ${docs.en}`, zh: `${docs.zh} 中出现了敏感数据` }
      : { en: `your block in ${docs.en} was changed`, zh: `${docs.zh} 的用户区块被改动` };
  if (restored.includes(step.doc)) return toToast("put-back", what, bank);
  return toToast(
    "warned",
    { en: `${what.en} and could not be put back`, zh: `${what.zh}，且无法恢复` },
    bank,
  );
}

/** What memory-reader's answer is worth. `verified`: `5/6` of its quotes; undefined where it has none. */
export function toAnswerToast(verified: string | undefined, bank: NamedBank): Toast {
  const [found, all] = (verified ?? "").split("/");
  if (all === undefined) {
    const text = {
      en: "no quote in its answer that could be checked",
      zh: "回答中没有可核对的引文",
    };
    return toToast("doubted", text, bank);
  }
  const isWhole = found === all;
  const text = {
    en: `${found} of ${all} quotes stand in the files${isWhole ? "" : ", the rest is unproved"}`,
    zh: `${all} 条引文中 ${found} 条与文件相符${isWhole ? "" : "，其余未经证实"}`,
  };
  return toToast(isWhole ? "answered" : "doubted", text, bank);
}

/** Several of one step are one toast: the first, and how many more there are. */
export function joinToasts([first, ...rest]: readonly [Toast, ...Toast[]]): Toast {
  return rest.length === 0 ? first : { ...first, text: `${first.text} (+${rest.length})` };
}

/** The last one of a turn says where the others can be seen. */
export function asLastToast(toast: Toast, { language }: NamedBank): Toast {
  const more = {
    en: "More of them: memory-bank explain --last",
    zh: "更多请看：memory-bank explain --last",
  }[language];
  return { ...toast, text: `${toast.text}\n${more}` };
}

const KINDS: Readonly<Record<Toast["kind"], Text>> = {
  refused: { en: "Refused", zh: "已拒绝" },
  undone: { en: "Undone", zh: "已撤销" },
  "put-back": { en: "Put back", zh: "已恢复" },
  warned: { en: "Warning", zh: "警告" },
  answered: { en: MEMORY_READER, zh: MEMORY_READER },
  doubted: { en: MEMORY_READER, zh: MEMORY_READER },
};

function toToast(kind: Toast["kind"], reason: Text, { language }: NamedBank): Toast {
  const what = KINDS[kind][language];
  const text = { en: `${what}: ${reason.en}`, zh: `${what}：${reason.zh}` }[language];
  return { kind, text: text.replaceAll(STEERING, "\ufffd") };
}

function reasonOf(
  rule: RuleName,
  call: ToolCall,
  { decision, trace, risk }: Judgement,
  missing: readonly string[],
  bank: NamedBank,
): Text {
  switch (rule) {
    case "read-before-write": {
      const { en, zh } = describeRisk(risk.because, decision.kind === "warn");
      return { en: `${en} before the conventions were read`, zh: `${zh}，但还没有读过项目约定` };
    }
    case "recover-after-compaction": {
      const docs = names(missing, bank);
      return {
        en: `after the compaction the agent must read again: ${docs.en}`,
        zh: `压缩后代理须先重读：${docs.zh}`,
      };
    }
    case "guard-memory-files":
      return trace.at(-1)?.verdict.because ?? { en: "", zh: "" };
    case "keep-user-blocks": {
      const path = pathOf(docWrites(call)[0]);
      return { en: `${path} has a block that is yours alone`, zh: `${path} 的用户区块只属于你` };
    }
    case "keep-secrets-out": {
      const path = pathOf(call.writes.find(({ change }) => change?.secret !== undefined));
      return { en: `a secret would get into ${path}`, zh: `敏感数据会写进 ${path}` };
    }
    case "leave-writing-to-writer":
      return { en: `only ${BANK_WRITER} writes here`, zh: `这里只有 ${BANK_WRITER} 可以写` };
    case "ask-before-saving": {
      if (call.appliesPlan !== undefined) {
        return { en: "you have not agreed to this plan", zh: "你还没有同意这个计划" };
      }
      const path = pathOf(docWrites(call)[0]);
      return { en: `you did not ask to save ${path}`, zh: `你没有要求写入 ${path}` };
    }
  }
}

function describeRisk(risk: RiskReason, isDone: boolean): Text {
  const what = whatChanges(risk);
  return isDone
    ? { en: `${what.en} changed`, zh: `${what.zh.trimStart()}已改动` }
    : { en: `${what.en} would change`, zh: `要改动${what.zh}` };
}

function whatChanges(risk: RiskReason): Text {
  switch (risk.kind) {
    case "several-files":
      return { en: `${risk.count} files`, zh: ` ${risk.count} 个文件` };
    case "sensitive-file":
    case "shell-write": {
      const path = shorten(risk.path);
      return { en: path, zh: ` ${path} ` };
    }
    default:
      return { en: "files", zh: "文件" };
  }
}

function pathOf(write: Write | undefined): string {
  return write === undefined ? "…" : shorten(write.target.path);
}

function shorten(path: string): string {
  return shortenPath(path, LONGEST_PATH);
}

function names(docs: readonly string[], bank: NamedBank): Text {
  const shown = docs.slice(0, DOCS_NAMED).map((doc) => shorten(shownPath(bank.name, doc)));
  const more = docs.length - shown.length;
  return {
    en: [...shown, ...(more > 0 ? [`${more} more`] : [])].join(", "),
    zh: [...shown, ...(more > 0 ? [`另外 ${more} 个`] : [])].join("、"),
  };
}
