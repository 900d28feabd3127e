/** What is used of the modules that the host lends to its plugins; they are in nobody's node_modules. */
declare module "@opentui/solid" {
  export type Element = object;
  export function createElement(name: "box" | "text" | "span" | "b"): Element;
  export function setProp(element: Element, name: string, value: unknown): void;
  /** What is inserted may be a function, which is asked again when what it read has changed. */
  export function insert(parent: Element, child: unknown): void;
}

declare module "solid-js" {
  export function createSignal(value: number): [read: () => number, write: (value: number) => void];
}
