// `npm start`: the main job, shown on the real host.
import { ROOT, installDependencies, run } from "./install.mjs";

await installDependencies();
process.stdout.write("Building … ");
const { code, output } = await run("npx", ["--no-install", "tsdown"]);
process.stdout.write(`${code === 0 ? "done" : "failed"}\n`);
if (code !== 0) {
  process.stderr.write(output);
  process.exit(2);
}
await import(`${ROOT}build/demo.js`);
