import { findWorktree } from "../../../io/bank/find-bank.ts";
import { field, listIn, textField, textIn } from "../../shared/payload.ts";
import type { Draw, Terminal } from "../tui/terminal.ts";

/** What we use of the context that OpenCode 2 hands to a plugin of its terminal. */
interface Context {
  readonly options?: unknown;
  readonly location?: unknown;
  readonly theme: unknown;
  readonly data: {
    readonly location?: { readonly default: () => unknown };
    readonly listen: (act: (event: unknown) => void) => () => void;
    readonly session: {
      readonly root: (id: string) => string;
      readonly status: (id: string) => string;
      readonly message: { readonly list: (id: string) => unknown };
    };
  };
  readonly ui: {
    readonly slot: (claim: object) => () => void;
    readonly toast: { readonly show: (toast: object) => void };
  };
}

/** Somebody has to think about a reason: eight seconds. */
const TOAST = { title: "Memory Bank", variant: "info", duration: 8000 };

/** OpenCode 2's terminal. */
export function ofContext(context: Context): Terminal {
  const { data, ui } = context;
  const location = context.location ?? data.location?.default();
  const directory = textField(location, "directory") ?? process.cwd();
  return {
    directory,
    worktree: findWorktree(directory),
    options: context.options,
    isServed: true,
    rootOf: (id) => data.session.root(id),
    lastWords(id) {
      const list = data.session.message.list(id);
      const last: unknown = Array.isArray(list) ? list.at(-1) : undefined;
      const isWaiting =
        data.session.status(id) === "idle" && textField(last, "type") === "assistant";
      return isWaiting ? textIn(listIn(last, "content")) : undefined;
    },
    colors() {
      const text = field(context.theme, "text");
      const plain = field(text, "default");
      const good = field(text, "feedback", "success", "default") ?? plain;
      const attention = field(text, "feedback", "warning", "default") ?? plain;
      return { muted: field(text, "subdued"), plain, good, attention, title: plain };
    },
    place(draw) {
      const put = (append: string, place: Parameters<Draw>[0]) => {
        const render = (input: unknown) => draw(place, textField(input, "sessionID"));
        return ui.slot({ append, render });
      };
      const offs = [
        put("home.footer", "home"),
        put("prompt.footer", "prompt"),
        put("sidebar.content", "sidebar"),
      ];
      return () => offs.forEach((off) => off());
    },
    onChange: (act) => data.listen(() => act()),
    showToast: (message) => ui.toast.show({ ...TOAST, message }),
  };
}
