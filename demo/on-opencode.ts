import { join } from "node:path";
import {
  CONTEXT_FULL,
  call,
  calls,
  makeProject,
  openSession,
  startHost,
  startScriptedModel,
} from "../test/e2e/kit/index.ts";
import { FILES } from "./project.ts";
import type { Stage } from "./stage.ts";

export async function openStage(): Promise<Stage> {
  const model = await startScriptedModel();
  const host = await startHost({ model });
  const project = makeProject(host, { files: FILES, plugin: { guardMode: "block" } });
  return {
    name: "OpenCode",
    next: {
      what: "one command, then /memory-bank-refresh in OpenCode",
      how: `node ${join(process.cwd(), "dist", "cli.js")} install --host opencode`,
    },
    tools: { read: "read", edit: "edit", bash: "bash" },
    edit: ({ path, from, to }) => call("edit", { filePath: path, oldString: from, newString: to }),
    read: (...paths) => calls(...paths.map((filePath): Parallel => ["read", { filePath }])),
    bash: (command) => call("bash", { command, description: "Note that it is done" }),
    // A long file, as the model counts: the host will compact before it asks again.
    fill: [call("read", { filePath: "src/shop.ts" }, { usage: CONTEXT_FULL })],
    told: ({ system }) => system.join("\n"),
    plain: (result) => result,
    edited: "applied successfully",
    async play(request, script) {
      model.play(request, script);
      const session = await openSession(host, project);
      return (await session.send(request)).text;
    },
    project,
    async stop() {
      await host.stop();
      await model.stop();
    },
  };
}

type Parallel = Parameters<typeof calls>[number];
