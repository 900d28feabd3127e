import { BANK_FOLDER } from "../../bank/layout.ts";
import type { Finding } from "../../check/finding.ts";
import { toHash, useShared } from "./state.ts";

const LEVELS = ["error", "warning", "note"] as const;
const NAMES = { error: "errors", warning: "warnings", note: "notes" } as const;

export function FindingsScreen() {
  const { view, say } = useShared();
  const { findings } = view;
  if (findings === undefined || findings.length === 0) {
    const isChecked = findings !== undefined;
    return (
      <div class="column">
        <div class="blank">
          <h2>{say(isChecked ? "noFindings" : "notChecked")}</h2>
          <p>{say(isChecked ? "noFindingsHint" : "notCheckedHint")}</p>
        </div>
      </div>
    );
  }
  return (
    <div class="column">
      <h2 class="unseen">{say("findings")}</h2>
      {LEVELS.map((level) => {
        const own = findings.filter((each) => each.level === level);
        return (
          own.length > 0 && (
            <section>
              <h3 class="group">
                {say(NAMES[level])} <span class="count">{own.length}</span>
              </h3>
              <ul class="finding-list">
                {own.map((finding) => (
                  <FindingRow finding={finding} />
                ))}
              </ul>
            </section>
          )
        );
      })}
    </div>
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
        )}{" "}
        · {finding.rule}
      </p>
    </li>
  );
}
