import { render } from "preact";
import type { View } from "../view.ts";
import { App } from "./app.tsx";

const root = document.querySelector("#app");
if (root !== null) {
  // A page from a file contains its data; otherwise the server is asked for it and sends changes.
  const embedded = document.querySelector("#view-data")?.textContent;
  const view: View | undefined = embedded ? JSON.parse(embedded) : undefined;
  render(<App embedded={view} />, root);
}
