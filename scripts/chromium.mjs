import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

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
  const how =
    "Install Chromium (on Debian: apt-get install chromium), or set CHROMIUM to its path.";
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
    process.stderr.write(`The tests of \`memory-bank view\` need a browser. ${how}\n`);
    process.exit(2);
  }
  process.stdout.write("Installing Chromium for the tests (once, about a minute) … ");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...args) => execFileSync("apt-get", ["-qq", ...args], { env, stdio: "pipe" });
  try {
    apt("update");
    apt("install", "-y", "--no-install-recommends", "chromium");
    process.stdout.write("done\n");
  } catch (error) {
    process.stderr.write(`failed\n${error.stderr ?? error}\n${how}\n`);
    process.exit(2);
  }
}
