import { test } from "vitest";
import { FURTHER } from "./further.ts";
import { PROMISED } from "./promised.ts";
import type { HostName, Setting, Talk, Tools } from "./talk.ts";

export const journeysOf = (host: HostName) =>
  [...PROMISED, ...FURTHER].filter(({ on }) => on.includes(host));

/** A test for each of the host's journeys. */
export function playAll(
  host: HostName,
  tools: Tools,
  open: (setting: Setting, name: string) => Promise<Talk & { end?(): Promise<void> }>,
  isPlayed: (name: string) => boolean = () => true,
): void {
  for (const journey of journeysOf(host).filter(({ name }) => isPlayed(name)))
    test(journey.name, async () => {
      const talk = await open(journey, journey.name);
      try {
        await journey.play(talk, tools);
      } finally {
        await talk.end?.();
      }
    });
}
