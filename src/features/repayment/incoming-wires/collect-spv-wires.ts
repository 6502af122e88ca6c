// Books wires that arrived on SPVs' wallets, each once, as payments that wait to be assigned.

import type { Cents } from '../../../core/cents.ts';
import { parisDate } from '../../../core/dates.ts';
import type { SpvId } from '../../../core/db/tables.ts';
import { inTransaction, violatedConstraint } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { EXTERNAL, move, unassignedOf } from '../../../money/ledger/index.ts';
import { bookTransaction, oldestFirst } from '../../../money/payments/index.ts';
import { findSpvsByAccount, lockSpv } from '../../projects/spvs/index.ts';
import { insertWaitingPayment } from './queries.ts';
import { projectOfWire } from './rules.ts';
import { lockProjectsOfSpv } from './shown-queries.ts';

/** One successful wire as the provider reports it; cents. */
export type SpvWire = {
  providerMoneyInId: number;
  accountId: string;
  amountCents: Cents;
  comment: string;
  at: Temporal.Instant;
};

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config'>;

/**
 * SPV_WIRE_IN: EXT to UNASSIGNED of the project that the wire is for, else of the SPV, and a waiting record, for each wire that is
 * not booked yet. Returns how many were new.
 */
export async function collectSpvWires(deps: Deps, wires: readonly SpvWire[]): Promise<number> {
  const spvs = await findSpvsByAccount(
    deps.db,
    wires.map(({ accountId }) => accountId),
  );
  let collected = 0;
  for (const wire of oldestFirst(wires)) {
    const spv = spvs.get(wire.accountId);
    if (spv && (await collectOne(deps, wire, spv.id))) collected += 1;
  }
  return collected;
}

async function collectOne({ db, clock, config }: Deps, wire: SpvWire, spvId: SpvId): Promise<boolean> {
  try {
    return await inTransaction(db, async (tx) => {
      const at = clock.now();
      const propertyId = projectOfWire(await lockProjectsOfSpv(tx, spvId), config.OWNER_DEBT_STATUSES);
      // The SPV got another wallet since it was looked for: this money is nobody's here.
      if ((await lockSpv(tx, spvId))?.providerExternalId !== wire.accountId) return false;
      const walletTransactionId = await bookTransaction(tx, {
        type: 'SPV_WIRE_IN',
        owner: { spvId },
        amountCents: wire.amountCents,
        ...(propertyId === null ? {} : { propertyId }),
        at,
        eventAt: wire.at,
        providerMoneyInId: wire.providerMoneyInId,
        lines: move(wire.amountCents, EXTERNAL, unassignedOf({ propertyId, spvId })),
      });
      await insertWaitingPayment(tx, {
        id: newId(),
        propertyId,
        spvId,
        amountCents: wire.amountCents,
        payment: 'wire',
        source: 'wire',
        providerWireId: wire.providerMoneyInId,
        walletTransactionId,
        paymentDate: parisDate(wire.at),
        comment: wire.comment,
        at,
      });
      return true;
    });
  } catch (error) {
    if (violatedConstraint(error) === 'wallet_transaction_provider_money_in_id_key') return false;
    throw error;
  }
}
