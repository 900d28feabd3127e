// A plugin of the bench: inside the real host, times the bare API call for a session's history and our fold of it.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { TOOLS, createPaths, createSessions, toEvents, toMessages } from "../build/sessions.js";
import { median } from "./measure.mjs";

const ROUNDS = 15;

async function server({ client, directory }, { report }) {
  const bank = join(directory, "memory-bank");
  const paths = createPaths({ directory, root: directory, bank, isCaseInsensitive: false });
  const around = { bank: { paths }, directory };
  return {
    "chat.message": async ({ sessionID }, { parts }) => {
      if (parts[0]?.text !== "measure") return;
      const asked = [];
      const folded = [];
      let count = 0;
      for (let round = 0; round < ROUNDS; round++) {
        let started = performance.now();
        const { data } = await client.session.messages({ path: { id: sessionID } });
        asked.push(performance.now() - started);
        count = data.length;
        started = performance.now();
        const events = toMessages(data).flatMap((each) => toEvents(each, true, TOOLS, around));
        createSessions("turn").rebuild(sessionID, events);
        folded.push(performance.now() - started);
      }
      writeFileSync(report, JSON.stringify({ count, call: median(asked), ours: median(folded) }));
    },
  };
}

export default { id: "memory-bank-bench", server };
