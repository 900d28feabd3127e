import type { ModelRequest } from "./model-request.ts";

interface NewResult {
  tool: string;
  text: string;
  isError: boolean;
  /** The first that told it. */
  request: ModelRequest;
  id: string;
}

/** In the order of the calls. Later requests repeat what earlier ones told, and a compaction takes some of it away. */
export function newResults(requests: readonly ModelRequest[]): NewResult[] {
  const known = new Set(requests[0]?.toolResults.map(({ id }) => id));
  const results: NewResult[] = [];
  for (const request of requests) {
    const calls = request.messages.flatMap((message) => message.toolCalls);
    for (const { id, tool } of calls) {
      const result = request.toolResults.find((each) => each.id === id);
      if (known.has(id) || result === undefined) continue;
      known.add(id);
      results.push({ tool, text: result.text, isError: result.isError === true, request, id });
    }
  }
  return results;
}
