// Writes a state that was read at the provider, but never an older one over a newer one.

import { createKeyedSemaphore } from '../../../core/concurrency/keyed-semaphore.ts';
import type { CustomerId, SpvId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError, TEMPORARILY_UNAVAILABLE } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { readSpvVersion, takeSpvVersion } from '../../projects/spvs/index.ts';
import { readCustomerVersion, takeCustomerVersion } from '../customers/index.ts';

const MAX_ATTEMPTS = 10;

/** Whose state is read at the provider: a customer, an SPV, or another row that counts the writes of what was read. */
type Followed =
  | { customerId: CustomerId }
  | { spvId: SpvId }
  | {
      key: string;
      readVersion: (db: AppDeps['db']) => Promise<number | undefined>;
      takeVersion: (tx: Tx, version: number) => Promise<boolean>;
    };

type Steps<Loaded, Written> = { read: () => Promise<Loaded>; write: (tx: Tx, loaded: Loaded) => Promise<Written> };

/**
 * Reads at the provider, then writes in a transaction that locks the row. When another write came in between, it reads again:
 * webhooks may arrive twice, out of order and concurrently, and the state that was read last must remain. Undefined when the row
 * does not exist.
 * Error: `temporarily-unavailable` when other writes came first every time.
 */
export async function followProvider<Loaded, Written>(
  deps: Pick<AppDeps, 'db'>,
  followed: Followed,
  steps: Steps<Loaded, Written>,
): Promise<Written | undefined> {
  const first = await followOnce(deps, followed, steps);
  if (first !== 'overtaken') return first.written;
  return retryQueue(keyOf(followed), async () => {
    for (let attempt = 2; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const done = await followOnce(deps, followed, steps);
      if (done !== 'overtaken') return done.written;
    }
    throw new AppError(TEMPORARILY_UNAVAILABLE, { detail: 'Others kept writing.' });
  });
}

async function followOnce<Loaded, Written>(
  deps: Pick<AppDeps, 'db'>,
  followed: Followed,
  { read, write }: Steps<Loaded, Written>,
): Promise<{ written: Written | undefined } | 'overtaken'> {
  const version = await readVersion(deps.db, followed);
  if (version === undefined) return { written: undefined };
  const loaded = await read();
  return inTransaction(deps.db, async (tx) =>
    (await takeVersion(tx, followed, version)) ? { written: await write(tx, loaded) } : 'overtaken',
  );
}

/** Retries of one row run one after the other: concurrently, all but one would be overtaken again. */
const retryQueue = createKeyedSemaphore({ atOnce: 1, waiting: Number.POSITIVE_INFINITY });

function keyOf(followed: Followed): string {
  if ('key' in followed) return followed.key;
  return 'spvId' in followed ? followed.spvId : followed.customerId;
}

function readVersion(db: AppDeps['db'], followed: Followed): Promise<number | undefined> {
  if ('key' in followed) return followed.readVersion(db);
  return 'spvId' in followed ? readSpvVersion(db, followed.spvId) : readCustomerVersion(db, followed.customerId);
}

function takeVersion(tx: Tx, followed: Followed, version: number): Promise<boolean> {
  if ('key' in followed) return followed.takeVersion(tx, version);
  return 'spvId' in followed
    ? takeSpvVersion(tx, followed.spvId, version)
    : takeCustomerVersion(tx, followed.customerId, version);
}
