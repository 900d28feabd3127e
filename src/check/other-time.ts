import { roleOf } from "../bank/roles.ts";

/**
 * Whether a text is about past or planned work: what it names need not exist. In doubt it is, because a path that is
 * wrongly reported as stale costs more than one that is overlooked.
 */

/** In names of docs and folders: logs, archives, finished work, plans. */
const NAMES =
  /archiv|histor|changelog|journal|diary|session|retro|postmortem|incident|obsolete|deprecated|legacy|backup|report|review|audit|handoff|progress|decision|adrs?\b|plan|roadmap|todo|backlog|proposal|rfc|prd|spec|task|epic|feature|stor(?:y|ies)|idea|milestone|phase|sprint|draft|design|creative|migration|refactor|\blogs?\b|release|归档|历史|日志|变更|复盘|废弃|报告|进度|计划|规划|方案|提案|需求|任务|设计/i;
const DATE = /(?<!\d)(?:19|20)\d{2}[-_./年]?(?:0[1-9]|1[0-2])/;
/** Words in a heading or a line that say that the files it names are past or planned. */
const WORDS =
  /\b(?:recent|previous|former|original|legacy|old|deprecat|obsolete|supersed|remov|delet|drop|renam|mov(?:e|ing)|migrat|extract|merg|replac|consolidat|gone|missing|planned|planning|plans?\b|focus|in progress|todo|tbd|next\b|remaining|upcoming|proposed|future|roadmap|backlog|creat|add(?:ed|s|ing)?\b|introduc|complet|done\b|finished|fixed|implement|achiev|history|changelog|changes\b|phase|sprint|session|tasks?\b|examples?\b|templates?\b|e\.g|i\.e|such as|used to|no longer|not yet|does(?: not|n't) exist|will\b|would\b|should\b|to be\b|if\b)|废弃|作废|过时|弃用|删除|移除|移动|移到|迁移|改名|重命名|不再|取代|替换|已被|计划|规划|尚未|待|将|未来|新增|新建|创建|添加|原来|之前|以前|焦点|进行中|例如|比如|示例|最近|变更|历史|完成|下一步|后续|目标|阶段/iu;
const MARKS =
  /~~|[✅✔☑❌🚧⏳]|^[\s>*+-]{0,20}\[[ xX~/-]\]\s|^[\s>*+|#[(_-]{0,20}(?:19|20)\d{2}[-/.年]\d{1,2}/u;
/** Removed before the words are looked for: a file's name may hold any word. */
const PATHS = /`[^`]*`|\[[^\]]{0,200}\]\([^)]{0,400}\)|[^\s|]*\/[^\s|]*/g;

export function isDocOfAnotherTime(path: string): boolean {
  const role = roleOf(path);
  const isOther = role !== undefined && role !== "conventions" && role !== "stack";
  return isOther || NAMES.test(path) || DATE.test(path);
}

export function isLineOfAnotherTime(line: string): boolean {
  return MARKS.test(line) || WORDS.test(line.replaceAll(PATHS, " "));
}
