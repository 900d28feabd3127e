import { groupBy } from "../../bank/group-by.ts";
import { BANK_FOLDER } from "../../bank/layout.ts";
import type { Finding } from "../../check/finding.ts";
import { Blank } from "./blank.tsx";
import { DocLink } from "./doc-link.tsx";
import { useShared } from "./state.ts";

const LEVELS = [
  ["error", "errors"],
  ["warning", "warnings"],
  ["note", "notes"],
] as const;
/** With more findings, only the groups are shown at first. */
const MOST_OPEN = 20;

export function FindingsScreen() {
  const { view, say } = useShared();
  if (view.rest === undefined) return <p class="nothing">{say("checking")}</p>;
  const { findings } = view.rest;
  if (findings.length === 0) return <Blank title="noFindings" hint="noFindingsHint" />;
  return (
    <div class="column">
      <h2 class="unseen">{say("findings")}</h2>
      {LEVELS.map(([level, name]) => {
        const own = findings.filter((each) => each.level === level);
        if (own.length === 0) return null;
        const groups = [...groupBy(own, ({ rule }) => rule)];
        return (
          <section>
            <h3 class="group">
              {say(name)} <span class="count">{own.length}</span>
            </h3>
            {groups
              .toSorted(([, a], [, b]) => b.length - a.length)
              .map(([rule, ofRule]) => (
                <details class="rule-group" open={findings.length <= MOST_OPEN}>
                  <summary>
                    <strong>{rule}</strong> <span class="count">{ofRule.length}</span>{" "}
                    <span class="quiet">
                      {say("inDocs", { n: new Set(ofRule.map(({ path }) => path)).size })}
                    </span>
                  </summary>
                  <ul class="finding-list">
                    {ofRule.map((finding) => (
                      <FindingRow finding={finding} />
                    ))}
                  </ul>
                </details>
              ))}
          </section>
        );
      })}
    </div>
  );
}

function FindingRow({ finding: { path, line, level, message, fix } }: { finding: Finding }) {
  const { say } = useShared();
  const place = path === "" ? `${BANK_FOLDER}/` : line > 0 ? `${path}:${line}` : path;
  return (
    <li class={level}>
      <p>{message}</p>
      {fix !== "" && (
        <p class="quiet">
          <strong>{say("fix")}:</strong> {fix}
        </p>
      )}
      <p class="quiet">
        <DocLink doc={path} line={line > 0 ? line : undefined} words={place} />
      </p>
    </li>
  );
}
