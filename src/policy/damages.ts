import type { BlockDamage } from "../bank/blocks.ts";

/** In Chinese; in English the names speak for themselves. */
export const DAMAGES: Readonly<Record<BlockDamage["kind"], string>> = {
  "user-block-changed": "用户区块被改动",
  "markers-changed": "区块标记被改动",
};
