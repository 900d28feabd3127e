import { render } from "preact";
import type { View } from "../view.ts";
import { App } from "./app.tsx";

const root = document.querySelector("#app");
if (root !== null) {
  // A file has its data in it; a server is asked for them, and goes on telling what changes.
  const embedded = document.querySelector("#view-data")?.textContent;
  const view: View | undefined = embedded ? JSON.parse(embedded) : undefined;
  render(<App embedded={view} />, root);
}
