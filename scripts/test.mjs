// `npm test`: everything that must hold, in the order in which it is cheapest to learn of a failure.
import { installChromium } from "./chromium.mjs";
import { installDependencies, run } from "./install.mjs";

const STEPS = [
  ["format", "oxfmt", "--check"],
  ["lint", "oxlint", "--type-aware", "--deny-warnings"],
  ["types", "tsc", "--noEmit"],
  ["types of the page", "tsc", "--noEmit", "--project", "src/view/page"],
  ["unused code", "knip"],
  ["build", "tsdown"],
  ["unit tests", "vitest", "run", "--project", "unit", "--maxWorkers=100%"],
  ["end-to-end tests", "vitest", "run", "--project", "e2e", "--maxWorkers=2"],
  ["package", "publint", "--strict"],
  ["package types", "attw", "--pack", ".", "--profile", "esm-only"],
];

await installDependencies();
installChromium();

let passed = 0;
for (const [name, command, ...args] of STEPS) {
  const started = Date.now();
  const isShown = command === "vitest";
  if (isShown) process.stdout.write(`\n${name}\n`);
  const { code, output } = await run("npx", ["--no-install", command, ...args], { isShown });
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${code === 0 ? "ok    " : "FAILED"} ${name} (${seconds} s)\n`);
  if (code !== 0) {
    if (!isShown) process.stdout.write(output);
    process.stdout.write(`\n${passed} passed, 1 failed, ${STEPS.length - passed - 1} skipped\n`);
    process.exit(1);
  }
  passed += 1;
}
process.stdout.write(`\n${passed} passed, 0 failed\n`);
