// The lockfile as data: which optional packages it should name and does not, and their entries.

const EXACT = /^\d+\.\d+\.\d+(?:-[\w.-]+)?$/;
const SYSTEMS = new Set(["android", "darwin", "freebsd", "linux", "openharmony", "win32"]);
const PROCESSORS = new Set(["arm", "arm64", "ia32", "ppc64", "riscv64", "s390x", "wasm32", "x64"]);
const LIBRARIES = { gnu: "glibc", musl: "musl" };

/** Whether a folder has what the lockfile says. A package for another machine is rightly absent. */
export function isInstalled(lockfile, installed) {
  const isThere = ([place, { version, optional }]) =>
    place === "" || (installed.packages[place]?.version ?? (optional && version)) === version;
  return (
    Object.entries(lockfile.packages).every(isThere) &&
    Object.keys(installed.packages).every((place) => place in lockfile.packages)
  );
}

/** Where npm would look for a package that another one depends on, from the inside out. */
function* placesOf(parent, name) {
  let folder = parent;
  for (;;) {
    yield folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (folder === "") return;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")));
  }
}

/** Optional dependencies without an entry: npm drops those that its registry does not have. */
export function findMissing({ packages }) {
  return Object.entries(packages).flatMap(([parent, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies).flatMap(([name, range]) => {
      const found = [...placesOf(parent, name)].find((place) => place in packages);
      const isOther = EXACT.test(range) && packages[found]?.version !== range;
      if (found !== undefined && !isOther) return [];
      return [{ parent, name, range, place: freePlace(packages, parent, name) }];
    }),
  );
}

/** Beside its parent, as npm does it, unless another version is there. */
function freePlace(packages, parent, name) {
  const beside = `${parent.slice(0, parent.lastIndexOf("node_modules/"))}node_modules/${name}`;
  return beside in packages ? `${parent}/node_modules/${name}` : beside;
}

/** What a name such as `@oxlint/binding-linux-x64-musl` says about the machine that it is for. */
export function readPlatform(name) {
  const words = name.replace(/\bwindows\b/, "win32").split(/[/-]/);
  const os = words.filter((word) => SYSTEMS.has(word));
  const cpu = words.filter((word) => PROCESSORS.has(word));
  const libc = words.filter((word) => word in LIBRARIES).map((word) => LIBRARIES[word]);
  return {
    ...(cpu.length === 1 ? { cpu } : {}),
    ...(libc.length === 1 ? { libc } : {}),
    ...(os.length === 1 ? { os } : {}),
  };
}

/** An entry in npm's own order of keys, so that its next update changes no more than it has to. */
function toEntry({ name, range, parent }, { exact, other }) {
  const version = exact?.version ?? (EXACT.test(range) ? range : undefined);
  if (version === undefined) throw new Error(`${name}: no version is known for ${range}`);
  const { license, engines } = exact ?? {};
  const known = exact ?? other;
  const { cpu, libc, os } = known?.cpu || known?.os ? known : readPlatform(name);
  // An entry without either would be installed on every machine.
  if (cpu === undefined && os === undefined) throw new Error(`${name}: the machine is not known`);
  const integrity = exact?.["dist.integrity"];
  const { dev } = parent;
  return { version, integrity, cpu, dev, libc, license, optional: true, os, engines };
}

/**
 * Gives every missing package its entry, and every entry without a hash the hash, if it is known.
 * `ask(name, range)` tells what a registry has: `exact` is this version, `other` another one.
 */
export async function completeLockfile(lockfile, ask) {
  const packages = { ...lockfile.packages };
  const missing = findMissing(lockfile);
  for (const { parent, name, range, place } of missing) {
    const wanted = { name, range, parent: packages[parent] };
    packages[place] = toEntry(wanted, await ask(name, range));
  }
  for (const [place, entry] of Object.entries(lockfile.packages)) {
    if (!entry.optional || entry.integrity !== undefined) continue;
    const { exact } = await ask(place.split("node_modules/").at(-1), entry.version);
    const integrity = exact?.["dist.integrity"];
    if (integrity) packages[place] = { version: entry.version, integrity, ...entry };
  }
  const sorted = Object.entries(packages).toSorted(([a], [b]) => a.localeCompare(b, "en"));
  return { ...lockfile, packages: Object.fromEntries(sorted) };
}
