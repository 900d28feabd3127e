import { useMemo, useState } from "preact/hooks";
import { type Figure, pickLines, rootOf } from "../figures.ts";
import { nameFigure } from "../texts.ts";
import { type SessionStory, readTitles, tellStories } from "../timeline.ts";
import { Blank } from "./blank.tsx";
import { Chips } from "./chips.tsx";
import { clock, dayAndClock, dayName } from "./format.ts";
import { HappeningRow } from "./happening-row.tsx";
import { type Route, isInPeriod, toHash, useShared } from "./state.ts";

const CHIPS: readonly Figure[] = [
  "failures",
  "refused",
  "undone",
  "writes",
  "saves",
  "compactions",
  "reads",
];
/** A log has thousands of turns, so only this many are shown at first. */
const MOST_TURNS = 40;

export function TimelineScreen({ route }: { route: Route }) {
  const { view, say } = useShared();
  const { place, filter, period } = route;
  const { entries, from } = view.log;
  const stories = useMemo(
    () => tellStories(entries, from, ({ at }) => isInPeriod(period, at)),
    [view.log, period],
  );
  const shown = useMemo(() => {
    const lines = entries.filter(({ at }) => isInPeriod(period, at));
    const picked = new Set(filter === "" ? lines : pickLines(filter, lines));
    return tellStories(
      entries,
      from,
      (line) => picked.has(line) && (place === undefined || place === rootOf(line)),
    );
  }, [view.log, place, filter, period]);
  const titles = useMemo(() => readTitles(entries), [view.log]);
  const nameOf = (id: string) => titles.get(id) ?? say("session", { id });
  if (entries.length === 0) return <Blank title="noLog" hint="noLogHint" />;
  return (
    <div class="panes">
      <Sessions stories={stories} route={route} nameOf={nameOf} />
      <section class="pane story">
        <header>
          <h2>{place === undefined ? say("allSessions") : nameOf(place)}</h2>
          <StoryChips stories={stories} route={route} />
        </header>
        <div class="scroll" tabIndex={0} role="region" aria-label={say("timeline")}>
          <Stories key={JSON.stringify(route)} stories={shown} nameOf={nameOf} route={route} />
          {from > 0 && <p class="nothing">{say("older")}</p>}
        </div>
      </section>
    </div>
  );
}

interface StoriesProps {
  readonly stories: readonly SessionStory[];
  readonly route: Route;
  readonly nameOf: (id: string) => string;
}

function Sessions({ stories, route: { place, filter, period }, nameOf }: StoriesProps) {
  const { say, language, locale } = useShared();
  const current = (id: string | undefined) => (id === place ? "true" : undefined);
  const refusals = nameFigure("refused", language);
  return (
    <section class="pane sessions" aria-label={say("sessions")}>
      <h2>
        {say("sessions")} <span class="count">{stories.length}</span>
      </h2>
      <ul class="scroll" tabIndex={-1}>
        <li>
          <a href={toHash("timeline", { filter, period })} aria-current={current(undefined)}>
            <span class="label">{say("allSessions")}</span>
          </a>
        </li>
        {stories.map(({ id, endedAt, lines }) => {
          const refused = pickLines("refused", lines).length;
          return (
            <li>
              <a
                href={toHash("timeline", { place: id, filter, period })}
                aria-current={current(id)}
                title={id}
              >
                <span class="label">{nameOf(id)}</span>
                <span class="quiet">{dayAndClock(endedAt, locale)}</span>
              </a>
              {refused > 0 && (
                <a
                  class="badge role"
                  href={toHash("timeline", { place: id, filter: "refused", period })}
                  aria-label={`${refusals} ${refused}: ${nameOf(id)}`}
                >
                  {refusals} {refused}
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The filters of the list, each with its number of lines. */
function StoryChips({ stories, route }: Omit<StoriesProps, "nameOf">) {
  const { say, language, locale } = useShared();
  const { place, filter, period } = route;
  const lines = stories.flatMap((story) =>
    place === undefined || story.id === place ? story.lines : [],
  );
  const [kind, day = ""] = period.split("=");
  const chips = [
    { name: say("all"), href: toHash("timeline", { place, period }), isCurrent: filter === "" },
    ...[...new Set([...CHIPS, ...(filter === "" ? [] : [filter])])]
      .map((figure) => ({
        name: nameFigure(figure, language),
        count: pickLines(figure, lines).length,
        href: toHash("timeline", { place, filter: figure, period }),
        isCurrent: figure === filter,
      }))
      .filter(({ count, isCurrent }) => count > 0 || isCurrent),
  ];
  if (period !== "") {
    const name = say(kind === "day" ? "onlyDay" : "onlySince", { day: dayName(day, locale) });
    const href = toHash("timeline", { place, filter });
    chips.unshift({ name: `${name} ✕`, href, isCurrent: true });
  }
  return <Chips label={say("filter")} chips={chips} />;
}

/** Newest first, because somebody who is watching looks for the latest. */
function Stories({ stories, nameOf, route }: StoriesProps) {
  const { say, locale } = useShared();
  const [most, setMost] = useState(MOST_TURNS);
  if (stories.length === 0) return <p class="nothing">{say("nothingOfKind")}</p>;
  const latest = stories.flatMap(({ turns }) => turns.toReversed());
  const shown = new Set(latest.slice(0, most));
  const more = Math.min(MOST_TURNS, latest.length - shown.size);
  return (
    <>
      {stories.map(({ id, endedAt, turns }) => {
        const own = turns.toReversed().filter((turn) => shown.has(turn));
        if (own.length === 0) return null;
        return (
          <section class="session" key={id}>
            {route.place === undefined && (
              <h3>
                {nameOf(id)} <span class="quiet">{dayAndClock(endedAt, locale)}</span>
              </h3>
            )}
            {own.map(({ number, startedAt, happenings }) => (
              <section class="turn">
                <h4>
                  {say("turn", { n: number })} <span class="quiet">{clock(startedAt, locale)}</span>
                </h4>
                <ol>
                  {happenings.toReversed().map((happening) => (
                    <HappeningRow key={happening.id} happening={happening} />
                  ))}
                </ol>
              </section>
            ))}
          </section>
        );
      })}
      {more > 0 && (
        <button type="button" class="small" onClick={() => setMost(most + MOST_TURNS)}>
          {say("showMore", { n: more })}
        </button>
      )}
    </>
  );
}
