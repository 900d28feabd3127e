import { expect, test } from "vitest";
import { makeProject, openSession, say, startHost } from "./kit/index.ts";
import { hidden } from "./hidden-code.ts";
import { bash } from "./steps.ts";
import { ENTRY, FILES, useHost } from "./use-host.ts";

const bench = useHost();
const MEMORY = "memory-bank/MEMORY.md";

/** What was said beside the block in the requests of a turn. */
const said = (text: string) =>
  bench.model
    .main(text)
    .flatMap(({ system }) => system)
    .join("\n");

test("a program that kills the host: the next start says what it changed", async () => {
  const { model } = bench;
  const first = await startHost({ model });
  const place = makeProject(first, { files: FILES, plugin: {} });
  const session = await openSession(first, place);
  const code = `require('fs').writeFileSync('${MEMORY}', 'x'); process.kill(${first.pid}, 'SIGKILL')`;
  model.play("Before the end", [bash(hidden(code))]);
  await expect(session.send("Before the end")).rejects.toThrow();
  expect(place.read(MEMORY)).toBe("x");
  await first.kill();

  const second = await startHost({ model, home: first.home });
  model.play("After it", [bash("ls"), say("Done.")]);
  await (await openSession(second, place)).send("After it");
  expect(said("After it")).toContain(
    `[Memory Bank] ${MEMORY} changed since your last step, by none of your tool calls`,
  );
  await second.stop();
});

test("the host's own API, asked from the agent's shell: what it changed is undone", async () => {
  const place = bench.project({ plugin: {} });
  const code = `(async () => {
    const place = '?directory=' + encodeURIComponent(process.cwd());
    const headers = { 'content-type': 'application/json' };
    const post = (path, body) =>
      fetch('${bench.host.url}' + path + place, { method: 'POST', headers, body: JSON.stringify(body) });
    const { id } = await (await post('/session', {})).json();
    const command = 'echo x >> ${MEMORY}';
    const { status } = await post('/session/' + id + '/shell', { agent: 'build', command });
    console.log(status);
  })()`;
  const steps = [bash(hidden(code)), bash("ls"), say("Done.")];
  const results = await bench.play(place, "Ask the host", steps);
  expect(results[0]).toContain("200");
  expect([said("Ask the host"), ...results].join("\n")).toMatch(
    /\[Memory Bank\] Undone: .* changed memory-bank\/MEMORY\.md/,
  );
  expect(place.read(MEMORY)).toBe(ENTRY);
});
