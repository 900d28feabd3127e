import { useMemo } from "preact/hooks";
import { groupBy } from "../../bank/group-by.ts";
import { pickLines } from "../figures.ts";
import { DAY_FIGURES, type Report, findUnread, isCounted, tellReport } from "../report.ts";
import { nameFigure } from "../texts.ts";
import type { LogLine } from "../../types.ts";
import { Chips } from "./chips.tsx";
import { DocLink } from "./doc-link.tsx";
import { dayAndClock, dayName, dayOf } from "./format.ts";
import { Count, Figures } from "./report-figures.tsx";
import { type Period, type Route, isInPeriod, toHash, useShared } from "./state.ts";

const MOST_DOCS = 12;
const DAY = 24 * 60 * 60 * 1000;

/** The figures of `memory-bank report`, each a link to the lines that it counts. */
export function ReportScreen({ route: { period } }: { route: Route }) {
  const { view, say, language, locale } = useShared();
  const { entries, from } = view.log;
  const lines = useMemo(
    () => entries.filter((line) => isCounted(line) && isInPeriod(period, line.at)),
    [view.log, period],
  );
  const report = useMemo(() => tellReport(lines), [lines]);
  return (
    <div class="column report">
      <header>
        <h2>{say("reportTitle")}</h2>
        <Periods period={period} />
      </header>
      {report.since === undefined ? (
        <p class="nothing">{say(entries.length === 0 ? "noLog" : "nothingInPeriod")}</p>
      ) : (
        <>
          <p class="lead">
            {say("reportSince", { time: dayAndClock(report.since, locale) })}
            <a href={toHash("timeline", { period })}>
              {say("sessionCount", { n: report.sessions })}
            </a>
            {language === "zh" ? "，" : ", "}
            {say("turnCount", { n: report.turns })}
          </p>
          <Figures report={report} lines={lines} period={period} />
          {!period.startsWith("day=") && <Days lines={lines} />}
          <Reads report={report} />
        </>
      )}
      <p class="quiet">{say("reportLimits")}</p>
      {from > 0 && <p class="quiet">{say("olderReport")}</p>}
    </div>
  );
}

/** The figures of each day, newest first. */
function Days({ lines }: { lines: readonly LogLine[] }) {
  const { say, language, locale } = useShared();
  const days = [...groupBy(lines, ({ at }) => dayOf(at))].toSorted(([a], [b]) => (a < b ? 1 : -1));
  return (
    <section class="card">
      <h3>{say("byDay")}</h3>
      <div class="table" tabIndex={0} role="region" aria-label={say("byDay")}>
        <table>
          <thead>
            <tr>
              <th scope="col">{say("day")}</th>
              <th scope="col">{say("turns")}</th>
              {DAY_FIGURES.map((figure) => (
                <th scope="col">{nameFigure(figure, language)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map(([day, own]) => (
              <tr>
                <th scope="row">
                  <a href={toHash("report", { period: `day=${day}` })}>{dayName(day, locale)}</a>
                </th>
                <td>{own.filter(({ kind }) => kind === "turn").length}</td>
                {DAY_FIGURES.map((figure) => (
                  <td>
                    <Count
                      figure={figure}
                      count={pickLines(figure, own).length}
                      period={`day=${day}`}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Periods({ period }: { period: Period }) {
  const { say, locale, today } = useShared();
  const before = (days: number) => dayOf(new Date(`${today}T12:00`).getTime() - days * DAY);
  const [kind, day = ""] = period.split("=");
  const choices = [
    { name: say("all"), period: "" },
    { name: say("today"), period: `day=${today}` },
    { name: say("lastDays", { n: 7 }), period: `since=${before(6)}` },
    { name: say("lastDays", { n: 30 }), period: `since=${before(29)}` },
  ];
  if (kind === "day" && day !== today) choices.push({ name: dayName(day, locale), period });
  const chips = choices.map(({ name, period: each }) => ({
    name,
    href: toHash("report", { period: each }),
    isCurrent: each === period,
  }));
  return (
    <Chips label={say("period")} chips={chips}>
      <label>
        {say("sinceDay")}{" "}
        <input
          type="date"
          max={today}
          value={kind === "since" ? day : ""}
          onChange={({ currentTarget: { value } }) => {
            location.hash = toHash("report", { period: value && `since=${value}` });
          }}
        />
      </label>
    </Chips>
  );
}

function Reads({ report }: { report: Report }) {
  const { view, say } = useShared();
  const docs = view.map.nodes.flatMap(({ kind, path }) => (kind === "doc" ? [path] : []));
  const unread = findUnread(docs, report);
  return (
    <div class="cards two">
      <section class="card">
        <h3>{say("readMost")}</h3>
        <DocRows docs={report.reads} nothing={say("noReads")} />
      </section>
      <section class="card">
        <h3>
          {say("neverRead")} <span class="count">{unread.length}</span>
        </h3>
        <DocRows docs={unread.map((doc) => ({ doc }))} nothing={say("allRead")} />
      </section>
    </div>
  );
}

interface DocRowsProps {
  readonly docs: readonly { readonly doc: string; readonly times?: number }[];
  readonly nothing?: string;
}

function DocRows({ docs, nothing }: DocRowsProps) {
  const { say } = useShared();
  if (docs.length === 0) return <p class="quiet">{nothing}</p>;
  const more = docs.slice(MOST_DOCS);
  return (
    <>
      <ul class="doc-rows">
        {docs.slice(0, MOST_DOCS).map(({ doc, times }) => (
          <li>
            <DocLink doc={doc} />
            {times !== undefined && <span class="count">{say("times", { n: times })}</span>}
          </li>
        ))}
      </ul>
      {more.length > 0 && (
        <details>
          <summary>{say("moreFiles", { n: more.length })}</summary>
          <DocRows docs={more} />
        </details>
      )}
    </>
  );
}
