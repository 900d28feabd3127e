import { type OptionSpec, splitArguments } from "../arguments.ts";
import {
  type Output,
  type Position,
  type Scope,
  UNTOLD,
  addWrite,
  fork,
  isActing,
  toPart,
} from "../scope.ts";
import { isKnown, joinPath } from "../value.ts";
import { noteEnvironment } from "./environment.ts";
import { type CommandTable, type Evaluate, type Invocation, forAll } from "./invocation.ts";
import { broughtBy, runScript } from "./own-words.ts";

/** How a program that starts another one finds it among its words. */
interface Launcher {
  /** Its own options that take a value; `name*2` takes two words. */
  readonly takes?: string;
  /** What stands behind its options is a file that it writes. */
  readonly isFile?: boolean;
  /** Commands of its own that start another program; all others are its own business. */
  readonly when?: string;
  /** Words of its own before the command: a user, a duration, a mask. */
  readonly skips?: number;
  /** Options whose value is a script. */
  readonly scripts?: string;
  /** The command's words are put together and given to a shell. */
  readonly joins?: boolean;
  /** Without a command it starts a shell, which may read a script from standard input. */
  readonly opensShell?: boolean;
  /** The option that names the folder which the command runs in. */
  readonly folder?: string;
  /** The command runs on when this one has ended. */
  readonly isLater?: boolean;
}

export const LATER = { isProven: false, isShown: false, isBackground: true };

function launches(launcher: Launcher): Evaluate {
  const { skips = 0, joins, opensShell, isLater } = launcher;
  let spec: OptionSpec | undefined;
  return (call, scope, position) => {
    spec ??= toSpec(launcher);
    const given = splitArguments(call.args, spec);
    if (given.flags.has("help") || given.flags.has("version")) return UNTOLD;
    const isOther =
      launcher.when !== undefined && !launcher.when.split(" ").includes(given.operands[0] ?? "");
    if (isOther) {
      scope.effects.programs.push(toPart(scope, call.words, position, call.args));
      return UNTOLD;
    }
    const folder = launcher.folder
      ?.split(" ")
      .map((name) => given.values.get(name))
      .find((value) => value !== undefined);
    const inner = folder === undefined ? scope : fork(scope, { cwd: joinPath(scope.cwd, folder) });
    const place = isLater === true ? { ...position, ...LATER } : position;
    const scripts = new Set(launcher.scripts?.split(" "));
    const texts = given.given.flatMap(({ name, value }) =>
      scripts.has(name) && value !== undefined ? [value] : [],
    );
    for (const text of texts) runScript(text, call, fork(inner), place);
    if (launcher.isFile === true) {
      for (const file of given.operands) addWrite(inner, file, "change", call.words, place);
    }
    const operands = launcher.isFile === true ? [] : given.operands;
    const rest = withoutAssignments(operands, call, inner, place).slice(skips);
    const [name, ...args] = withoutAssignments(rest, call, inner, place);
    if (name === undefined) {
      const isShell = opensShell === true && texts.length === 0;
      return isShell ? scope.runCommand({ ...call, name: "sh", args: [] }, inner, place) : UNTOLD;
    }
    if (joins === true) return runScript([name, ...args].join(" "), call, fork(inner), place);
    return scope.runCommand({ name, args, words: call.words }, inner, place);
  };
}

function toSpec({ takes = "", scripts = "", folder = "", isFile }: Launcher): OptionSpec {
  const options = `${takes} ${scripts} ${folder}`.split(" ").filter((option) => option !== "");
  const lengths = new Map<string, number>();
  const names = options.map((option) => {
    const [name = "", length] = option.split("*");
    if (length !== undefined) lengths.set(name, Number(length));
    return name;
  });
  return {
    short: names.filter((name) => name.length === 1).join(""),
    long: names.filter((name) => name.length > 1),
    lengths,
    permutes: isFile === true,
  };
}

/** `sudo X=1 cmd`: what is assigned counts as if it stood before the command. */
export function withoutAssignments(
  words: readonly string[],
  call: Invocation,
  scope: Scope,
  position: Position,
): readonly string[] {
  const at = words.findIndex((word) => !/^\w+(?:%%)?=/.test(word));
  const assigned = at === -1 ? words : words.slice(0, at);
  for (const word of assigned) {
    const equals = word.indexOf("=");
    scope.variables.set(word.slice(0, equals), [word.slice(equals + 1)]);
    noteEnvironment(word.slice(0, equals), word.slice(equals + 1), call, scope, position);
  }
  return words.slice(assigned.length);
}

