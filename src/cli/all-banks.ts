import { relative } from "node:path";
import { findOtherBanks } from "../io/bank/other-banks.ts";
import { homeOf } from "../io/bank/find-bank.ts";
import { toSlashes } from "../io/disk/paths.ts";
import { type Located, locate } from "./open.ts";
import { Stop } from "./stop.ts";

/** Every bank of the work tree, by path, each as a host started beside it sees it. */
export async function locateAll(place: Located): Promise<Located[]> {
  const { root } = place;
  const others = findOtherBanks(place);
  await others.discover();
  const folders = [...(place.exists ? [place.bank] : []), ...others.list()].toSorted();
  if (folders.length === 0) {
    throw new Stop(2, {
      en: `there is no memory bank in ${root}. To make one: memory-bank refresh`,
      zh: `${root} 中没有记忆库。建立：memory-bank refresh`,
    });
  }
  return Promise.all(
    folders.map((bank) => locate(homeOf({ root, bank }).home, toSlashes(relative(root, bank)))),
  );
}
