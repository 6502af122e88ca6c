// The alert about an automatic p2p without success: its record waits for a retry.

import { type Cents, formatEuros } from '../../../core/cents.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';

/** In the channel of the payment schedules. */
export async function alertUnpaid(
  tx: Tx,
  deps: Pick<AppDeps, 'jobs'>,
  payment: { id: string; propertyId: PropertyId | null; amountCents: Cents },
): Promise<void> {
  await enqueueChatMessage(tx, deps, {
    channel: 'payment-schedule',
    text: `Le transfert automatique de ${formatEuros(payment.amountCents)} pour le projet ${payment.propertyId ?? 'inconnu'} n’a pas abouti : le paiement ${payment.id} attend d’être relancé.`,
  });
}
