import { hostCall } from "./host-call.ts";
import type { Host } from "./host.ts";
import { toRecord, toRecords, toText, type JsonRecord } from "./json.ts";
import type { Project } from "./project.ts";

export interface Message {
  readonly id: string;
  readonly role: string;
  /** All text parts, those that plugins or the host added included. */
  readonly text: string;
  /** The message of the error that ended the turn. */
  readonly error?: string;
  readonly parts: readonly JsonRecord[];
}

interface SendOptions {
  /** Parts beside the text, e.g. `{ type: "file", mime, filename, url }`. */
  readonly parts?: readonly JsonRecord[];
  /** `provider/model`, e.g. `mock/gpt-5-mock`. */
  readonly model?: string | undefined;
}

export interface Session {
  readonly id: string;
  /** Resolves when the turn is over, with its last message. */
  send(text: string, options?: SendOptions): Promise<Message>;
  command(name: string): Promise<void>;
  messages(): Promise<Message[]>;
  summarize(): Promise<void>;
  fork(): Promise<Session>;
  revert(messageID: string): Promise<void>;
  abort(): Promise<void>;
}

export async function openSession(host: Host, project: Project): Promise<Session> {
  const created = toRecord(await hostCall(host, project, "POST", "/session", {}));
  return resumeSession(host, project, toText(created["id"]));
}

/** A session that exists already, for example from before a restart. */
export function resumeSession(host: Host, project: Project, id: string): Session {
  const root = `/session/${id}`;
  const post = (path: string, body: unknown) => hostCall(host, project, "POST", root + path, body);
  return {
    id,
    messages: async () =>
      toRecords(await hostCall(host, project, "GET", `${root}/message`)).map(parseMessage),
    send: async (text, { parts = [], model } = {}) => {
      const answer = await post("/message", {
        parts: [{ type: "text", text }, ...parts],
        ...(model === undefined ? {} : { model: toModelRef(model) }),
      });
      return parseMessage(toRecord(answer));
    },
    command: async (command) => void (await post("/command", { command, arguments: "" })),
    summarize: async () => void (await post("/summarize", toModelRef("mock/m1"))),
    fork: async () => resumeSession(host, project, toText(toRecord(await post("/fork", {}))["id"])),
    revert: async (messageID) => void (await post("/revert", { messageID })),
    abort: async () => void (await post("/abort", undefined)),
  };
}

function toModelRef(model: string): { providerID: string; modelID: string } {
  const [providerID = "", ...rest] = model.split("/");
  return { providerID, modelID: rest.join("/") };
}

function parseMessage(message: JsonRecord): Message {
  const info = toRecord(message["info"]);
  const parts = toRecords(message["parts"]);
  const error = info["error"];
  return {
    id: toText(info["id"]),
    role: toText(info["role"]),
    text: parts
      .map((part) => (part["type"] === "text" ? toText(part["text"]) : ""))
      .join("\n")
      .trim(),
    ...(error === undefined
      ? {}
      : { error: toText(toRecord(toRecord(error)["data"])["message"]) || JSON.stringify(error) }),
    parts,
  };
}
