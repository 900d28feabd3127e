import { findBlockDamage } from "../bank/blocks.ts";
import type { Harm } from "../policy/judge-change.ts";
import { findAddedSecrets } from "../secrets/find-added-secrets.ts";
import { findNameSecret } from "../secrets/find-offence.ts";

/** What became of a doc that nobody may do to it. Byte by byte for the blocks: a doc may have another encoding. */
export function findHarm(doc: string, before: Buffer | undefined, after: Buffer | undefined): Harm {
  const [inText] = findAddedSecrets(before?.toString("utf8") ?? "", after?.toString("utf8") ?? "");
  const isNew = before === undefined && after !== undefined;
  const secret = inText?.rule ?? (isNew ? findNameSecret(doc) : undefined);
  const damage =
    before === undefined
      ? undefined
      : findBlockDamage(before.toString("latin1"), after?.toString("latin1") ?? "");
  return { secret, damage: damage?.kind };
}
