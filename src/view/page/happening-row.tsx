import type { ComponentChildren } from "preact";
import type { LogLine } from "../../types.ts";
import { isFailure } from "../figures.ts";
import type { TextKey } from "../texts.ts";
import type { Happening } from "../timeline.ts";
import { DocLink } from "./doc-link.tsx";
import { clock } from "./format.ts";
import { type Shared, useShared } from "./state.ts";

type Decision = Extract<LogLine, { kind: "decision" }>;
type Effect = Extract<LogLine, { kind: "effect" }>;

interface Told {
  readonly tone: "error" | "warning" | "good" | "info" | "plain";
  readonly title: string;
  readonly detail: ComponentChildren;
}

export function HappeningRow({ happening }: { happening: Happening }) {
  const shared = useShared();
  const { say, locale } = shared;
  const { tone, title, detail } = tell(happening, shared);
  return (
    <li class={`happening ${tone} ${happening.kind}`}>
      <time dateTime={new Date(happening.at).toISOString()}>{clock(happening.at, locale)}</time>
      <div class="what">
        <p>
          <strong>{title}</strong>{" "}
          {happening.isSubagents && <span class="badge">{say("subagent")}</span>}
        </p>
        {detail}
      </div>
    </li>
  );
}

function tell(happening: Happening, shared: Shared): Told {
  const { say } = shared;
  const told = (tone: Told["tone"], title: TextKey, detail: ComponentChildren): Told => ({
    tone,
    title: say(title),
    detail: typeof detail === "string" ? <p class="quiet">{detail}</p> : detail,
  });
  if (happening.kind === "reads") return told("plain", "didRead", <Docs docs={happening.docs} />);
  const { entry } = happening;
  switch (entry.kind) {
    case "decision":
      return tellDecision(entry, shared);
    case "effect":
      return tellEffect(entry, shared);
    case "reader":
      return told(
        "plain",
        "readerReturned",
        entry.verified && say("verified", { n: entry.verified }),
      );
    case "unjudged":
      return told("error", "unjudged", say(entry.ran ? "unjudgedRan" : "unjudgedStopped"));
    case "compacted":
      return told("info", "compacted", say("compactedHint"));
    case "recovered":
      return told("good", "recovered", say("recoveredHint"));
    case "applied":
      return told("good", "applied", say("flow", { flow: entry.flow, id: entry.plan }));
    case "restored":
      return told("good", "restored", <Docs docs={entry.docs.map(toWhole)} />);
    case "proposal": {
      const isGood = entry.state === "written" || entry.state === "confirmed";
      const target = <Docs docs={[toWhole(entry.target)]} />;
      return told(isGood ? "good" : "plain", entry.state, target);
    }
  }
}

/** A refusal is shown as good, because the memory did its work. */
const DECISIONS = {
  allow: { tone: "plain", title: "allowed" },
  warn: { tone: "warning", title: "warned" },
  refuse: { tone: "good", title: "refused" },
} as const;

function tellDecision(entry: Decision, { say }: Shared): Told {
  const { decision, writes, more, tool, risk } = entry;
  const { tone, title } = DECISIONS[decision];
  const because = entry.trace.find(
    ({ rule, verdict }) => rule === entry.rule && verdict === decision,
  )?.because;
  const detail = (
    <>
      <p>
        <code>{tool}</code>{" "}
        {writes.length === 0
          ? say("noTarget")
          : writes.map(({ path, effect }) => (
              <>
                <code>{path}</code> <span class="quiet">{effect}</span>{" "}
              </>
            ))}
        {more ? say("moreFiles", { n: more }) : ""}{" "}
        {risk !== "low" && <span class="quiet">· {say("risk", { level: say(risk) })}</span>}
      </p>
      {because !== undefined && <p>{because}</p>}
      {entry.trace.length > 0 && (
        <details>
          <summary>{entry.rule ?? say("why")}</summary>
          <ul class="trace">
            {entry.trace.map((step) => (
              <li>
                <code>{step.rule}</code> <strong>{step.verdict}</strong> {step.because}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
  return { tone: isFailure(entry) ? "error" : tone, title: say(title), detail };
}

function tellEffect(entry: Effect, { view, say }: Shared): Told {
  const { undone, changed, kept, trace } = entry;
  const isUndone = undone.length > 0;
  // The command's words are kept with the versions of the docs, not in the log.
  const words = kept === undefined ? undefined : view.commands[kept];
  const notes = [
    isUndone ? say("putBack", { docs: undone.join(", ") }) : trace?.[0]?.because,
    kept !== undefined && say("keptAs", { id: kept }),
  ];
  return {
    tone: isFailure(entry) ? "error" : isUndone ? "good" : "warning",
    title: say(isUndone ? "undone" : "changedByCommand"),
    detail: (
      <>
        {words !== undefined && (
          <p>
            <span class="quiet">{say("byCommand")}</span> <code>{words}</code>
          </p>
        )}
        {changed.length > 0 && <Docs docs={changed.map(toWhole)} />}
        {notes.map((note) => note && <p class="quiet">{note}</p>)}
      </>
    ),
  };
}

function toWhole(doc: string) {
  return { doc, whole: true };
}

function Docs({ docs }: { docs: readonly { readonly doc: string; readonly whole: boolean }[] }) {
  const { say } = useShared();
  return (
    <p class="docs">
      {docs.map(({ doc, whole }) => (
        <>
          <DocLink doc={doc} /> {!whole && <span class="quiet">{say("inPart")} </span>}
        </>
      ))}
    </p>
  );
}
