/**
 * What SARIF 2.1.0 demands of the objects that we write, as its schema has it: which properties there are,
 * which must be there, and which values they take. Objects that we do not write are left out, and so not allowed.
 */
const text = { type: "string" };
const message = {
  type: "object",
  properties: { text },
  required: ["text"],
  additionalProperties: false,
};
const index = { type: "integer", minimum: -1 };
const place = { type: "integer", minimum: 1 };

function only(properties: object, required: readonly string[] = []): object {
  return { type: "object", properties, required, additionalProperties: false };
}

const rule = only({ id: text, shortDescription: message }, ["id"]);
const driver = only(
  {
    name: text,
    semanticVersion: text,
    rules: { type: "array", uniqueItems: true, items: rule },
  },
  ["name"],
);
const location = only({
  physicalLocation: only(
    {
      artifactLocation: only({
        // A reference without scheme: segments of what a URI may hold as it is, or percent-encoded.
        uri: { type: "string", pattern: "^(?:[A-Za-z0-9._~!$&'()*+,;=@/-]|%[0-9A-F]{2})+$" },
        uriBaseId: text,
      }),
      region: only({ startLine: place, startColumn: place }, ["startLine"]),
    },
    ["artifactLocation"],
  ),
});
const result = only(
  {
    ruleId: text,
    ruleIndex: index,
    level: { enum: ["none", "note", "warning", "error"] },
    message,
    locations: { type: "array", items: location },
  },
  ["message"],
);
const run = only(
  {
    tool: only({ driver }, ["driver"]),
    columnKind: { enum: ["utf16CodeUnits", "unicodeCodePoints"] },
    results: { type: "array", items: result },
  },
  ["tool"],
);

export const SARIF_SCHEMA: object = only(
  {
    $schema: text,
    version: { enum: ["2.1.0"] },
    runs: { type: "array", items: run },
  },
  ["version", "runs"],
);
