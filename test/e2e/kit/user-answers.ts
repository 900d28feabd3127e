import { expect } from "vitest";
import { hostCall } from "./host-call.ts";
import type { Host } from "./host.ts";
import { toRecords, toText } from "./json.ts";
import type { Project } from "./project.ts";

/** Answers the questions that the session's agent asks through the host, once it does. */
export async function answerQuestion(
  host: Host,
  project: Project,
  sessionID: string,
  answers: string[][],
): Promise<void> {
  let id = "";
  await expect
    .poll(async () => {
      const asked = toRecords(await hostCall(host, project, "GET", "/question"));
      id = toText(asked.find((each) => each["sessionID"] === sessionID)?.["id"] ?? "");
      return id;
    })
    .not.toBe("");
  await hostCall(host, project, "POST", `/question/${id}/reply`, { answers });
}
