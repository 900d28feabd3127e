import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

/** A program of Debian's that tests need, where this user may install it. Undefined, or why not. */
export function aptInstall(name) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return `${name} is missing`;
  process.stdout.write(`Installing ${name} for the tests (once) … `);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...args) => execFileSync("apt-get", ["-qq", ...args], { env, stdio: "pipe" });
  try {
    apt("update");
    apt("install", "-y", "--no-install-recommends", name);
    process.stdout.write("done\n");
    return undefined;
  } catch (error) {
    process.stdout.write("failed\n");
    return String(error.stderr ?? error);
  }
}
