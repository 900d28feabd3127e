import { type Role, isAnchor, roleOf } from "./roles.ts";

/**
 * The one place that decides whether a text tells of what was, or of what is to be: what it names need not exist.
 * In doubt a text is of another time: a path that is called stale wrongly costs more than one that is overlooked.
 */

/** Whether a doc tells of what is. */
export type Tense = "past" | "now" | "future";

const TENSES: Readonly<Partial<Record<Role, Tense>>> = {
  progress: "past",
  lessons: "past",
  decisions: "past",
};

/** Words in the names of docs and folders, in lower case and without accents: logs, archives, finished work. */
const PAST =
  "archive archives archived archiv archivo archivos history historical historico historial historique historie verlauf " +
  "changelog changelogs changes journal journals diary diario tagebuch log logs logbook session sessions meeting meetings " +
  "retro retros retrospective retrospectives reflection reflections postmortem postmortems incident incidents done complete " +
  "completed old obsolete deprecated legacy backup backups release releases report reports review reviews audit audits " +
  "handoff handover progress progresso progreso avancement fortschritt decision decisions adr adrs learning learnings " +
  "lesson lessons analysis архив история журнал прогресс";
/** Plans, tasks, wishes; and what is being worked on. */
const FUTURE =
  "plan plans planning planned plano planos planejamento planung roadmap todo todos backlog proposal proposals rfc rfcs prd " +
  "prds spec specs requirement requirements requisitos requerimientos exigences anforderungen task tasks tarea tareas tarefa " +
  "tarefas tache taches aufgabe aufgaben epic epics feature features story stories idea ideas future futuro milestone milestones phase phases " +
  "sprint sprints upcoming draft drafts design designs creative priorities migration migrations refactoring active focus " +
  "план планы задача задачи требования";
const PAST_NAMES: ReadonlySet<string> = new Set(PAST.split(" "));
const FUTURE_NAMES: ReadonlySet<string> = new Set(FUTURE.split(" "));
/** In names of scripts that put no spaces between words. */
const PAST_PARTS =
  /归档|存档|历史|日志|变更|会议|复盘|废弃|旧版|已完成|报告|进度|进展|决策|教训|履歴|議事録|進捗|完了|アーカイブ|ログ|기록|이력|보관|일지|진행/;
const FUTURE_PARTS =
  /计划|规划|路线图|待办|方案|提案|需求|任务|草案|设计|計画|予定|課題|設計|タスク|계획|로드맵|할일|과제/;
const DATE =
  /(?<!\d)(?:19|20)\d{2}[-_./年]?(?:0[1-9]|1[0-2])(?:[-_./月]?(?:0[1-9]|[12]\d|3[01]))?(?!\d)/;

/** Of a doc as a whole, by its path in the bank. */
export function tenseOf(path: string): Tense {
  const role = roleOf(path);
  const known = role && TENSES[role];
  if (known !== undefined) return known;
  const plain = path.replace(/\.md$/i, "").normalize("NFD").replaceAll(/\p{M}/gu, "");
  // `decisionLog` has two words.
  const spaced = plain.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ").toLowerCase();
  const words = spaced.split(/[^\p{L}]+/u);
  const isPast = words.some((word) => PAST_NAMES.has(word));
  if (isPast || DATE.test(path) || PAST_PARTS.test(path)) return "past";
  const isFuture = isAnchor(path) || words.some((word) => FUTURE_NAMES.has(word));
  return isFuture || FUTURE_PARTS.test(path) ? "future" : "now";
}

/** Names of files: in backticks, in links, and bare. One may be called `removed.ts`. */
const PATHS = /`[^`]*`|\[[^\]]{0,200}\]\([^)]{0,400}\)|[^\s|]*\/[^\s|]*/g;
const LONGEST = 2000;

function words(list: string, parts: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${list.replaceAll(" ", "|")})(?!\\.?\\p{L})|${parts}`, "iu");
}

/** What a heading says of all that stands below it. */
const HEADING = words(
  "recent recently changelog history historical historial historique histórico archived? completed? done finished fixed " +
    "resolved implemented achievements? accomplished accomplishments? delivered milestones? progress previous previously past " +
    "legacy old deprecated obsolete superseded removed next remaining todos? to-dos? upcoming future planned plans? planning " +
    "roadmap backlog proposed proposals? ideas? goals? phases? sprints? sessions? tasks? focus migrations? refactoring " +
    "examples? templates? terminée?s? changements récente?s? prochaine?s? étapes cambios recientes próximos mudanças recentes " +
    "completad[oa]s? concluíd[oa]s? próxim[oa]s aktuelle?r? nächste geplant erledigt änderungen",
  "最近|近期|变更|更新记录|历史|完成|归档|下一步|后续|待办|计划|规划|路线|未来|目标|里程碑|阶段|焦点|进行中|当前工作|示例|例子|迁移|重构|変更|履歴|完了|次の|今後|予定|計画|目標|移行|최근|변경|완료|다음|계획|향후|목표|진행|недавн|изменени|истори|заверш|выполнен|готово|следующ|план|задач|текущ",
);
/** What a line says of what it names. */
const LINE = words(
  "obsolete deprecated superseded supersedes replaces? replaced removes? removed deletes? deleted dropped renamed? moved? " +
    "migrated extracted merged consolidated gone missing formerly previously originally planned todo tbd upcoming proposed " +
    "create created add added introduced examples? e\\.g i\\.e crée[rs]? créée?s? supprimée?s? remplacée?s? " +
    "déplacée?s? ancienne?s? ajoutée?s? creado eliminado criad[oa]s? removid[oa]s? gelöscht entfernt ersetzt ehemals",
  "\\b(?:used to|no longer|not yet|does(?: not|n't) exist|will be|to be (?:added|built|created|made|written)|for (?:example|instance)|such as|par exemple|por ejemplo|por exemplo|z\\. ?B)|" +
    "废弃|作废|过时|弃用|删除|移除|移动|移到|迁移|改名|重命名|不再|取代|替换|已被|计划|尚未|待建|待开发|待实现|待办|将来|未来|新增|新建|创建|添加|原来|之前|例如|比如|示例|削除|廃止|移動|追加|作成|予定|新規|例えば|例：|삭제|제거|추가|생성|이동|예정|예를|удал|замен|перемещ|создан|добавл|ранее|устарел|например|будет",
);
/** Of a log or of a list of work: dated, ticked, to be ticked, struck through. */
const LOGGED =
  /~~|[✅✔☑❌🚧⏳]|^[\s>*+-]{0,20}\[[ xX~/-]\]\s|^[\s>*+|#[(_-]{0,20}(?:19|20)\d{2}[-/.年]\d{1,2}/u;

export function isLineOfAnotherTime(line: string): boolean {
  return LOGGED.test(line) || LINE.test(withoutPaths(line));
}

/** `heading` is without its `#`. */
export function isHeadingOfAnotherTime(heading: string): boolean {
  const title = withoutPaths(heading);
  return LOGGED.test(title) || DATE.test(title) || HEADING.test(title);
}

function withoutPaths(line: string): string {
  return line.slice(0, LONGEST).replaceAll(PATHS, " ");
}