/** Programs that take scripts among their other words: each that could be one is looked at. */
function mayRun(more: Partial<Position> = {}): Evaluate {
  return (call, scope, position) => {
    const place = { ...position, isProven: false, ...more };
    const scripts = call.args.filter((arg) => /\s/.test(arg) || !isKnown(arg));
    for (const script of scripts) runScript(script, call, fork(scope), place);
    const at = call.args.findIndex((arg) => STARTS_COMMAND.test(arg));
    if (at !== -1) {
      const [name = "", ...args] = call.args.slice(at);
      scope.runCommand({ name, args, words: call.words }, fork(scope), place);
    }
    // What its scripts do is noted with them. Of one that runs later, nobody sees what comes of it.
    const isTold = scripts.every(isKnown) && (at === -1 || more.isBackground !== true);
    const isLate = more.isBackground === true && !scripts.every(isShowing(call, scope, place));
    scope.effects[isTold && !isLate ? "programs" : "inline"].push(
      toPart(scope, call.words, place, call.args),
    );
    return UNTOLD;
  };
}

function isShowing(call: Invocation, scope: Scope, position: Position) {
  return (script: string) => !isActing(scope, (inner) => runScript(script, call, inner, position));
}

/** A word that is hardly anything but a command of its own. */
const STARTS_COMMAND =
  /^(?:\S*\/)?(?:(?:ba|da|z|k)?sh|rm|mv|cp|tee|touch|truncate|sed|dd|ln|mkdir|rmdir|unlink|shred|env|xargs|find|git|perl|python3?|node)$/;

/** `start-stop-daemon --start --exec /bin/rm -- -rf x`. */
const startsDaemon: Evaluate = (call, scope, position) => {
  const long =
    "exec startas name pidfile user group chdir nicelevel chroot umask make-pidfile output";
  const given = splitArguments(call.args, {
    short: "xanpucgNrdkO",
    long: long.split(" "),
    plain: ["start"],
  });
  const { values, operands, flags } = given;
  const name = values.get("startas") ?? values.get("a") ?? values.get("exec") ?? values.get("x");
  if (name === undefined || flags.has("K") || flags.has("stop")) return UNTOLD;
  const folder = values.get("chdir") ?? values.get("d");
  const inner = folder === undefined ? scope : fork(scope, { cwd: joinPath(scope.cwd, folder) });
  return scope.runCommand({ name, args: operands, words: call.words }, inner, {
    ...position,
    ...(flags.has("b") || flags.has("background") ? LATER : {}),
  });
};

/** `run-parts folder`: all programs in it; those that this command has written are its own words. */
const runsParts: Evaluate = (call, scope, position) => {
  const folder = splitArguments(call.args).operands.at(-1) ?? ".";
  const isListing = call.args.some((arg) => /^--(?:test|list)$/.test(arg));
  for (const text of isListing ? [] : broughtBy(folder, scope, position))
    runScript(text, call, fork(scope), { ...position, isProven: false });
  scope.effects.programs.push(toPart(scope, call.words, position, call.args));
  return UNTOLD;
};

/** `capsh -- -c script`: what stands behind `--` goes to bash. */
const opensCapabilityShell: Evaluate = (call, scope, position) => {
  const at = call.args.findIndex((arg) => arg === "--" || arg === "==" || arg === "-+");
  if (at === -1) return UNTOLD;
  const args = call.args.slice(at + 1);
  return scope.runCommand({ name: "bash", args, words: call.words }, scope, position);
};

const opensArchitecture = launches({ opensShell: true });

/** `setarch x86_64 -R cmd`: the architecture may be left out. */
const setsArchitecture: Evaluate = (call, scope, position) => {
  const [first = "", ...rest] = call.args;
  const isNamed =
    /^(?:i\d86|x86_64|athlon|linux\d\d|uname26|arm\w*|aarch64|ppc\w*|s390x?|riscv\w*)$/;
  const args = isNamed.test(first) ? rest : call.args;
  return opensArchitecture({ ...call, args }, scope, position);
};

/** `ld-linux-x86-64.so.2 /bin/rm x`. */
const loads = launches({
  takes: "library-path preload audit argv0 inhibit-rpath glibc-hwcaps-prepend",
});

/** A dynamic linker, under whatever name the machine has for it. */
export function launcherFor(name: string): Evaluate | undefined {
  return /^ld(?:-linux\S*|-musl\S*|-\d[\d.]*)?\.so(?:\.\d)*$/.test(name) ? loads : undefined;
}

/** `sg group -c script`, `sg group script`. */
const inGroup: Evaluate = (call, scope, position) => {
  const [, ...rest] = call.args.filter((arg) => arg !== "-" && arg !== "-c");
  return runScript(rest.join(" "), call, fork(scope), position);
};

/** `su user -c script`, `runuser -u user cmd`: behind the user stand words for the shell. */
const asUser: Evaluate = (call, scope, position): Output => {
  const { operands, values } = splitArguments(call.args, {
    short: "cgGsuwT",
    long: [
      "command",
      "session-command",
      "group",
      "supp-group",
      "shell",
      "user",
      "whitelist-environment",
    ],
  });
  const script = values.get("c") ?? values.get("command") ?? values.get("session-command");
  if (script !== undefined) return runScript(script, call, fork(scope), position);
  const words = operands.filter((word) => word !== "-");
  if (values.has("u") || values.has("user")) {
    const [name, ...args] = words;
    return name === undefined
      ? UNTOLD
      : scope.runCommand({ name, args, words: call.words }, scope, position);
  }
  const args = words.slice(1);
  return scope.runCommand({ name: "sh", args, words: call.words }, scope, position);
};

