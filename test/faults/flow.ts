// What every kind of payment has in common for the tests of faults: how it is asked for, what it answers, which payment it is.

import type { Answer } from '../support/client.ts';
import type { World } from '../support/world.ts';

/** A kind of payment; `index` is the fault's, and each has its own payment. */
export type Flow = {
  what: string;
  /** How its money moves at the provider. */
  path: '/v2/p2p' | '/v2/moneyouts';
  /** The request that pays; without one the payment stands already and a worker carries it out. */
  ask?: (index: number, headers?: Record<string, string>) => Promise<Answer>;
  /** The same request again without a key is another payment. */
  isNewEachTime?: true;
  /** The documented answer to a refusal or silence; what is accepted or pending is answered with 201. */
  failure?: { status: number; code?: string };
  /** The answer to the same request without a key once the payment has moved, or while it is on its way. */
  doneBefore?: string;
  /** What a 201 shows while the provider holds the transfer back. */
  shownPending?: (body: never) => boolean;
  /** The payment's id, the newest one's. */
  paymentId: (index: number) => Promise<string>;
  /** False where the ledger moved the money before. */
  isPosted: boolean;
};

/** The newest payment of a purpose: of a row, or of those that show a project as theirs. */
export async function newest(world: World, by: 'property' | 'subject', id: string | undefined, purpose: string): Promise<string> {
  const [row] = await world.sql<{ id: string }>(
    by === 'subject'
      ? 'select id from payment where subject_id = $1 and purpose = $2 order by created_at desc, id desc limit 1'
      : `select placed.id from payment placed join wallet_transaction shown on shown.payment_id = placed.id
         where shown.property_id = $1 and placed.purpose = $2 order by placed.created_at desc, placed.id desc limit 1`,
    [id, purpose],
  );
  if (!row) throw new Error(`no payment ${purpose} of ${id}`);
  return row.id;
}

/** The payments of a purpose that `act` has opened. */
export async function openedBy(world: World, purpose: string, act: () => Promise<unknown>): Promise<string[]> {
  const all = () => world.sql<{ id: string }>('select id from payment where purpose = $1 order by created_at, id', [purpose]);
  const known = new Set((await all()).map(({ id }) => id));
  await act();
  return (await all()).flatMap(({ id }) => (known.has(id) ? [] : [id]));
}

/** Payments that stand: a worker carries them out. */
export function byWorker(what: string, ids: readonly string[], isPosted = true): Flow {
  const paymentId = async (index: number) => {
    const id = ids[index];
    if (id === undefined) throw new Error(`no payment ${index} of ${what}`);
    return id;
  };
  return { what, path: '/v2/p2p', paymentId, isPosted };
}
