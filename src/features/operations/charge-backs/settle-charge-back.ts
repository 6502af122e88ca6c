// Settles a charge-back: an investor is frozen and the amount is booked; a direct debit taken back from an SPV's wallet is taken off
// its echeance. Each step happens once, however often and in whatever order this is called.

import { formatEuros } from '../../../core/cents.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { availableOf, EXTERNAL, lockWallets, move } from '../../../money/ledger/index.ts';
import { bookTransaction } from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import type { Payout } from '../../../providers/payments/index.ts';
import { freezeCustomer, mailInvestor } from '../../access/customers/index.ts';
import { blockCardsOf } from '../../investing/gift-cards/index.ts';
import { syncMoneyIn } from '../../investing/wallet/index.ts';
import { stopWithdrawals } from '../../investing/withdrawals/index.ts';
import { chargeBackDebit } from '../../repayment/direct-debits/index.ts';
import { isPayOutBooked } from '../reconciliation/index.ts';
import { type ChargeBackKey, lockUnbooked, markBooked, markFreezeDone, markNotBooked, markShortfallReported } from './queries.ts';
import { bookingOfSpv, consequencesOf } from './rules.ts';

/** What charge-backs may use. */
export type ChargeBackDeps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'payments' | 'log'>;

type ChargeBack = { key: ChargeBackKey; customerId: CustomerId; payout: Payout };

/**
 * `payout` was just read; without a customer the wallet is an SPV's. Steps that are done are skipped: a freeze that an administrator
 * ended is not repeated.
 */
export async function settleChargeBack(
  deps: ChargeBackDeps,
  { key, customerId, payout }: { key: ChargeBackKey; customerId: CustomerId | undefined; payout: Payout },
): Promise<void> {
  if (customerId === undefined) await settleOfSpv(deps, { key, payout });
  else await settleOfInvestor(deps, { key, customerId, payout });
}

async function settleOfInvestor(deps: ChargeBackDeps, chargeBack: ChargeBack): Promise<void> {
  await freeze(deps, chargeBack);
  const { book } = consequencesOf(chargeBack.payout, chargeBack.customerId);
  if (book === 'later') return;
  if (book === 'now') await bookTakenBack(deps, chargeBack);
  else await endBooking(deps, chargeBack.key);
}

async function freeze(deps: ChargeBackDeps, { key, customerId }: ChargeBack): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (!(await markFreezeDone(tx, key))) return;
    const reason = `Rejet bancaire ${key.payoutId} chez le prestataire.`;
    const at = deps.clock.now();
    const isNew = await freezeCustomer(tx, { customerId, source: 'webhook-chargeback', reason, at });
    await blockCardsOf(tx, { customerId, reason, at });
    if (isNew) await stopWithdrawals(tx, deps, { customerId, at });
    if (isNew)
      await mailInvestor(tx, deps, { customerId, template: 'account-frozen', data: { frozen: true, changedAt: at.toString() } });
    await enqueueChatMessage(tx, deps, {
      channel: 'internal-alerts',
      text: isNew
        ? `Le client ${customerId} est gelé après le rejet bancaire ${key.payoutId}.`
        : `Le client ${customerId} était déjà gelé avant le rejet bancaire ${key.payoutId}.`,
    });
  });
}

/**
 * CHARGE_BACK: the investor's AVAILABLE to EXT, after the money-in that it takes back is booked. When AVAILABLE
 * is too low the booking stays open: money that is held may be released to AVAILABLE.
 */
async function bookTakenBack(deps: ChargeBackDeps, { key, customerId, payout }: ChargeBack): Promise<void> {
  await syncMoneyIn(deps, customerId);
  const at = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    const open = await lockUnbooked(tx, key);
    if (!open || (await yieldToMovement(tx, deps, key))) return;
    const { amountCents } = payout;
    const availableCents = (await lockWallets(tx, [customerId])).get(customerId)?.availableCents ?? 0;
    if (availableCents < amountCents) {
      if (open.isShortfallReported) return;
      await markShortfallReported(tx, key, at);
      await enqueueChatMessage(tx, deps, {
        channel: 'internal-alerts',
        text: `Rejet bancaire ${key.payoutId} : le prestataire a repris ${formatEuros(amountCents)}, le client ${customerId} n’a que ${formatEuros(availableCents)} de disponibles dans nos livres. Il sera comptabilisé quand le portefeuille le permettra.`,
      });
      return;
    }
    const transactionId = await bookTransaction(tx, {
      type: 'CHARGE_BACK',
      owner: { customerId },
      amountCents,
      at,
      eventAt: payout.executedAt ?? payout.createdAt,
      lines: move(amountCents, availableOf(customerId), EXTERNAL),
    });
    await markBooked(tx, key, transactionId);
  });
}

/**
 * A direct debit that is not booked yet is booked by its status job, and settled here by a later run. Other money of an SPV is in no book:
 * the next reconciliation lists the movement, which an administrator books.
 */
async function settleOfSpv(deps: ChargeBackDeps, { key, payout }: Omit<ChargeBack, 'customerId'>): Promise<void> {
  const booking = bookingOfSpv(payout, key.accountId);
  if (booking === 'later') return;
  if (booking === 'now' && payout.originId !== null) {
    if (await inTransaction(deps.db, async (tx) => !(await lockUnbooked(tx, key)) || yieldToMovement(tx, deps, key))) return;
    const eventAt = payout.executedAt ?? payout.createdAt;
    const debit = await chargeBackDebit(deps, { providerMoneyInId: payout.originId, eventAt });
    if (debit === 'not-collected') return;
    if (debit === 'none') return endBooking(deps, key, markNotBooked);
  }
  await endBooking(deps, key);
}

/**
 * Of a charge-back locked by {@link lockUnbooked}: true where an administrator has booked the same pay-out as an unknown movement before the
 * charge-back was known or could be read; its money has left the books then, and the team decides on the rest. Once it is false it stays
 * so, as no movement is booked whose charge-back is open.
 */
async function yieldToMovement(tx: Tx, deps: Pick<ChargeBackDeps, 'jobs'>, key: ChargeBackKey): Promise<boolean> {
  if (!(await isPayOutBooked(tx, key.payoutId))) return false;
  await markNotBooked(tx, key);
  await enqueueChatMessage(tx, deps, {
    channel: 'internal-alerts',
    text: `Rejet bancaire ${key.payoutId} : un administrateur l’a déjà comptabilisé comme mouvement inconnu du compte ${key.accountId}. Il n’est pas comptabilisé une seconde fois ; un prélèvement qu’il reprend reste payé sur son échéance.`,
  });
  return true;
}

async function endBooking(
  deps: ChargeBackDeps,
  key: ChargeBackKey,
  mark = (tx: Tx, of: ChargeBackKey) => markBooked(tx, of, null),
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (await lockUnbooked(tx, key)) await mark(tx, key);
  });
}
