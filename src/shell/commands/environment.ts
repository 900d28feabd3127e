import { type Position, type Scope, addWrite, fork, textOf, toPart } from "../scope.ts";
import { followBrought } from "./config-text.ts";
import type { Invocation } from "./invocation.ts";
import { UNTOLD_VARIABLE, broughtBy, broughtText, runScript } from "./own-words.ts";

/** Variables whose value a program runs as a command, mostly with arguments behind it. */
const COMMAND =
  /^(?:PROMPT_COMMAND|(?:GIT_|SVN_|HG|MAN|BAT_|DELTA_|AWS_|GH_|SYSTEMD_)?PAGER|(?:GIT_|GIT_SEQUENCE_|HG|SVN_|KUBE_|SUDO_|SYSTEMD_|CRONTAB_)?EDITOR|VISUAL|FCEDIT|LESSEDIT|BROWSER|GIT_(?:SSH|SSH_COMMAND|EXTERNAL_DIFF|PROXY_COMMAND|ASKPASS)|(?:SSH|SUDO)_ASKPASS|(?:RSYNC|CVS|TAPE)_RSH|RSH|SVN_SSH|LESSOPEN|LESSCLOSE|PRE_COMMIT|RUSTC_WRAPPER|RUSTC|CC|CXX|GIT_CONFIG_VALUE_\d+)$/;

/** Variables whose value a shell expands like a text in double quotes. */
const EXPANDED = /^PS[0124]$/;

/** Variables that make a program load or run what they name, or something else than its name says. */
const LOADS =
  /^(?:PATH|BASH_ENV|ENV|ZDOTDIR|HOME|SHELL|CONFIG_SHELL|SHELLOPTS|BASHOPTS|BASH_FUNC_.*|LD_PRELOAD|LD_AUDIT|LD_LIBRARY_PATH|DYLD_.*|GCONV_PATH|GIT_(?:DIR|COMMON_DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|EXEC_PATH|TEMPLATE_DIR|CONFIG.*|ATTR_.*)|XDG_CONFIG_HOME|NODE_PATH|PYTHON(?:STARTUP|PATH|HOME|INSPECT|WARNINGS|BREAKPOINT)|PERL5?(?:OPT|LIB|DB)|RUBY(?:OPT|LIB|SHELL)|LUA_(?:INIT|PATH|CPATH).*|MAKEFILES|MAKEFLAGS|GNUMAKEFLAGS|TAR_OPTIONS|MANOPT|VIMINIT|EXINIT|MYVIMRC|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|CLASSPATH|AWK(?:LIB)?PATH|PHPRC|PHP_INI_SCAN_DIR|R_PROFILE(?:_USER)?|RIPGREP_CONFIG_PATH|CURL_HOME|WGETRC|LESSKEY.*|INPUTRC|TCLLIBPATH|GUILE_LOAD_PATH|JULIA_LOAD_PATH|npm_config_(?:script_shell|userconfig|prefix|node_options))$/;

/** Variables that name a file which a program writes; git's only where it is a full path. */
const WRITTEN =
  /^(?:GIT_TRACE.*|GIT_REDIRECT_STD(?:OUT|ERR)|SSLKEYLOGFILE|HISTFILE|LESSHISTFILE|LD_DEBUG_OUTPUT|COVERAGE_FILE|NODE_V8_COVERAGE|NODE_REPL_HISTORY|NODE_REDIRECT_WARNINGS|npm_config_userconfig|PYTHONPYCACHEPREFIX)$/;

/** Only options of node's that load code matter: a limit of memory is everyday. */
const LOADS_MODULE =
  /(?:^|\s)(?:--(?:require|import|loader|experimental-loader|env-file|cpu-prof-dir|diagnostic-dir|redirect-warnings|report-dir\S*|trace-event-file-pattern)\b|-r\b)/;

/** Places for files of all kinds: what of them is run is looked at where it is. */
const NO_CODE = /^(?:PATH|HOME|SHELL|GIT_(?!CONFIG|TEMPLATE).*)$/;

/** Nearly all assignments are of other variables: nothing else is done for them. */
export function mayMatter(name: string): boolean {
  return (
    COMMAND.test(name) ||
    LOADS.test(name) ||
    EXPANDED.test(name) ||
    WRITTEN.test(name) ||
    name === "NODE_OPTIONS"
  );
}

/** What a variable of the environment makes the commands behind it do: that is the agent's own words. */
export function noteEnvironment(
  name: string,
  value: string,
  call: Invocation,
  scope: Scope,
  position: Position,
): void {
  const later = { ...position, isProven: false, isShown: false, input: undefined };
  const isOwn = () => scope.effects.inline.push(toPart(scope, call.words, position));
  if (COMMAND.test(name)) {
    const command = value.replace(/^(?:\|{1,2}-?|!)\s*/, "");
    if (command.trim() === "") return;
    runScript(`${command} ${UNTOLD_VARIABLE}`, call, fork(scope), later);
    // A single word, such as `cat` or `true`, only chooses a program.
    if (/\s/.test(command.trim())) isOwn();
  } else if (EXPANDED.test(name)) {
    if (!/[$`]/.test(value)) return;
    runScript(`: "${value.replaceAll('"', '\\"')}"`, call, fork(scope), later);
    isOwn();
  } else if (WRITTEN.test(name)) {
    if (!name.startsWith("GIT_TRACE") || value.startsWith("/"))
      addWrite(scope, value, "change", call.words, position);
  } else if (name === "NODE_OPTIONS") {
    if (!LOADS_MODULE.test(value)) return;
    const args = [...value.split(/\s+/).filter((word) => word !== ""), "-e", "0"];
    scope.runCommand({ name: "node", args, words: call.words }, fork(scope), later);
    isOwn();
  } else if (LOADS.test(name)) {
    const isShell = /^(?:BASH_)?ENV$/.test(name);
    const text = isShell
      ? (broughtText(value, scope, position) ?? textOf(scope, value))
      : undefined;
    if (text !== undefined) runScript(text, call, fork(scope), later);
    else if (!NO_CODE.test(name)) {
      for (const brought of broughtBy(value, scope, position))
        followBrought(brought, call, scope, position);
      if (/^PERL5DB$/.test(name)) followBrought(value, call, scope, position);
    }
    // A function that a shell takes over from its environment.
    if (name.startsWith("BASH_FUNC_")) runScript(`f ${value}; f`, call, fork(scope), later);
    scope.effects.isProofBroken = true;
    isOwn();
  }
}
