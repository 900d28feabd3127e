import { describe, expect, it } from "vitest";
import { readCalledCommands } from "./called-commands.ts";

const called = (code: string) =>
  readCalledCommands(code).map(({ kind, name }) => `${kind} ${name}`);

describe("readCalledCommands", () => {
  it.each([
    ["npm run build", ["script build"]],
    ["npm run-script build", ["script build"]],
    ["npm run --silent test:unit -- --watch", ["script test:unit"]],
    ["npm test && npm start", ["script test", "script start"]],
    ["npm t", ["script test"]],
    ["CI=1 npm test | tee log", ["script test"]],
    ["pnpm build", ["script build"]],
    ["pnpm run x", ["script x"]],
    ["yarn test:e2e", ["script test:e2e"]],
    ["bun run dev", ["script dev"]],
    ["make all lint", ["target all", "target lint"]],
    ["make V=1 -j4 all", ["target all"]],
  ])("sees %s", (code, names) => {
    expect(called(code)).toEqual(names);
  });

  it.each([
    "npm install",
    "npm ci",
    "npm run",
    "npm run <script>",
    "npm run {name}",
    "npm run test:*",
    "npm run build -w web",
    "npm --prefix web run build",
    "npm run build --workspace=web",
    "pnpm --filter web build",
    "pnpm -r build",
    "pnpm install",
    "yarn tsc",
    "yarn workspace web build",
    "bun test",
    "bun run src/main.ts",
    "npx tsc",
    "cd web && npm run build",
    "make -C web all",
    "make -f other.mk all",
    "make $(TARGET)",
    "npm",
    "make",
    "",
    "describe npm run",
  ])("is silent about %s", (code) => {
    expect(called(code)).toEqual([]);
  });
});
