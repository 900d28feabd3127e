/** What a heading or a label says of a task. */
export type FocusField = (typeof FIELDS)[number];
const FIELDS = ["goal", "inProgress", "remaining", "blocked"] as const;

export interface Meaning {
  readonly field: FocusField;
  /** 0 says just this, 1 something near it; 2 stands in where nothing better is said. */
  readonly tier: number;
}

/** By tier, one line for each language that people keep banks in. */
const WORDS: Readonly<Record<FocusField, readonly (readonly string[])[]>> = {
  goal: [
    [
      "goal|goals|current goal|current goals|objective|objectives|current objective|current objectives|focus|current focus|work focus|focus area|focus areas|active focus|main focus|primary focus|current task|active task|current priority|current priorities",
      "目标|当前目标|焦点|当前焦点|工作焦点|当前重点|工作重点|当前聚焦|当前关注|当前任务",
      "目前焦點|當前焦點|目前重點|當前重點|工作重點|目前任務|當前任務",
      "目標|現在の焦点|作業の焦点|作業焦点|現在のフォーカス|作業フォーカス|作業のフォーカス|現在の目標|現在のタスク|現在の作業内容",
      "목표|현재 목표|초점|현재 초점|작업 초점|포커스|현재 포커스|작업 포커스|현재 집중",
      "цель|текущая цель|фокус|текущий фокус|фокус работы|текущая задача|текущие задачи",
      "foco|foco actual|enfoque actual|foco de trabajo|enfoque de trabajo|enfoque del trabajo|objetivo|objetivo actual|tarea actual",
      "foco atual|foco do trabalho|foco de trabalho|objetivo atual|tarefa atual",
      "ziel|aktuelles ziel|fokus|aktueller fokus|arbeitsfokus|aktueller arbeitsfokus|schwerpunkt|aktueller schwerpunkt|aktuelle aufgabe",
      "objectif|objectif actuel|focus actuel|axe de travail|tâche actuelle|priorité actuelle",
      "tujuan|fokus saat ini|fokus kerja|fokus pekerjaan|tugas saat ini",
      "mục tiêu|trọng tâm|trọng tâm hiện tại|trọng tâm công việc|tiêu điểm hiện tại|nhiệm vụ hiện tại",
      "hedef|odak|mevcut odak|güncel odak|şu anki odak|odak noktası|çalışma odağı|mevcut görev",
      "focus attuale|obiettivo|obiettivo attuale|obecny cel|aktualny cel|поточний фокус|поточне завдання",
    ],
    [
      "current work|current sprint|current session|current activity|current phase|working on",
      "当前工作|目前工作|當前工作|当前阶段|现阶段|現在の作業|作業内容|現在のフェーズ|현재 작업|현재 단계",
      "текущая работа|текущий этап|trabajo actual|trabalho atual|aktuelle arbeit|travail actuel|pekerjaan saat ini|công việc hiện tại|mevcut çalışma|lavoro attuale",
    ],
    [
      "current state|current status|project status|status",
      "当前状态|项目状态|目前狀態|當前狀態|現在の状況|現在の状態|現状|현재 상태",
      "текущее состояние|текущий статус|статус|estado actual|estado atual|aktueller stand|aktueller status|état actuel|statut actuel|status saat ini|trạng thái hiện tại|mevcut durum|stato attuale",
    ],
  ],
  inProgress: [
    [
      "in progress|in-progress|currently in progress|work in progress|wip|doing|ongoing|ongoing work|ongoing tasks|active tasks|active work",
      "进行中|正在进行|正在做|正在进行中|进行中的任务|进行中的工作|進行中|進行中的工作|作業中|進行中のタスク|진행 중|진행중|진행 중인 작업",
      "в процессе|в работе|en progreso|en curso|em andamento|em progresso|in arbeit|laufend|laufende arbeiten|en cours|travail en cours|sedang dikerjakan|sedang berjalan|đang thực hiện|đang làm|đang tiến hành|devam eden|devam edenler|in corso|w toku|у процесі",
    ],
    [],
    [
      "recent changes|recent change|recent work|recent updates|recent progress|recent activity|recent developments|recently completed|latest changes|last changes|just completed",
      "最近变更|最近更改|最近改动|最近变化|近期变更|近期变化|近期更改|最近的变更|最近的更改|最近完成|刚完成|近期完成|最近進展|最近變更|近期變更|最近の変更|直近の変更|最近の更新|최근 변경|최근 변경사항|최근 변경 사항",
      "последние изменения|недавние изменения|cambios recientes|últimos cambios|mudanças recentes|alterações recentes|letzte änderungen|kürzliche änderungen|jüngste änderungen|changements récents|modifications récentes|perubahan terbaru|perubahan terkini|perubahan terakhir|thay đổi gần đây|son değişiklikler|modifiche recenti|ostatnie zmiany|останні зміни",
    ],
  ],
  remaining: [
    [
      "next|next step|next steps|next up|next task|next tasks|next actions|remaining|remaining work|remaining tasks|remaining steps|to do|to-do|todo|todos|what's next|what's left",
      "下一步|下一步计划|下一步行动|下一步工作|接下来|后续步骤|后续计划|后续工作|待办|待办事项|剩余|剩余工作|後續步驟|待辦|待辦事項|接下來",
      "次のステップ|今後のステップ|次の手順|次の作業|次のタスク|次にやること|次の一歩|残タスク|残りの作業|今後の予定|다음 단계|다음 작업|남은 작업|할 일",
      "следующие шаги|следующий шаг|дальнейшие шаги|ближайшие шаги|осталось|próximos pasos|próximo paso|siguientes pasos|siguiente paso|próximos passos|próximo passo|próximas etapas|nächste schritte|nächster schritt|verbleibend|offene aufgaben|prochaines étapes|prochaine étape|étapes suivantes|reste à faire|à faire",
      "langkah selanjutnya|langkah berikutnya|bước tiếp theo|các bước tiếp theo|việc còn lại|sonraki adımlar|sonraki adım|sıradaki adımlar|sırada|yapılacaklar|kalan|prossimi passi|następne kroki|kolejne kroki|наступні кроки",
    ],
    [
      "upcoming|upcoming work|upcoming tasks|pending|pending tasks|pending work|planned|planned work|immediate priorities|计划|待处理|即将开展的工作|即将进行|后续|未完成|今後の計画|план|планы",
      "pendiente|pendientes|tareas pendientes|pendente|pendências|geplant|offen|à venir|selanjutnya|belum selesai|tiếp theo|planlanan",
    ],
  ],
  blocked: [
    [
      "blocked|blocker|blockers|current blockers|blocking issues|impediments",
      "阻塞|阻塞项|阻塞点|阻塞问题|当前阻塞|阻碍|卡点|阻塞項|阻礙|ブロッカー|阻害要因|ブロック要因|차단|차단 요소|차단 사항|차단 요인|블로커|장애물",
      "блокеры|блокер|препятствия|блокировки|bloqueo|bloqueos|bloqueadores|bloqueado|impedimentos|bloqueios|blockiert|blockaden|hindernisse|blocages|bloqué|obstacles|points bloquants|hambatan|pemblokir|trở ngại|vướng mắc|engeller|engel|blocchi|przeszkody|блокери",
    ],
    [],
    [
      "open questions|open question|open issues|open questions/issues|known issues|current issues|outstanding issues|issues|current challenges|current problems",
      "待解决问题|待解决的问题|未解决问题|未决问题|遗留问题|已知问题|开放问题|待确认|待确认问题|待处理问题|已知問題|待解決問題|課題|現在の課題|未解決の課題|既知の問題|懸念事項|열린 질문|미해결 질문|알려진 문제|알려진 이슈|현재 이슈|이슈",
      "открытые вопросы|известные проблемы|текущие проблемы|проблемы|preguntas abiertas|problemas conocidos|problemas actuales|questões em aberto|questões abertas|perguntas em aberto|problemas atuais|offene fragen|offene punkte|bekannte probleme|aktuelle probleme|questions ouvertes|problèmes connus|problèmes actuels",
      "pertanyaan terbuka|masalah saat ini|masalah|kendala|câu hỏi mở|vấn đề mở|vấn đề hiện tại|açık sorular|açık konular|bilinen sorunlar|problemi noti|znane problemy|відкриті питання",
    ],
  ],
};

const MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  FIELDS.flatMap((field) =>
    WORDS[field].flatMap((lines, tier) =>
      lines
        .flatMap((line) => line.split("|"))
        .map((phrase): [string, Meaning] => [phrase, { field, tier }]),
    ),
  ),
);

const LONGEST_TITLE = 80;
const LONGEST_PHRASE = 24;
const NUMBER = /^(?:\d{1,3}(?:\.\d{1,3}){0,3}[.)、:]?|[一二三四五六七八九十]{1,3}[、.．])\s*/;
const IDEOGRAPHIC = /[\u3040-\u30FF\u3400-\u9FFF]/;
const PAST =
  /^(?:resolved|solved|fixed|completed?|done|previous|past|former|closed|old)\b|已(?:解决|解決|完成|修复)|解決済|해결된|완료|решённые|решенные|завершен|предыдущ|resuelt|resolvid|gelöst|erledigt|résolu|terminé|selesai|đã|tamamlanan|çözül/iu;

/** Whether a title speaks of what is over. */
export function isPast(title: string): boolean {
  return PAST.test(plainTitle(title));
}

/** What a title means: where it is one of the phrases, has one in it, or ends with one. */
export function meaningOf(title: string): Meaning | undefined {
  if (title.length > LONGEST_TITLE) return undefined;
  const words = plainTitle(title.replaceAll(/[(（【[][^()（）【】[\]]{0,60}[)）】\]]/g, " "));
  const found = MEANINGS.get(words) ?? meaningInside(words);
  return found !== undefined && found.tier < 2 && PAST.test(words) ? undefined : found;
}

