// Settles the pay-out of a wire that goes back to its sender.

import { formatEuros } from '../../../core/cents.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { EXTERNAL, move, purseOf, unassignedOf } from '../../../money/ledger/index.ts';
import { type EndedPayment, NOTHING_TO_POST, settle } from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { lockProperty } from '../../projects/project-life/index.ts';
import { lockPayment } from '../incoming-wires/index.ts';
import { endReturn, findPaymentOfReturn } from './queries.ts';

/** WIRE_RETURN: the held money, or that of the SPV, to EXT. Refused: the wire waits to be assigned, and the team is told. */
export async function settleWireReturn(tx: Tx, deps: Pick<AppDeps, 'jobs'>, payment: EndedPayment): Promise<void> {
  const seen = await findPaymentOfReturn(tx, payment.id);
  if (!seen) throw new Error(`no wire is returned by payment ${payment.id}`);
  if (seen.propertyId !== null) await lockProperty(tx, seen.propertyId);
  const row = await lockPayment(tx, seen.id);
  if (row?.status !== 'returning') throw new Error(`wire ${seen.id} is not being returned`);
  await settle(tx, payment, {
    succeeded: async () => {
      await endReturn(tx, row.id, 'returned');
      const from = row.propertyId === null ? unassignedOf(row) : purseOf(row.propertyId, 'HELD');
      return move(row.amountCents, from, EXTERNAL);
    },
    failed: async (_at, { reason }) => {
      await endReturn(tx, row.id, 'waiting');
      await enqueueChatMessage(tx, deps, {
        channel: 'payment-schedule',
        text: `Le virement ${row.id} de ${formatEuros(row.amountCents)} n’a pas pu être renvoyé : ${reason}. Il attend d’être affecté.`,
      });
      return NOTHING_TO_POST;
    },
  });
}
