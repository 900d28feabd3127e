import type { Language } from "../../types.ts";
import { stateFolderOf } from "../../io/state-folder.ts";
import { tailLog } from "../../io/tail-log.ts";
import { formatBytes } from "../format.ts";
import { open } from "../open.ts";
import { Stop } from "../stop.ts";
import { findFindings } from "../view/find-findings.ts";
import { openBrowser } from "../view/open-browser.ts";
import { type ViewSources, projectOf, readView } from "../view/read-view.ts";
import { renderFile, renderServedPage } from "../view/render-page.ts";
import { untilStopped } from "../view/until-stopped.ts";
import { serveView } from "../view/view-server.ts";
import { watchView } from "../view/watch-view.ts";
import { writePage } from "../view/write-page.ts";

export interface ViewOptions {
  readonly open: boolean;
  readonly html?: string;
  readonly port?: number;
  readonly lang?: Language;
}

/** Shows the bank on a page: served until the command is stopped, or written to a file. */
export async function view(dir: string, options: ViewOptions): Promise<void> {
  try {
    const sources = openSources(dir, options.lang);
    if (options.html === undefined) await serve(sources, options);
    else await write(sources, options.html);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.error(`memory-bank view: ${error.message}`);
    process.exitCode = error.exitCode;
  }
}

function openSources(dir: string, lang: Language | undefined): ViewSources {
  const opened = open(dir);
  const { location, bank, settings, problems } = opened;
  if (!location.exists) {
    throw new Stop(2, `there is no bank at ${location.bank}. Make one with memory-bank refresh`);
  }
  return {
    location,
    bank,
    maxChars: settings.maxChars,
    lang,
    log: tailLog(stateFolderOf(location.bank)),
    findFindings: () => findFindings(opened, lang),
    problems,
  };
}

async function write(sources: ViewSources, file: string): Promise<void> {
  const page = renderFile(await readView(sources));
  const path = writePage(sources.location.bank, file, page);
  console.log(`Written: ${path} (${formatBytes(Buffer.byteLength(page))})`);
}

async function serve(
  sources: ViewSources,
  { open: mayOpen, port = 0 }: ViewOptions,
): Promise<void> {
  const { location, log } = sources;
  const project = projectOf(location);
  const data = async () => JSON.stringify(await readView(sources));
  const server = await serveView({ page: renderServedPage(project), data }, port).catch(
    (error: unknown) => {
      throw new Stop(2, `cannot listen on port ${port}: ${reasonOf(error)}. Leave --port out`);
    },
  );
  const unwatch = watchView(location.bank, log, server);
  const stopped = untilStopped();
  console.log(`${server.address}\nThe bank of ${project}, for this machine only. Ctrl-C ends it.`);
  if (mayOpen && !(await openBrowser(server.ticket))) {
    console.log("No browser could be opened here: open the address above in one.");
  }
  await stopped;
  unwatch();
  await server.close();
}

function reasonOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
