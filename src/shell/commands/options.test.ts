import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { analyzeCommand } from "../analyze.ts";
import type { ShellWorld } from "../effects.ts";

const ROOT = "/home/me/project";
const FOLDERS = new Set([
  ROOT,
  `${ROOT}/src`,
  `${ROOT}/memory-bank`,
  `${ROOT}/memory-bank/details`,
]);

const WORLD: ShellWorld = {
  home: "/home/me",
  start: ROOT,
  root: ROOT,
  bank: `${ROOT}/memory-bank`,
  isThere: () => true,
  isFolder: (path) => FOLDERS.has(posix.normalize(path)),
  isLink: () => false,
  realPath: (path) => path,
  list: () => [],
  read: () => undefined,
  variable: () => undefined,
  isOwnCli: () => false,
};

/** Whether it is certain to write into the bank. */
function writesBank(command: string): boolean {
  return analyzeCommand(command, WORLD).writes.some(({ path }) =>
    `${posix.normalize(path)}/`.startsWith(`${ROOT}/memory-bank`),
  );
}

/** Programs that not every machine has: each was run where it could be had, and did it. */
describe("what options write and run", () => {
  it.each([
    "rsync -e 'sh -c \"rm -rf memory-bank\"' a:b c",
    "rsync -a --log-file=memory-bank/a.md src/ c",
    "rsync -ab --backup-dir=memory-bank/details src/ c",
    "rsync -a --write-batch=memory-bank/wb src/ c",
    "rsync --rsync-path='rm -rf memory-bank' src/ localhost:/tmp/x",
    "RSYNC_RSH='sh -c \"rm -rf memory-bank\"' rsync a:b c",
    "fdfind . memory-bank -x rm",
    "fd tech memory-bank --exec rm",
    "tree -o memory-bank/a.txt src",
    "busybox rm -rf memory-bank",
    "busybox ash -c 'echo x > memory-bank/a'",
    "ln -s /bin/busybox x/rm; x/rm -rf memory-bank",
    "toybox sed -i 1d memory-bank/details/tech.md",
    "echo 'syscmd(rm -rf memory-bank)' | m4",
    "echo '!rm -rf memory-bank' | dc",
    "ls src | entr -zn sh -c 'rm -rf memory-bank'",
    "expect -c 'spawn rm -rf memory-bank; expect eof'",
    "expect <<< 'system rm -rf memory-bank'",
    "unbuffer rm -rf memory-bank",
    "lua5.4 -e 'os.execute(\"rm -rf memory-bank\")'",
    "lua5.4 -e 'os.remove(\"memory-bank/details/tech.md\")'",
    "parallel rm -rf ::: memory-bank",
    "fakeroot rm -rf memory-bank",
    "bwrap --dev-bind / / rm -rf memory-bank",
    "rlwrap rm -rf memory-bank",
    "echo x | ifne rm -rf memory-bank",
    "echo | pee 'rm -rf memory-bank'",
    "screen -dm rm -rf memory-bank",
    "ltrace -o memory-bank/a true",
    "gawk -i inplace '{print 1}' memory-bank/details/tech.md",
    "gawk --source 'BEGIN{system(\"rm -rf memory-bank\")}'",
    "batcat --pager='tee memory-bank/a' --paging=always README.md",
    "socat -u OPEN:README.md CREATE:memory-bank/a",
    "socat EXEC:'rm -rf memory-bank' -",
    "7z a memory-bank/a.7z README.md",
    "echo README.md | cpio -o -O memory-bank/a.cpio",
    "zstd -q --output-dir-flat memory-bank README.md",
    "info -o memory-bank/a ls",
  ])("%s", (command) => {
    expect(writesBank(command)).toBe(true);
  });
});

/** By their manuals only: no terminal, no daemon or no such program to ask here. */
describe("what options would write and run", () => {
  it.each([
    "less -o memory-bank/a.md README.md",
    "man -P 'rm -rf memory-bank' ls",
    "MANPAGER='tee memory-bank/a.md' man ls",
    "GIT_PAGER='tee memory-bank/a.md' git -p log",
    "systemd-run --user --wait rm -rf memory-bank",
    "echo 'rm -rf memory-bank' | at now",
    "echo '* * * * * rm -rf /home/me/project/memory-bank' | crontab -",
    "doas rm -rf memory-bank",
    "pkexec rm -rf memory-bank",
    "firejail --quiet rm -rf memory-bank",
    "xvfb-run -a rm -rf memory-bank",
    "nix-shell -p hello --run 'rm -rf memory-bank'",
    "direnv exec . rm -rf memory-bank",
    "poetry run rm -rf memory-bank",
    "hyperfine --prepare 'rm -rf memory-bank' true",
    "watchexec 'rm -rf memory-bank'",
    "aria2c -o memory-bank/a http://localhost",
    "ast-grep run -p a -r b -U memory-bank/details/tech.md",
    "deno eval 'Deno.removeSync(\"memory-bank\")'",
    'bun -e \'require("fs").rmSync("memory-bank", { recursive: true })\'',
    "php -r 'unlink(\"memory-bank/details/tech.md\");'",
    "ncat -l 1 -c 'rm -rf memory-bank'",
    "tcpdump -w memory-bank/a",
  ])("%s", (command) => {
    expect(writesBank(command)).toBe(true);
  });
});

describe("what options only read", () => {
  it.each([
    "curl -H 'X: memory-bank' --data @memory-bank/a.md http://localhost",
    "curl -sd memory-bank -T memory-bank/a.md http://localhost",
    "wget --post-file=memory-bank/a.md -O /dev/null http://localhost",
    "tar -czf ../a.tgz -T memory-bank/list memory-bank",
    "rg --pre-glob '*.md' -f memory-bank/patterns x",
    "sort -T memory-bank README.md",
    "rsync -a --backup memory-bank/ ../copy",
    "rsync -an --exclude-from memory-bank/x memory-bank/ ../copy",
    "poetry install memory-bank",
    "make -f Makefile memory-bank",
    "node --test memory-bank",
    "less -p memory-bank README.md",
    "file memory-bank/MEMORY.md",
    "python3 -m http.server --directory memory-bank",
    "sed -n 's/w memory-bank/x/p;/e memory-bank/p' README.md",
    "awk '$1 > \"memory-bank/a\" { print }' README.md",
    "gdb -batch -ex 'info functions' memory-bank/a",
    "chmod -R u+rwX .",
  ])("%s", (command) => {
    expect(writesBank(command)).toBe(false);
  });
});
