import { BANK_WRITER, MEMORY_READER } from "../bank/layout.ts";
import { shortenPath } from "../bank/shorten.ts";
import { shownPath } from "../bank/shown-path.ts";
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

/**
 * What the person is shown of something that happened: one line, made of rules and paths alone, so that
 * neither a command's words nor a doc's get into it.
 */
export interface Toast {
  readonly kind: "refused" | "undone" | "put-back" | "warned" | "answered" | "doubted";
  readonly text: string;
}

/** The bank, and a path as it may be shown: without the secrets in it. */
export interface ShownBank extends NamedBank {
  readonly toShown: (path: string) => string;
}

const LONGEST_PATH = 48;
const DOCS_NAMED = 2;

/** A call that was refused, or let pass with a warning. `missing`: what recovery still asks for. */
export function toJudgedToast(
  call: ToolCall,
  { decision, risk }: Pick<Judgement, "decision" | "risk">,
  missing: readonly string[],
  bank: ShownBank,
): Toast | undefined {
  if (decision.kind === "allow") return undefined;
  const kind = decision.kind === "refuse" ? "refused" : "warned";
  const reason = reasonOf(decision.rule, call, risk.because, missing, bank);
  return toToast(kind, reason, bank);
}

/** A call that nobody could judge. */
export function toUnjudgedToast(bank: ShownBank): Toast {
  return toToast(
    "refused",
    {
      en: "the call could not be judged, see the host's log",
      zh: "无法判断这次调用，详见宿主日志",
    },
    bank,
  );
}

/** What a command did to the bank. What somebody else did is no matter of the agent's. */
export function toEffectToast(effect: Effect, bank: ShownBank): Toast | undefined {
  if (effect.words === undefined) return undefined;
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
  bank: ShownBank,
): Toast | undefined {
  const step = trace.find(({ verdict }) => verdict === "put-back");
  if (step === undefined) return undefined;
  const docs = names([step.doc], bank);
  const what: Text =
    step.rule === "keep-secrets-out"
      ? { en: `a secret had got into ${docs.en}`, zh: `${docs.zh} 中出现了敏感数据` }
      : { en: `your block in ${docs.en} had been changed`, zh: `${docs.zh} 的用户区块被改动` };
  if (restored.includes(step.doc)) return toToast("put-back", what, bank);
  return toToast(
    "warned",
    { en: `${what.en} and could not be put back`, zh: `${what.zh}，且无法恢复` },
    bank,
  );
}

/** What memory-reader's answer is worth. `verified`: `5/6` of its quotes; undefined where it has none. */
export function toAnswerToast(verified: string | undefined, bank: ShownBank): Toast {
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

function toToast(kind: Toast["kind"], reason: Text, { language }: ShownBank): Toast {
  const what = KINDS[kind][language];
  return { kind, text: { en: `${what}: ${reason.en}`, zh: `${what}：${reason.zh}` }[language] };
}

function reasonOf(
  rule: RuleName,
  call: ToolCall,
  risk: RiskReason,
  missing: readonly string[],
  bank: ShownBank,
): Text {
  switch (rule) {
    case "read-before-write": {
      const { en, zh } = describeRisk(risk, bank);
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
      return guarded(call, bank);
    case "keep-user-blocks": {
      const path = pathOf(docWrites(call)[0], bank);
      return { en: `${path} has a block that is yours alone`, zh: `${path} 的用户区块只属于你` };
    }
    case "keep-secrets-out": {
      const path = pathOf(
        call.writes.find(({ change }) => change?.secret !== undefined),
        bank,
      );
      return { en: `a secret would get into ${path}`, zh: `敏感数据会写进 ${path}` };
    }
    case "leave-writing-to-writer":
      return { en: `only ${BANK_WRITER} writes here`, zh: `这里只有 ${BANK_WRITER} 可以写` };
    case "ask-before-saving": {
      if (call.appliesPlan !== undefined) {
        return { en: "you have not agreed to this plan", zh: "你还没有同意这个计划" };
      }
      const path = pathOf(docWrites(call)[0], bank);
      return { en: `you did not ask to save ${path}`, zh: `你没有要求写入 ${path}` };
    }
  }
}

function describeRisk(risk: RiskReason, bank: ShownBank): Text {
  switch (risk.kind) {
    case "several-files":
      return { en: `${risk.count} files would change`, zh: `要改动 ${risk.count} 个文件` };
    case "sensitive-file":
    case "shell-write": {
      const path = shorten(risk.path, bank);
      return { en: `${path} would change`, zh: `要改动 ${path}` };
    }
    default:
      return { en: "a command would write files", zh: "一条命令要写文件" };
  }
}

function guarded({ via, writes }: ToolCall, bank: ShownBank): Text {
  const write = writes.find(
    ({ target }) =>
      target.doc !== undefined ||
      target.holdsBank ||
      target.state !== undefined ||
      target.conversation !== undefined,
  );
  if (write === undefined) {
    return { en: "a command would change the bank unasked", zh: "一条命令会擅自改动记忆库" };
  }
  const path = pathOf(write, bank);
  const { target, effect } = write;
  if (target.state !== undefined) {
    return { en: `${path} holds Memory Bank's own records`, zh: `${path} 是本工具自己的记录` };
  }
  if (target.conversation !== undefined) {
    return { en: `${path} records what was said`, zh: `${path} 是对话的记录` };
  }
  if (target.holdsBank) return { en: `${path} holds the memory`, zh: `${path} 里有项目的记忆` };
  if (effect === "delete" || effect === "move-from") {
    return { en: `the memory would lose ${path}`, zh: `记忆库会失去 ${path}` };
  }
  return via === "shell"
    ? { en: `a command would write ${path}`, zh: `一条命令要写 ${path}` }
    : { en: `${path} is no Markdown doc`, zh: `${path} 不是 Markdown 文档` };
}

function pathOf(write: Write | undefined, bank: ShownBank): string {
  return write === undefined ? "…" : shorten(write.target.path, bank);
}

function shorten(path: string, { toShown }: ShownBank): string {
  return shortenPath(toShown(path), LONGEST_PATH);
}

function names(docs: readonly string[], bank: ShownBank): Text {
  const shown = docs.slice(0, DOCS_NAMED).map((doc) => shorten(shownPath(bank.name, doc), bank));
  const more = docs.length - shown.length;
  return {
    en: [...shown, ...(more > 0 ? [`${more} more`] : [])].join(", "),
    zh: [...shown, ...(more > 0 ? [`另外 ${more} 个`] : [])].join("、"),
  };
}
