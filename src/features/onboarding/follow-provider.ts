// Writes what the provider says, never an answer that a newer one has overtaken on its way.

import { inTransaction, type Tx } from '../../core/db/transaction.ts';
import { AppError, INTERNAL_ERROR } from '../../core/errors.ts';
import type { AppDeps } from '../../deps.ts';
import { readCustomerVersion, takeCustomerVersion } from '../customers/index.ts';
import { readSpvVersion, takeSpvVersion } from '../spvs/index.ts';

const MOST_ATTEMPTS = 10;

/** Whose state is followed at the provider. */
type Followed = { customerId: string } | { spvId: string };

/**
 * Reads at the provider and writes in a transaction that holds the row. When somebody else wrote between the two, it reads
 * again: notifications may come twice, out of order and at once, the last state read is the one that stays. Undefined when
 * the followed row is gone. Error: `internal-error` when others always came first.
 */
export async function followProvider<Seen, Written>(
  deps: Pick<AppDeps, 'db'>,
  followed: Followed,
  steps: { read: () => Promise<Seen>; write: (tx: Tx, seen: Seen) => Promise<Written> },
): Promise<Written | undefined> {
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    const version = await readVersion(deps.db, followed);
    if (version === undefined) return undefined;
    const seen = await steps.read();
    const done = await inTransaction(deps.db, async (tx) =>
      (await takeVersion(tx, followed, version)) ? { written: await steps.write(tx, seen) } : undefined,
    );
    if (done) return done.written;
  }
  throw new AppError(INTERNAL_ERROR, { detail: 'others kept writing' });
}

function readVersion(db: AppDeps['db'], followed: Followed): Promise<number | undefined> {
  return 'spvId' in followed ? readSpvVersion(db, followed.spvId) : readCustomerVersion(db, followed.customerId);
}

function takeVersion(tx: Tx, followed: Followed, version: number): Promise<boolean> {
  return 'spvId' in followed
    ? takeSpvVersion(tx, followed.spvId, version)
    : takeCustomerVersion(tx, followed.customerId, version);
}
