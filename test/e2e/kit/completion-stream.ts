import type { ServerResponse } from "node:http";
import type { Answer } from "./step.ts";

let issued = 0;

/** Writes one answer the way an OpenAI-compatible provider streams it. */
export function streamAnswer(response: ServerResponse, model: string, answer: Answer): void {
  if (answer.failure) {
    response.writeHead(answer.failure.status, { "content-type": "application/json" });
    response.end(
      JSON.stringify({ error: { message: answer.failure.message, type: "scripted_failure" } }),
    );
    return;
  }
  const id = `chatcmpl-${++issued}`;
  const chunk = (fields: object) => {
    const head = {
      id,
      object: "chat.completion.chunk",
      created: Math.floor(Date.now() / 1000),
      model,
    };
    response.write(`data: ${JSON.stringify({ ...head, ...fields })}\n\n`);
  };
  const delta = (fields: object) =>
    chunk({ choices: [{ index: 0, delta: fields, finish_reason: null }] });

  response.writeHead(200, { "content-type": "text/event-stream" });
  delta({ role: "assistant", content: answer.text ?? "" });
  for (const [index, { tool, args }] of (answer.calls ?? []).entries()) {
    const text = typeof args === "string" ? args : JSON.stringify(args);
    const named = {
      id: `call_${++issued}`,
      type: "function",
      function: { name: tool, arguments: text },
    };
    delta({ tool_calls: [{ index, ...named }] });
  }
  chunk({
    choices: [{ index: 0, delta: {}, finish_reason: answer.calls?.length ? "tool_calls" : "stop" }],
  });
  const prompt = answer.usage?.promptTokens ?? 100;
  chunk({
    choices: [],
    usage: { prompt_tokens: prompt, completion_tokens: 10, total_tokens: prompt + 10 },
  });
  response.end("data: [DONE]\n\n");
}
