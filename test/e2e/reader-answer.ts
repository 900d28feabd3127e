/** What memory-reader answers, with these claims. */
export const answer = (...claims: string[]) =>
  `**Context Summary**\n\n- Project: tea.\n\n\`\`\`yaml\nschema: memory-reader/v1\nuser_question: "Which?"\nevidence:\n${claims.join("\n")}\nconflicts: []\nopen_questions: []\n\`\`\``;

export const claim = (id: string, path: string, quote: string) =>
  `  - claim_id: ${id}\n    claim: "something"\n    path: ${path}\n    quote: ${JSON.stringify(quote)}`;
