/** What the bench and the picture in the docs need of the view, in one module. */
export { readRest, readView } from "../src/cli/view/read-view.ts";
export { renderFile, renderServedPage } from "../src/cli/view/render-page.ts";
export { serveView } from "../src/cli/view/view-server.ts";
export { checkBank } from "../src/check/check-bank.ts";
export { open, readCheck } from "../src/cli/open.ts";
export { stateFolderOf } from "../src/io/disk/state-folder.ts";
export { tailLogs } from "../src/io/log/tail-log.ts";
export {
  SAMPLE_FINDINGS,
  SAMPLE_KEPT,
  sampleLog,
  toLogLines,
  writeSampleBank,
} from "../test/helpers/sample-bank.ts";
