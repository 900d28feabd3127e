import { useMemo, useState } from "preact/hooks";
import { nameFigure } from "../figure-names.ts";
import { type Figure, pickLines } from "../figures.ts";
import { type SessionStory, type Turn, readTitles, tellStories } from "../timeline.ts";
import type { LogLine } from "../../types.ts";
import { Blank } from "./blank.tsx";
import { clock, dayAndClock, dayName } from "./format.ts";
import { HappeningRow } from "./happening-row.tsx";
import { type Route, isInPeriod, toListHash, useShared } from "./state.ts";

const CHIPS: readonly Figure[] = ["refused", "undone", "writes", "saves", "compactions", "reads"];
/** A log has thousands. */
const MOST_ROWS = 200;

type NameOf = (id: string) => string;

export function TimelineScreen({ route }: { route: Route }) {
  const { view, say } = useShared();
  const { place, filter, period } = route;
  const { entries, from } = view.log;
  const stories = useMemo(
    () => tellStories(entries, from, ({ at }) => isInPeriod(period, at)),
    [view.log, period],
  );
  const titles = useMemo(() => readTitles(entries), [view.log]);
  const nameOf: NameOf = (id) => titles.get(id) ?? say("session", { id });
  const shown = useMemo(() => {
    const lines = entries.filter(({ at }) => isInPeriod(period, at));
    const picked = filter === "" ? undefined : new Set(pickLines(filter, lines));
    const isOurs = ({ root, session }: LogLine) =>
      place === undefined || place === (root ?? session);
    const isPicked = (line: LogLine) =>
      picked === undefined ? isInPeriod(period, line.at) : picked.has(line);
    return tellStories(entries, from, (line) => isOurs(line) && isPicked(line));
  }, [view.log, place, filter, period]);
  if (entries.length === 0) {
    return <Blank title="noLog" hint="noLogHint" />;
  }
  return (
    <div class="stories">
      <Sessions stories={stories} route={route} nameOf={nameOf} />
      <section class="pane story">
        <header>
          <h2>{place === undefined ? say("allSessions") : nameOf(place)}</h2>
          <Chips stories={stories} route={route} />
        </header>
        <div class="scroll" tabIndex={0} role="region" aria-label={say("timeline")}>
          <Stories key={JSON.stringify(route)} stories={shown} nameOf={nameOf} route={route} />
          {from > 0 && <p class="nothing">{say("older")}</p>}
        </div>
      </section>
    </div>
  );
}

interface SessionsProps {
  readonly stories: readonly SessionStory[];
  readonly route: Route;
  readonly nameOf: NameOf;
}

function Sessions({ stories, route: { place, filter, period }, nameOf }: SessionsProps) {
  const { say, language, locale } = useShared();
  const current = (id: string | undefined) => (id === place ? "true" : undefined);
  return (
    <section class="pane sessions" aria-label={say("sessions")}>
      <h2>
        {say("sessions")} <span class="count">{stories.length}</span>
      </h2>
      <ul class="scroll" tabIndex={-1}>
        <li>
          <a href={toListHash("timeline", { filter, period })} aria-current={current(undefined)}>
            <span class="label">{say("allSessions")}</span>
          </a>
        </li>
        {stories.map(({ id, endedAt, lines }) => {
          const refused = pickLines("refused", lines).length;
          const name = nameFigure("refused", language);
          return (
            <li>
              <a
                href={toListHash("timeline", { place: id, filter, period })}
                aria-current={current(id)}
                title={id}
              >
                <span class="label">{nameOf(id)}</span>
                <span class="quiet">{dayAndClock(endedAt, locale)}</span>
              </a>
              {refused > 0 && (
                <a
                  class="badge role"
                  href={toListHash("timeline", { place: id, filter: "refused", period })}
                  aria-label={`${name} ${refused}: ${nameOf(id)}`}
                >
                  {name} {refused}
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** What there is to see, with its number: a filter is a place that one can go back to. */
function Chips({ stories, route }: { stories: readonly SessionStory[]; route: Route }) {
  const { say, language, locale } = useShared();
  const { place, filter, period } = route;
  const lines = stories.flatMap((story) =>
    place === undefined || story.id === place ? story.lines : [],
  );
  const figures = [...new Set(["failures", ...CHIPS, ...(filter === "" ? [] : [filter])])]
    .map((figure) => ({ figure, count: pickLines(figure, lines).length }))
    .filter(({ figure, count }) => count > 0 || figure === filter);
  const [kind, day = ""] = period.split("=");
  const current = (figure: string) => (figure === filter ? "true" : undefined);
  return (
    <nav class="chips" aria-label={say("filter")}>
      {period !== "" && (
        <a href={toListHash("timeline", { place, filter })} aria-current="true">
          {say(kind === "day" ? "onlyDay" : "onlySince", { day: dayName(day, locale) })} ✕
        </a>
      )}
      <a href={toListHash("timeline", { place, period })} aria-current={current("")}>
        {say("all")}
      </a>
      {figures.map(({ figure, count }) => (
        <a
          href={toListHash("timeline", { place, filter: figure, period })}
          aria-current={current(figure)}
        >
          {nameFigure(figure, language)} <span class="count">{count}</span>
        </a>
      ))}
    </nav>
  );
}

/** The newest first: it is what somebody who is watching looks for. */
function Stories({ stories, nameOf, route }: SessionsProps) {
  const { say, locale } = useShared();
  const [most, setMost] = useState(MOST_ROWS);
  if (stories.length === 0) return <p class="nothing">{say("nothingOfKind")}</p>;
  let left = most;
  const take = (turn: Turn): Turn => {
    const happenings = turn.happenings.toReversed().slice(0, Math.max(0, left));
    left -= turn.happenings.length;
    return { ...turn, happenings };
  };
  return (
    <>
      {stories.map(({ id, endedAt, turns }) => {
        if (left <= 0) return null;
        return (
          <section class="session" key={id}>
            {route.place === undefined && (
              <h3>
                {nameOf(id)} <span class="quiet">{dayAndClock(endedAt, locale)}</span>
              </h3>
            )}
            {turns.toReversed().map((turn) => left > 0 && <TurnRows turn={take(turn)} />)}
          </section>
        );
      })}
      {left < 0 && (
        <button type="button" class="small" onClick={() => setMost(most + MOST_ROWS)}>
          {say("showMore", { n: Math.min(MOST_ROWS, -left) })}
        </button>
      )}
    </>
  );
}

function TurnRows({ turn: { number, startedAt, happenings } }: { turn: Turn }) {
  const { say, locale } = useShared();
  return (
    <section class="turn">
      <h4>
        {say("turn", { n: number })} <span class="quiet">{clock(startedAt, locale)}</span>
      </h4>
      <ol>
        {happenings.map((happening) => (
          <HappeningRow key={happening.id} happening={happening} />
        ))}
      </ol>
    </section>
  );
}
