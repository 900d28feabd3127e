import { findBlockDamage } from "../bank/blocks.ts";
import type { Harm } from "../policy/judge-change.ts";
import { findAddedSecrets } from "../secrets/find-added-secrets.ts";

/** What became of a doc that nobody may do to it. Byte by byte for the blocks: a doc may have another encoding. */
export function findHarm(before: Buffer | undefined, after: Buffer | undefined): Harm {
  const [secret] = findAddedSecrets(before?.toString("utf8") ?? "", after?.toString("utf8") ?? "");
  const damage =
    before === undefined
      ? undefined
      : findBlockDamage(before.toString("latin1"), after?.toString("latin1") ?? "");
  return { secret: secret?.rule, damage: damage?.kind };
}
