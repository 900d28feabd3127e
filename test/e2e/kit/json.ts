export type JsonRecord = Record<string, unknown>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function toRecord(value: unknown): JsonRecord {
  return isRecord(value) ? value : {};
}

export function toRecords(value: unknown): JsonRecord[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function toText(value: unknown): string {
  return typeof value === "string" ? value : "";
}
