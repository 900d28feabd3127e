import { mkdirSync } from "node:fs";
import { expect, it } from "vitest";
import { toToolCall } from "../../src/hosts/opencode/tool-call.ts";
import { createPaths } from "../../src/io/disk/paths.ts";
import { loadShell } from "../../src/runtime/load-shell.ts";
import type { ToolCall } from "../../src/types.ts";
import { OTHER_TOOLS, SERVERS } from "../fixtures/other-tools.ts";
import { tempFolder } from "../helpers/temp-project.ts";

const root = tempFolder();
mkdirSync(`${root}/src`);
const bank = `${root}/memory-bank`;
const paths = createPaths({ directory: root, root, bank, isCaseInsensitive: false });
const around = {
  paths: () => paths,
  directory: root,
  root,
  isPosix: () => true,
  servers: () => SERVERS,
};

await loadShell();

function describe(call: ToolCall | undefined): string {
  if (call === undefined) return "looks";
  const writes = call.writes.map(({ effect, target }) => `${effect} ${target.path}`);
  const unknown = call.unknownWrite === undefined ? [] : ["changes what cannot be told"];
  const cause = call.effectCheck === undefined ? "" : `[${call.effectCheck.cause}]`;
  return `${[...writes, ...unknown].join(", ")} ${cause}`.trim();
}

it.each(OTHER_TOOLS)("%s %j", (tool, args, expected) => {
  expect(describe(toToolCall(tool, args, around))).toBe(expected);
});
