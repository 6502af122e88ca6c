// Settles the transfer of a wire that is switched to another SPV's project.

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { move, purseOf, unassignedOf } from '../../../money/ledger/index.ts';
import { type EndedPayment, NOTHING_TO_POST, settle } from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { lockPayment } from './queries.ts';
import { lockDestination } from './reference-queries.ts';
import { cancelSwitch, findPaymentOfSwitch, writeProject } from './transfer-queries.ts';

/**
 * PROJECT_SWITCH_P2P: the held money to UNASSIGNED of the other project, which the record then belongs to. After a refusal the record is
 * unchanged. Money without a project is not held: it stays in its SPV's UNASSIGNED, which only such records spend.
 */
export async function settleProjectSwitch(tx: Tx, deps: Pick<AppDeps, 'jobs'>, payment: EndedPayment): Promise<void> {
  const seen = await findPaymentOfSwitch(tx, payment.id);
  if (!seen || seen.switchingToPropertyId === null) throw new Error(`no wire is switched by order ${payment.id}`);
  const destination = await lockDestination(tx, seen.switchingToPropertyId);
  const row = await lockPayment(tx, seen.id);
  if (row?.switchingToPropertyId !== seen.switchingToPropertyId) throw new Error(`wire ${seen.id} is switched elsewhere`);
  await settle(tx, payment, {
    succeeded: async () => {
      await writeProject(tx, row.id, destination);
      const from = row.propertyId === null ? unassignedOf(row) : purseOf(row.propertyId, 'HELD');
      return move(row.amountCents, from, unassignedOf(destination));
    },
    failed: async () => {
      await cancelSwitch(tx, row.id);
      await enqueueChatMessage(tx, deps, {
        channel: 'payment-schedule',
        text: `Le virement ${row.id} n’a pas pu changer de projet : le prestataire a refusé le transfert.`,
      });
      return NOTHING_TO_POST;
    },
  });
}
