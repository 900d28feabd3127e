/**
 * What we use of the `ctx` that OpenCode 2 hands to `setup`. Its types are not published where we could depend on
 * them; names and shapes are those seen on the pre-release (docs/opencode.md), and every field may be absent.
 */

type Hook = (name: string, act: (event: unknown) => void | Promise<void>) => unknown;
type Transform = (change: (draft: unknown) => void) => unknown;

export interface Context {
  readonly options?: unknown;
  readonly location?: unknown;
  readonly agent: { readonly list: () => Promise<unknown>; readonly transform: Transform };
  readonly command: { readonly transform: Transform };
  readonly skill: { readonly transform: Transform };
  readonly event: { readonly subscribe: () => AsyncIterable<unknown> };
  readonly session: {
    readonly hook: Hook;
    readonly get: (input: object) => Promise<unknown>;
    readonly prompt?: (input: object) => Promise<unknown>;
  };
  readonly tool: { readonly hook: Hook; readonly transform: Transform };
}

/** OpenCode 1 calls `setup` as well, with a context that lacks what we need: there `server` does the work. */
export function isContext(value: unknown): value is Context {
  const has = (room: string, name: string) =>
    typeof Reflect.get(Object(Reflect.get(Object(value), room)), name) === "function";
  return has("tool", "hook") && has("session", "hook") && has("event", "subscribe");
}
