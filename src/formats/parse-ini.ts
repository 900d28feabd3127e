/** Sections of `setup.cfg` and `tox.ini`: section → key → value, with indented lines joined to their key. */
export function parseIni(text: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const sections = new Map<string, Map<string, string>>();
  let section = new Map<string, string>();
  let key: string | undefined;
  for (const line of text.split("\n")) {
    const name = /^\[([^\]]+)\]\s*$/.exec(line)?.[1];
    if (name !== undefined) {
      section = sections.get(name.trim()) ?? new Map<string, string>();
      sections.set(name.trim(), section);
      key = undefined;
    } else if (/^\s*[#;]/.test(line) || line.trim() === "") {
      continue;
    } else if (/^\s/.test(line)) {
      if (key !== undefined) section.set(key, `${section.get(key) ?? ""}\n${line.trim()}`.trim());
    } else {
      const [, found, value = ""] = /^([\w.:-]+)\s*[=:]\s*(.*)$/.exec(line) ?? [];
      key = found;
      if (key !== undefined) section.set(key, value.trim());
    }
  }
  return sections;
}
