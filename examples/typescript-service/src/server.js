import { createApp } from "./app.js";
import { openStore } from "./store.js";

const { WEBHOOK_SECRET: secret, PORT = "3000", DELIVERIES = "deliveries.jsonl" } = process.env;
if (!secret) {
  console.error("WEBHOOK_SECRET is not set: nothing could be checked. Set it, then start again.");
  process.exit(2);
}

const app = createApp({ store: openStore(DELIVERIES), secret, now: () => new Date() });
app.listen(Number(PORT), () => {
  const address = app.address();
  const port = typeof address === "object" ? address?.port : address;
  console.log(`listening on ${port}, deliveries in ${DELIVERIES}`);
});
