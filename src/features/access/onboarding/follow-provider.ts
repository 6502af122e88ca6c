// Writes what the provider says, never an answer that a newer one has overtaken on its way.

import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError, TEMPORARILY_UNAVAILABLE } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { readSpvVersion, takeSpvVersion } from '../../projects/spvs/index.ts';
import { readCustomerVersion, takeCustomerVersion } from '../customers/index.ts';

const MAX_ATTEMPTS = 10;

/** Whose state is followed at the provider. */
type Followed = { customerId: string } | { spvId: string };

type Steps<Seen, Written> = { read: () => Promise<Seen>; write: (tx: Tx, seen: Seen) => Promise<Written> };

/**
 * Reads at the provider and writes in a transaction that holds the row. When somebody else wrote between the two, it reads
 * again: notifications may come twice, out of order and at once, the last state read is the one that stays. Undefined when
 * the followed row is gone. Error: `temporarily-unavailable` when others always came first.
 */
export async function followProvider<Seen, Written>(
  deps: Pick<AppDeps, 'db'>,
  followed: Followed,
  steps: Steps<Seen, Written>,
): Promise<Written | undefined> {
  const first = await followOnce(deps, followed, steps);
  if (first !== 'overtaken') return first.written;
  return inTurn(deps.db, 'spvId' in followed ? followed.spvId : followed.customerId, async () => {
    for (let attempt = 2; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const done = await followOnce(deps, followed, steps);
      if (done !== 'overtaken') return done.written;
    }
    throw new AppError(TEMPORARILY_UNAVAILABLE, { detail: 'Others kept writing.' });
  });
}

async function followOnce<Seen, Written>(
  deps: Pick<AppDeps, 'db'>,
  followed: Followed,
  { read, write }: Steps<Seen, Written>,
): Promise<{ written: Written | undefined } | 'overtaken'> {
  const version = await readVersion(deps.db, followed);
  if (version === undefined) return { written: undefined };
  const seen = await read();
  return inTransaction(deps.db, async (tx) =>
    (await takeVersion(tx, followed, version)) ? { written: await write(tx, seen) } : 'overtaken',
  );
}

/** Per process and database: who was overtaken stands in line, as side by side all but one would be overtaken again. */
const linesOf = new WeakMap<object, Map<string, Promise<unknown>>>();

async function inTurn<T>(owner: object, key: string, work: () => Promise<T>): Promise<T> {
  const lines = linesOf.get(owner) ?? new Map<string, Promise<unknown>>();
  linesOf.set(owner, lines);
  const before = lines.get(key) ?? Promise.resolve();
  const mine = before.catch(() => {}).then(work);
  lines.set(key, mine);
  try {
    return await mine;
  } finally {
    if (lines.get(key) === mine) lines.delete(key);
  }
}

function readVersion(db: AppDeps['db'], followed: Followed): Promise<number | undefined> {
  return 'spvId' in followed ? readSpvVersion(db, followed.spvId) : readCustomerVersion(db, followed.customerId);
}

function takeVersion(tx: Tx, followed: Followed, version: number): Promise<boolean> {
  return 'spvId' in followed
    ? takeSpvVersion(tx, followed.spvId, version)
    : takeCustomerVersion(tx, followed.customerId, version);
}
