import { HEAD_KEYS, type HeadKey, LIST_NAMES, type ListName, fieldsOf } from "./schema.ts";

/** Other names that models give to a key, squeezed as `squeeze` does. */
const TOP_ALIASES: Readonly<Record<HeadKey | ListName, readonly string[]>> = {
  schema: ["schemaversion", "version", "格式", "版本"],
  user_question: ["question", "userquery", "query", "用户问题", "问题"],
  evidence: ["evidences", "evidencelist", "claims", "证据", "证据列表"],
  conflicts: ["conflict", "conflictlist", "冲突", "矛盾", "冲突列表"],
  open_questions: [
    "openquestion",
    "questions",
    "unknowns",
    "未决问题",
    "待解决问题",
    "开放问题",
    "待确认问题",
  ],
};

const FIELD_ALIASES: Readonly<Record<ListName, Readonly<Record<string, readonly string[]>>>> = {
  evidence: {
    claim_id: ["id", "cid", "编号", "声明编号", "论断编号"],
    claim: ["statement", "声明", "论断", "结论", "主张"],
    path: ["file", "filepath", "source", "sourcepath", "路径", "文件", "文件路径", "来源"],
    quote: ["quotation", "excerpt", "quotedtext", "引用", "引文", "原文", "摘录"],
  },
  conflicts: {
    type: ["kind", "conflicttype", "类型"],
    severity: ["level", "严重程度", "严重性", "级别"],
    memory_says: ["memory", "记忆内容", "记忆说", "记忆库说"],
    memory_path: ["memoryfile", "doc", "记忆路径"],
    source_shows: ["source", "sourcesays", "源码显示", "代码显示", "来源显示"],
    source_path: ["sourcefile", "源码路径", "来源路径"],
    trust_source: ["trust", "trustsource", "信任源码", "以源码为准"],
    minimal_fix: ["fix", "suggestedfix", "minfix", "最小修复", "修复", "最小修改"],
  },
  open_questions: {
    question: ["问题"],
    suggested_path: ["path", "suggestedfile", "suggestedpaths", "建议路径", "路径"],
  },
};

const TOP = new Map<string, HeadKey | ListName>();
for (const key of [...HEAD_KEYS, ...LIST_NAMES]) {
  for (const name of [key, ...TOP_ALIASES[key]]) TOP.set(squeeze(name), key);
}

const FIELDS: Readonly<Record<ListName, ReadonlyMap<string, string>>> = {
  evidence: aliasesOf("evidence"),
  conflicts: aliasesOf("conflicts"),
  open_questions: aliasesOf("open_questions"),
};

function aliasesOf(list: ListName): ReadonlyMap<string, string> {
  const known = new Map<string, string>();
  for (const field of fieldsOf(list).keys()) {
    for (const name of [field, ...(FIELD_ALIASES[list][field] ?? [])]) {
      known.set(squeeze(name), field);
    }
  }
  return known;
}

/** `claimId`, `claim id`, `Claim-ID` and full-width letters are all `claim_id`. */
function squeeze(name: string): string {
  return name
    .slice(0, 60)
    .normalize("NFKC")
    .replaceAll(/[\s_*`"'“”‘’-]/g, "")
    .toLowerCase();
}

export function toTopKey(name: string): HeadKey | ListName | undefined {
  return TOP.get(squeeze(name));
}

export function toField(list: ListName, name: string): string | undefined {
  return FIELDS[list].get(squeeze(name));
}

export function isList(key: string | undefined): key is ListName {
  return key === "evidence" || key === "conflicts" || key === "open_questions";
}
