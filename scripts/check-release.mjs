// Whether a tag may be released: node scripts/check-release.mjs v0.3.0. Says what is out of step, and exits 1.
import { readFileSync } from "node:fs";
import { ROOT } from "./install.mjs";

const read = (path) => readFileSync(`${ROOT}${path}`, "utf8");
const [tag = ""] = process.argv.slice(2);
const { name, version } = JSON.parse(read("package.json"));
const ours = `${name}@${version}`;

const problems = [
  [tag === `v${version}`, `the tag is ${tag}, the version ${version}`],
  [
    new RegExp(`^## \\[${version.replaceAll(".", "\\.")}\\] - \\d{4}-\\d\\d-\\d\\d$`, "m").test(
      read("CHANGELOG.md"),
    ),
    `CHANGELOG.md has no dated heading for ${version}`,
  ],
  [
    JSON.parse(read("package-lock.json")).version === version,
    "package-lock.json has another version",
  ],
  [
    JSON.parse(read(".claude-plugin/plugin.json")).version === version,
    ".claude-plugin/plugin.json has another version",
  ],
  [read("action.yml").includes(`default: ${ours}\n`), `action.yml does not run ${ours}`],
  [
    read(".pre-commit-hooks.yaml").includes(`--package=${ours} `),
    `.pre-commit-hooks.yaml does not run ${ours}`,
  ],
]
  .filter(([isFine]) => !isFine)
  .map(([, problem]) => problem);

for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