/** What words mean that are just one of the phrases. */
export function meaningOfPhrase(words: string): Meaning | undefined {
  return words.length > LONGEST_PHRASE ? undefined : MEANINGS.get(plainTitle(words));
}

/** `Status: done` or `Issues: 3` say nothing of the task. */
export function meaningOfLabel(label: string): Meaning | undefined {
  const meaning = meaningOfPhrase(label);
  return meaning?.tier === 2 ? undefined : meaning;
}

/** Without marks, symbols and numbers around the words. */
function plainTitle(title: string): string {
  return title
    .replaceAll(/[*_`~#]/g, "")
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .replace(NUMBER, "")
    .replace(/^[^\p{L}]+/u, "")
    .replace(/[^\p{L}]+$/u, "")
    .replaceAll(/\s+/g, " ")
    .toLowerCase();
}

/** A phrase inside a title has two words at least, or three characters of a script without spaces; at its end, any. */
function meaningInside(words: string): Meaning | undefined {
  const isSpaced = !IDEOGRAPHIC.test(words);
  const parts = isSpaced ? words.split(" ") : [...words];
  const shortest = isSpaced ? 2 : 3;
  for (let from = 0; from < parts.length; from += 1) {
    for (let to = Math.min(parts.length, from + LONGEST_PHRASE); to >= from + shortest; to -= 1) {
      const found = MEANINGS.get(parts.slice(from, to).join(isSpaced ? " " : ""));
      if (found !== undefined) return found;
    }
  }
  return MEANINGS.get(isSpaced ? (parts.at(-1) ?? "") : words.slice(-2));
}
