// What follows the provider's answer to the transfer of a switched wire.

import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { move, purseOf, unassignedOf } from '../../../money/ledger/index.ts';
import { type EndedPayment, NOTHING_TO_POST, settle } from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { lockPlace } from './place-queries.ts';
import { lockPayment } from './queries.ts';
import { cancelSwitch, findPaymentOfSwitch, writeProject } from './transfer-queries.ts';

/**
 * PROJECT_SWITCH_P2P: what was held to UNASSIGNED of the other project, and the record follows. Refused, it stays where it is.
 * Money that no project was named for lay untouched in its SPV's UNASSIGNED, which only such records spend.
 */
export async function settleProjectSwitch(tx: Tx, deps: Pick<AppDeps, 'jobs'>, payment: EndedPayment): Promise<void> {
  const seen = await findPaymentOfSwitch(tx, payment.id);
  if (!seen || seen.switchingToPropertyId === null) throw new Error(`no wire is switched by order ${payment.id}`);
  const place = await lockPlace(tx, seen.switchingToPropertyId);
  const row = await lockPayment(tx, seen.id);
  if (row?.switchingToPropertyId !== seen.switchingToPropertyId) throw new Error(`wire ${seen.id} is switched elsewhere`);
  await settle(tx, payment, {
    succeeded: async () => {
      await writeProject(tx, row.id, place);
      const from = row.propertyId === null ? unassignedOf(row) : purseOf(row.propertyId, 'HELD');
      return move(row.amountCents, from, unassignedOf(place));
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
