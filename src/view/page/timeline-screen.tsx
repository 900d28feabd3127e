import { useMemo, useState } from "preact/hooks";
import { type Happening, type SessionStory, type Turn, tellStories } from "../timeline.ts";
import { clock, dayAndClock } from "./format.ts";
import { HappeningRow } from "./happening-row.tsx";
import { useShared } from "./state.ts";

type Kind = "all" | "refusals" | "decisions" | "proposals" | "compactions";

const FILTERS: Readonly<Record<Kind, (happening: Happening) => boolean>> = {
  all: () => true,
  refusals: (each) =>
    each.kind !== "reads" && each.entry.kind === "decision" && each.entry.decision === "refuse",
  decisions: ({ kind }) => kind === "decision" || kind === "effect" || kind === "restored",
  proposals: ({ kind }) => kind === "proposal" || kind === "applied",
  compactions: ({ kind }) => kind === "compacted" || kind === "recovered",
};

const LABELS = {
  all: "all",
  refusals: "onlyRefusals",
  decisions: "onlyDecisions",
  proposals: "onlyProposals",
  compactions: "onlyCompactions",
} as const;

const KINDS = ["all", "refusals", "decisions", "proposals", "compactions"] as const;

export function TimelineScreen() {
  const { view, say, locale } = useShared();
  const stories = useMemo(() => tellStories(view.log.entries, view.log.from), [view.log]);
  const [chosen, setChosen] = useState<string | undefined>();
  const [kind, setKind] = useState<Kind>("all");
  const story = stories.find(({ id }) => id === chosen) ?? stories[0];
  if (story === undefined) {
    return (
      <div class="column">
        <div class="blank">
          <h2>{say("noLog")}</h2>
          <p>{say("noLogHint")}</p>
        </div>
      </div>
    );
  }
  return (
    <div class="stories">
      <Sessions stories={stories} current={story} onChoose={setChosen} />
      <section class="pane story">
        <header>
          <h2>{say("session", { id: story.id })}</h2>
          <p class="quiet">
            {[
              dayAndClock(story.startedAt, locale),
              say("turnCount", { n: story.counts.turns }),
              say("readCount", { n: story.counts.reads }),
              say("refusalCount", { n: story.counts.refusals }),
              say("compactionCount", { n: story.counts.compactions }),
            ].join(" · ")}
          </p>
          <div class="chips" role="group" aria-label={say("filter")}>
            {KINDS.map((each) => (
              <button type="button" aria-pressed={each === kind} onClick={() => setKind(each)}>
                {say(LABELS[each])}
              </button>
            ))}
          </div>
        </header>
        <div class="scroll" tabIndex={0} role="region" aria-label={say("timeline")}>
          <Turns story={story} isShown={FILTERS[kind]} isAll={kind === "all"} />
          {view.log.from > 0 && <p class="nothing">{say("older")}</p>}
        </div>
      </section>
    </div>
  );
}

interface SessionsProps {
  readonly stories: readonly SessionStory[];
  readonly current: SessionStory;
  readonly onChoose: (id: string) => void;
}

function Sessions({ stories, current, onChoose }: SessionsProps) {
  const { say, locale } = useShared();
  return (
    <section class="pane sessions" aria-label={say("sessions")}>
      <h2>{say("sessions")}</h2>
      <ul class="scroll" tabIndex={-1}>
        {stories.map(({ id, endedAt, counts }) => (
          <li>
            <button type="button" aria-pressed={id === current.id} onClick={() => onChoose(id)}>
              <span class="what">
                <span class="label">{dayAndClock(endedAt, locale)}</span>
                <span class="quiet">{id}</span>
              </span>
              {counts.refusals > 0 && <span class="badge error">{counts.refusals}</span>}
              {counts.compactions > 0 && <span class="badge info">{say("compacted")}</span>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface TurnsProps {
  readonly story: SessionStory;
  readonly isShown: (happening: Happening) => boolean;
  readonly isAll: boolean;
}

/** The newest first: it is what somebody who is watching looks for. */
function Turns({ story, isShown, isAll }: TurnsProps) {
  const { say, locale } = useShared();
  const turns = story.turns
    .map((turn): Turn => ({ ...turn, happenings: turn.happenings.filter(isShown).toReversed() }))
    .filter(({ happenings }) => isAll || happenings.length > 0)
    .toReversed();
  if (turns.length === 0) return <p class="nothing">{say("nothingOfKind")}</p>;
  return (
    <>
      {turns.map(({ number, startedAt, happenings }) => (
        <section class="turn" key={number}>
          <h3>
            {say("turn", { n: number })} <span class="quiet">{clock(startedAt, locale)}</span>
          </h3>
          <ol>
            {happenings.map((happening) => (
              <HappeningRow key={happening.id} happening={happening} />
            ))}
          </ol>
        </section>
      ))}
    </>
  );
}
