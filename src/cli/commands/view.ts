import { once } from "node:events";
import { checkBank } from "../../check/check-bank.ts";
import { codeOf } from "../../io/disk/disk-error.ts";
import { stateFoldersOf } from "../../io/bank/work-trees.ts";
import { listKept } from "../../io/kept/kept-versions.ts";
import { tailLogs } from "../../io/log/tail-log.ts";
import { formatBytes } from "../format.ts";
import { open, requireBank } from "../open.ts";
import { readCheck } from "../read-check.ts";
import { tell } from "../print.ts";
import { askedLanguage } from "../say.ts";
import { Stop } from "../stop.ts";
import { openBrowser } from "../view/open-browser.ts";
import { type ViewSources, projectOf, readRest, readView } from "../view/read-view.ts";
import { renderFile, renderServedPage } from "../view/render-page.ts";
import { serveView } from "../view/view-server.ts";
import { watchView } from "../view/watch-view.ts";
import { writePage } from "../view/write-page.ts";
import { BANK, WHERE, WORK_TREES, type CommandFile } from "../usage.ts";

interface Options {
  readonly bank?: string;
  readonly worktrees?: true;
  readonly open: boolean;
  readonly html?: string;
  readonly port?: string;
}

export const view: CommandFile = {
  about: {
    en: "show the bank on a page: the map of its docs, what the agent sees, what happened",
    zh: "在网页上显示记忆库：文档地图、代理看到的内容、发生过的事",
  },
  takes: {
    "[dir]": WHERE,
    "--bank <folder>": BANK,
    "--worktrees": WORK_TREES,
    "--no-open": { en: "print the address, and open no browser", zh: "只打印地址，不打开浏览器" },
    "--html <file>": {
      en: "write the page to a file instead, whole and for keeping",
      zh: "改为把完整页面写入文件保存",
    },
    "--port <number>": {
      en: "the port on 127.0.0.1; unless said, any free one",
      zh: "127.0.0.1 上的端口；默认任取一个空闲的",
    },
  },
  examples: ["view", "view packages/api --no-open --port 7070", "view --html memory.html"],
  run,
};

/** Shows the bank on a page: served until the command is stopped, or written to a file. */
async function run(dir: string, options: Options): Promise<undefined> {
  const sources = await openSources(dir, options);
  if (options.html === undefined) return serve(sources, options);
  const page = renderFile({ ...readView(sources), rest: readRest(sources) });
  const path = writePage(sources.location.bank, options.html, page);
  const size = formatBytes(Buffer.byteLength(page));
  tell({ en: `Written: ${path} (${size})`, zh: `已写入：${path}（${size}）` });
}

async function openSources(dir: string, options: Options): Promise<ViewSources> {
  const lang = askedLanguage();
  const opened = await open(dir, options.bank, lang);
  const { location, bank, settings, problems } = opened;
  requireBank(location);
  const folders = stateFoldersOf(location, options.worktrees === true);
  return {
    location,
    bank,
    maxChars: settings.maxChars,
    lang,
    log: tailLogs(folders),
    listKept: () => folders.flatMap((folder) => listKept(folder)),
    findFindings: () => checkBank(readCheck(opened, lang)),
    problems,
  };
}

async function serve(
  sources: ViewSources,
  { open: mayOpen, port = "0" }: Options,
): Promise<undefined> {
  const { location, log } = sources;
  const project = projectOf(location);
  const content = {
    page: renderServedPage(project),
    data: async () => JSON.stringify(readView(sources)),
    rest: async () => JSON.stringify(readRest(sources)),
  };
  const server = await serveView(content, Number(port)).catch((error: unknown) => {
    const reason = codeOf(error) ?? String(error);
    throw new Stop(2, {
      en: `cannot listen on port ${port}: ${reason}. Leave --port out`,
      zh: `无法监听端口 ${port}：${reason}。请去掉 --port`,
    });
  });
  const unwatch = watchView(location.bank, log, server);
  // A terminal that is closed sends the last one.
  const stopped = Promise.race(
    ["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => once(process, signal)),
  );
  tell({
    en: `${server.address}\nThe bank of ${project}, for this machine only. Ctrl-C ends it.`,
    zh: `${server.address}\n${project} 的记忆库，仅限本机访问。按 Ctrl-C 结束。`,
  });
  if (mayOpen && !(await openBrowser(server.ticket))) {
    tell({
      en: "No browser could be opened here: open the address above in one.",
      zh: "这里无法打开浏览器：请自行打开上面的地址。",
    });
  }
  await stopped;
  unwatch();
  await server.close();
}
