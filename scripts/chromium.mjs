import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { aptInstall } from "./apt-install.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const ELSEWHERE = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** The browser that the tests of the view run in; `CHROMIUM` names another one. */
export function findChromium() {
  const onPath = (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [process.env.CHROMIUM, ...onPath, ...ELSEWHERE].find((path) => path && existsSync(path));
}

/** Debian's Chromium, where there is none and this user may install it. */
export function installChromium() {
  if (findChromium() !== undefined) return;
  const problem = aptInstall("chromium");
  if (problem === undefined) return;
  process.stderr.write(
    `The tests of \`memory-bank view\` need a browser: ${problem}\n` +
      "Install Chromium (on Debian: apt-get install chromium), or set CHROMIUM to its path.\n",
  );
  process.exit(2);
}
