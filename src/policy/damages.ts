import type { BlockDamage } from "../bank/blocks.ts";

/** In Chinese; in English the names speak for themselves. */
export const DAMAGES: Readonly<Record<BlockDamage["kind"], string>> = {
  "user-block-changed": "用户区块被改动",
  "marker-removed": "区块标记被移除",
  "marker-doubled": "区块标记重复",
  "marker-moved": "区块标记被移动",
};