const table = (launchers: Readonly<Record<string, Launcher>>): CommandTable =>
  Object.fromEntries(
    Object.entries(launchers).flatMap(([names, launcher]) => {
      const evaluate = launches(launcher);
      return names.split(" ").map((name) => [name, evaluate] as const);
    }),
  );

export const LAUNCHERS: CommandTable = {
  ...table({
    "busybox toybox chronic unbuffer fakeroot eatmydata rlwrap catchsegv ifne dbus-run-session tini dumb-init torsocks tsocks proxychains proxychains4 cross-env pkexec winpty aa-exec":
      {},
    doas: { takes: "u C", opensShell: true },
    sudo: {
      takes:
        "u g p C h r T t U user group prompt role type host other-user command-timeout close-from",
      folder: "D chdir",
    },
    nice: { takes: "n adjustment" },
    ionice: { takes: "c n p P u class classdata pid pgid uid" },
    chrt: { takes: "T P D p sched-runtime sched-period sched-deadline", skips: 1 },
    taskset: { takes: "p", skips: 1 },
    choom: { takes: "n p adjust pid" },
    uclampset: { takes: "m M p" },
    timeout: { takes: "k s kill-after signal", skips: 1 },
    time: { takes: "f o format output" },
    stdbuf: { takes: "i o e input output error" },
    caffeinate: { takes: "t w" },
    strace: { takes: "a b e E I o O p P s S u U X output trace" },
    ltrace: { takes: "a A D e F l n o p s u w x output config" },
    valgrind: {},
    "faketime gosu su-exec setuidgid envdir": { skips: 1 },
    setpriv: {
      takes: "reuid regid groups securebits inh-caps ambient-caps bounding-set pdeathsig",
    },
    "linux32 linux64 i386 x86_64 uname26": { opensShell: true },
    unshare: {
      takes:
        "S G setuid setgid map-user map-group map-users map-groups propagation setgroups monotonic boottime R root",
      folder: "w wd",
      opensShell: true,
    },
    nsenter: { takes: "t target S G setuid setgid", opensShell: true },
    chroot: { skips: 1, opensShell: true },
    prlimit: { takes: "p o pid output" },
    numactl: { takes: "i m N C p cpunodebind membind physcpubind interleave preferred" },
    cpulimit: { takes: "l p e P limit pid exe path" },
    runcon: { takes: "t u r l type user role range", skips: 1 },
    "nohup setsid": { isLater: true },
    daemonize: { takes: "a c e l o p u E", isLater: true },
    "dtach abduco": { skips: 1, takes: "e r", isLater: true },
    sshpass: { takes: "p f d P e" },
    bwrap: {
      takes:
        "bind*2 dev-bind*2 ro-bind*2 bind-try*2 ro-bind-try*2 dev-bind-try*2 bind-data*2 ro-bind-data*2 symlink*2 setenv*2 file*2 chmod*2 proc dev tmpfs mqueue dir unsetenv uid gid hostname lock-file sync-fd seccomp perms size args cap-add cap-drop",
      folder: "chdir",
    },
    firejail: {},
    proot: { takes: "b r w q k", opensShell: true },
    "xvfb-run dbus-launch": { takes: "e f n p s w error-file auth-file server-num server-args" },
    "uv poetry pipenv hatch pdm rye bundle rbenv pyenv nodenv asdf mise conda mamba doppler op": {
      when: "run exec x",
      skips: 1,
      takes: "with python group project directory extra env-file p n name",
    },
    "direnv aws-vault chamber": { when: "exec", skips: 2 },
    perf: { when: "stat record trace", skips: 1 },
    watch: { takes: "n q interval equexit", joins: true },
    entr: {},
    script: {
      takes: "I O B T m E o log-in log-out log-io log-timing logging-format echo output-limit",
      scripts: "c command",
      isFile: true,
      opensShell: true,
    },
    "nix-shell": { takes: "p A I i attr packages arg*2 argstr*2", scripts: "run command" },
  }),
  ...forAll(
    "tmux screen zellij systemd-run systemd-cat xterm konsole gnome-terminal x-terminal-emulator alacritty kitty wezterm",
    mayRun(LATER),
  ),
  ...forAll(
    "hyperfine concurrently nodemon watchexec onchange chokidar ttyrec asciinema mispipe pee nix pipexec reflex",
    mayRun(),
  ),
  "start-stop-daemon": startsDaemon,
  capsh: opensCapabilityShell,
  "run-parts": runsParts,
  setarch: setsArchitecture,
  ...forAll("su runuser", asUser),
  ...forAll("sg newgrp", inGroup),
};
