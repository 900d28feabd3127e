import { useState } from "preact/hooks";
import { groupBy } from "../../bank/group-by.ts";
import { BANK_FOLDER } from "../../bank/layout.ts";
import type { Finding } from "../../check/finding.ts";
import { Blank } from "./blank.tsx";
import { toHash, useShared } from "./state.ts";

const LEVELS = ["error", "warning", "note"] as const;
const NAMES = { error: "errors", warning: "warnings", note: "notes" } as const;

/** With more, only the groups are shown at first. */
const MOST_OPEN = 20;

export function FindingsScreen() {
  const { view, say } = useShared();
  const findings = view.rest?.findings ?? [];
  if (findings.length === 0) return <NoFindings />;
  return (
    <div class="column">
      <h2 class="unseen">{say("findings")}</h2>
      {LEVELS.map((level) => {
        const own = findings.filter((each) => each.level === level);
        const groups = [...groupBy(own, ({ rule }) => rule)];
        return (
          own.length > 0 && (
            <section>
              <h3 class="group">
                {say(NAMES[level])} <span class="count">{own.length}</span>
              </h3>
              {groups
                .toSorted(([, a], [, b]) => b.length - a.length)
                .map(([rule, ofRule]) => (
                  <RuleGroup
                    key={rule}
                    rule={rule}
                    findings={ofRule}
                    isOpen={findings.length <= MOST_OPEN}
                  />
                ))}
            </section>
          )
        );
      })}
    </div>
  );
}

function NoFindings() {
  const { view, say } = useShared();
  const { rest } = view;
  if (rest === undefined) return <p class="nothing">{say("checking")}</p>;
  return rest.findings === undefined ? (
    <Blank title="notChecked" hint="notCheckedHint" />
  ) : (
    <Blank title="noFindings" hint="noFindingsHint" />
  );
}

interface RuleGroupProps {
  readonly rule: string;
  readonly findings: readonly Finding[];
  readonly isOpen: boolean;
}

function RuleGroup({ rule, findings, isOpen: isOpenAtFirst }: RuleGroupProps) {
  const { say } = useShared();
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const docs = new Set(findings.map(({ path }) => path)).size;
  return (
    <details
      class="rule-group"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <strong>{rule}</strong> <span class="count">{findings.length}</span>{" "}
        <span class="quiet">{say("inDocs", { n: docs })}</span>
      </summary>
      {isOpen && (
        <ul class="finding-list">
          {findings.map((finding) => (
            <FindingRow finding={finding} />
          ))}
        </ul>
      )}
    </details>
  );
}

function FindingRow({ finding }: { finding: Finding }) {
  const { view, say } = useShared();
  const { path, line, level } = finding;
  const place = path === "" ? `${BANK_FOLDER}/` : line > 0 ? `${path}:${line}` : path;
  const isHere = view.map.nodes.some((node) => node.path === path);
  return (
    <li class={level}>
      <p class="message">{finding.message}</p>
      {finding.fix !== "" && (
        <p class="fix">
          <strong>{say("fix")}:</strong> {finding.fix}
        </p>
      )}
      <p class="quiet">
        {isHere ? (
          <a
            class="path"
            href={toHash("map", path, line > 0 ? line : undefined)}
            aria-label={say("goTo", { place })}
          >
            {place}
          </a>
        ) : (
          <span class="path">{place}</span>
        )}
      </p>
    </li>
  );
}
