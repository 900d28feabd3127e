import type { Runtime } from "../../../runtime/open-runtime.ts";
import type { Log } from "../../../runtime/project.ts";
import { field, textField } from "../../shared/payload.ts";
import type { callKeys } from "./call-keys.ts";
import type { Context } from "./context.ts";

interface Place {
  readonly runtime: Runtime;
  readonly keys: ReturnType<typeof callKeys>;
  readonly directory: string;
  readonly log: Log;
  readonly isHeld: () => boolean;
}

/** Events come late and nobody waits for them: nothing is decided by them. Returns how to stop listening. */
export function followEvents(ctx: Context, place: Place): () => void {
  let isOpen = true;
  async function listen(): Promise<void> {
    for await (const event of ctx.event.subscribe()) {
      if (!isOpen) return;
      const where = textField(event, "location", "directory");
      if (!place.isHeld() || (where !== undefined && where !== place.directory)) continue;
      await onEvent(event, place).catch((error: unknown) =>
        place.log.error("following the session failed", error),
      );
    }
  }
  void listen().catch((error: unknown) => place.log.error("the host's events ended", error));
  return () => {
    isOpen = false;
  };
}

async function onEvent(event: unknown, { runtime, keys }: Place): Promise<void> {
  const data = field(event, "data");
  const id = textField(data, "sessionID") ?? "";
  const { sessions } = runtime;
  switch (textField(event, "type") ?? "") {
    case "session.created":
      sessions.identify(id, textField(data, "parentID"));
      return;
    case "session.renamed":
      if (sessions.find(id) !== undefined && sessions.isRoot(id))
        runtime.titled(id, textField(data, "title") ?? "");
      return;
    case "session.deleted":
      runtime.forget(id);
      return;
    case "session.tool.failed": {
      const call = textField(data, "id") ?? "";
      for (const key of keys.under(call)) await runtime.fail(id, key);
      keys.drop(call);
      return;
    }
    case "session.execution.succeeded":
    case "session.execution.failed":
    case "session.execution.interrupted":
      if (sessions.find(id) !== undefined) await runtime.settle(id);
      return;
  }
}
