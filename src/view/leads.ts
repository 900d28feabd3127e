/** Whether a lead (a doc's path, or a folder's with `/`) leads to this doc. */
export function leadsTo(lead: string, doc: string): boolean {
  return lead === doc || lead === "./" || (lead.endsWith("/") && doc.startsWith(lead));
}

/** Where a relative link in a doc leads, from the bank; a folder ends with `/`, the bank itself is `./`. */
export function leadOfLink(doc: string, path: string): string {
  return normalize(`${doc.slice(0, doc.lastIndexOf("/") + 1)}${path}`);
}

/** Like `normalize` of `node:path`, which browsers do not have. */
export function normalize(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    const before = parts.at(-1);
    if (part === "..") {
      if (before === undefined || before === "..") parts.push(part);
      else parts.pop();
    } else if (part !== "" && part !== ".") parts.push(part);
  }
  const isFolder = /(?:^|\/)\.{0,2}$/.test(path);
  return parts.length === 0 ? "./" : parts.join("/") + (isFolder ? "/" : "");
}
