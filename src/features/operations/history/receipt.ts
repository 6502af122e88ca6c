// The receipt of a movement: what it takes to check, without us, that it is a part of the sealed history.

import { createHash } from 'node:crypto';
import type { Static } from 'typebox';
import type { Database } from '../../../core/db/pool.ts';
import { findSealedPosting, findStamp, listHeads, readPath } from './queries.ts';
import type { Head } from './rules.ts';
import type { Receipt } from './schemas.ts';

/**
 * Of the confirmed posting of this reference, for the holder of these accounts; undefined while its day is not sealed. The heads are those from
 * its day to the one that was stamped, each the `previous` of the next.
 */
export async function readReceipt(
  db: Database,
  { reference, accounts }: { reference: string; accounts: readonly string[] },
): Promise<Static<typeof Receipt> | undefined> {
  const posting = await findSealedPosting(db, reference);
  if (!posting) return undefined;
  const { id, day, content } = posting;
  const stamp = await findStamp(db, day);
  const heads = await listHeads(db, { from: day, to: stamp?.day ?? day });
  return {
    day,
    leaf: content,
    path: await readPath(db, { day, table: 'ledger_posting', id }),
    accounts: accounts.map((name) => ({ name, sha256: createHash('sha256').update(name).digest('hex') })),
    heads: heads.map(viewOf),
    stamp: stamp ? { day: stamp.day, stampedAt: stamp.stampedAt.toString(), response: stamp.response } : null,
  };
}

function viewOf({ day, previous, root, counts, head }: Head): Static<typeof Receipt>['heads'][number] {
  const tables = Object.entries(counts).map(([table, rows]) => ({ table, rows }));
  return { day, previousSha256: previous, rootSha256: root, counts: tables, headSha256: head };
}
