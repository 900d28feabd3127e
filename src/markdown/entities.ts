const NAMED: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
]);
const ENTITY = /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,6})|#x([\da-f]{1,5}));/gi;

/** With what the entities stand for that XML has, and those by number; others stay as they are. */
export function decodeEntities(text: string): string {
  return text.replaceAll(ENTITY, (entity, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return NAMED.get(name.toLowerCase()) ?? entity;
    const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
}
