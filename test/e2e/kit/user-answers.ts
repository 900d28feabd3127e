import { expect } from "vitest";
import { hostCall } from "./host-call.ts";
import type { Host } from "./host.ts";
import { toRecords, toText } from "./json.ts";
import type { Project } from "./project.ts";

/** Answers the questions that the session's agent asks through the host, once it does. */
export function answerQuestion(
  host: Host,
  project: Project,
  sessionID: string,
  answers: string[][],
): Promise<void> {
  return reply(host, project, "question", sessionID, { answers });
}

/** Answers the host's own permission prompt, once it comes. */
export function answerPermission(
  host: Host,
  project: Project,
  sessionID: string,
  answer: "once" | "reject",
): Promise<void> {
  return reply(host, project, "permission", sessionID, { reply: answer });
}

async function reply(
  host: Host,
  project: Project,
  kind: "question" | "permission",
  sessionID: string,
  body: object,
): Promise<void> {
  let id = "";
  await expect
    .poll(async () => {
      const asked = toRecords(await hostCall(host, project, "GET", `/${kind}`));
      id = toText(asked.find((each) => each["sessionID"] === sessionID)?.["id"] ?? "");
      return id;
    })
    .not.toBe("");
  await hostCall(host, project, "POST", `/${kind}/${id}/reply`, body);
}
