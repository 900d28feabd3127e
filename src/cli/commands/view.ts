import { once } from "node:events";
import { checkBank } from "../../check/check-bank.ts";
import { stateFoldersOf } from "../../io/bank/git-docs.ts";
import { listKept } from "../../io/kept/kept-versions.ts";
import { tailLogs } from "../../io/log/tail-log.ts";
import { formatBytes } from "../format.ts";
import { open, readCheck, requireBank } from "../open.ts";
import { tell } from "../print.ts";
import { askedLanguage } from "../say.ts";
import { openBrowser } from "../view/open-browser.ts";
import { type ViewSources, projectOf, readRest, readView } from "../view/read-view.ts";
import { renderFile, renderServedPage } from "../view/render-page.ts";
import { serveView } from "../view/view-server.ts";
import { watchView } from "../view/watch-view.ts";
import { writePage } from "../view/write-page.ts";
import { type CommandFile, type Options, PLACE, WORK_TREES } from "../usage.ts";

export const view: CommandFile = {
  about: { en: "show the bank on a page in the browser", zh: "在浏览器中显示记忆库" },
  takes: {
    ...PLACE,
    "--worktrees": WORK_TREES,
    "--no-open": { en: "print the address, and open no browser", zh: "只打印地址，不打开浏览器" },
    "--html <file>": { en: "write the page to a file instead", zh: "改为把页面写入文件" },
    "--port <number>": { en: "on 127.0.0.1; unless said, any free one", zh: "默认任取一个空闲的" },
  },
  examples: ["view", "view packages/api --no-open --port 7070", "view --html memory.html"],
  run,
};

/** Shows the bank on a page: served until the command is stopped, or written to a file. */
async function run(options: Options): Promise<undefined> {
  const sources = await openSources(options);
  if (options.html === undefined) return serve(sources, options);
  const page = renderFile({ ...readView(sources), rest: readRest(sources) });
  const path = writePage(sources.opened.location.bank, options.html, page);
  const size = formatBytes(Buffer.byteLength(page));
  tell({ en: `Written: ${path} (${size})`, zh: `已写入：${path}（${size}）` });
}

async function openSources(options: Options): Promise<ViewSources> {
  const lang = askedLanguage();
  const opened = await open(options);
  requireBank(opened.location);
  const folders = stateFoldersOf(opened.location, options.worktrees === true);
  return {
    opened,
    lang,
    log: tailLogs(folders),
    listKept: () => folders.flatMap((folder) => listKept(folder)),
    findFindings: () => checkBank(readCheck(opened, lang)),
  };
}

async function serve(
  sources: ViewSources,
  { open: mayOpen, port = "0" }: Options,
): Promise<undefined> {
  const { location } = sources.opened;
  const project = projectOf(location);
  const content = {
    page: renderServedPage(project),
    data: async () => JSON.stringify(readView(sources)),
    rest: async () => JSON.stringify(readRest(sources)),
  };
  const server = await serveView(content, Number(port));
  const unwatch = watchView(location.bank, sources.log, server);
  // A terminal sends SIGHUP when it is closed.
  const stopped = Promise.race(
    ["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => once(process, signal)),
  );
  tell({
    en: `${server.address}\nThe bank of ${project}, for this machine only. Ctrl-C ends it.`,
    zh: `${server.address}\n${project} 的记忆库，仅限本机访问。按 Ctrl-C 结束。`,
  });
  if (mayOpen && !(await openBrowser(server.ticket))) {
    tell({ en: "Open the address in a browser.", zh: "请在浏览器中打开上面的地址。" });
  }
  await stopped;
  unwatch();
  await server.close();
}
