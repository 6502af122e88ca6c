// The payout run of referral rewards: one payment for each referrer and property with something due (A-referral-rewards-6).

import { type Cents, centsOf, formatEuros, sumOf } from '../../../core/cents.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockBalance, PLATFORM } from '../../../money/ledger/index.ts';
import { openPayment, sumPromisedFrom } from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { lockCustomer, transactionRights } from '../../access/customers/index.ts';
import { syncPlatformMoney } from '../../operations/platform-money/index.ts';
import { markPaidOut } from './mark-paid-out.ts';
import { type DuePayout, insertPayout, listDuePayouts, lockDueRewards } from './payout-queries.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'payments' | 'log'>;
type Count = { payouts: number; cents: Cents };

/**
 * Result of one run, in payouts and cents. `ordered`: payments were opened. These three stay due: `withheld`, of referrers who
 * may not be paid (frozen, blocked, not verified); `unfunded`, above the balance of the platform; `failed`, by an error.
 * `paidOut`: how many properties this run marked as paid.
 */
export type PayoutReport = {
  due: Count;
  ordered: Count;
  withheld: Count;
  unfunded: Count;
  failed: Count;
  paidOut: number;
  dryRun: boolean;
};

const PAGE_SIZE = 500;
const zero = (): Count => ({ payouts: 0, cents: 0 });

/**
 * Books new money on the platform's account, from which rewards are paid; then orders each due payout in a transaction of its
 * own, so that the next run continues after a crash, and concurrent runs share the work. A dry run only counts what is due.
 */
export async function payRewards(deps: Deps, { dryRun }: { dryRun: boolean }): Promise<PayoutReport> {
  const report = { due: zero(), ordered: zero(), withheld: zero(), unfunded: zero(), failed: zero(), paidOut: 0, dryRun };
  const statuses = deps.config.REFERRAL_DISBURSABLE_STATUSES;
  if (!dryRun) await syncPlatformMoney(deps);
  let page: DuePayout[] = [];
  do {
    page = await listDuePayouts(deps.db, { statuses, after: page.at(-1), limit: PAGE_SIZE });
    for (const due of page) {
      add(report.due, due.cents);
      if (dryRun) continue;
      const { outcome, cents } = await tryToOrder(deps, due);
      if (outcome !== 'nothing-due') add(report[outcome], cents);
    }
  } while (page.length === PAGE_SIZE);
  if (dryRun) return report;
  return { ...report, paidOut: await finish(deps, report) };
}

function add(count: Count, cents: Cents): void {
  count.payouts += 1;
  count.cents = centsOf(count.cents + cents);
}

/** An error in one payout does not stop the others. */
async function tryToOrder(deps: Deps, due: DuePayout): Promise<OrderedPayout | { outcome: 'failed'; cents: Cents }> {
  try {
    return await orderPayout(deps, due);
  } catch (error) {
    deps.log.error({ err: error, propertyId: due.propertyId, referrerId: due.referrerId }, 'referral payout not ordered');
    return { outcome: 'failed', cents: due.cents };
  }
}

/** Outcome of a due payout; `cents` is what was due under the lock. */
type OrderedPayout = { outcome: 'ordered' | 'withheld' | 'unfunded' | 'nothing-due'; cents: Cents };

/**
 * In one transaction: locks the rewards, so that concurrent runs never pay one twice; checks that the referrer may be paid (full
 * transaction rights, A-referral-rewards-4), and that the platform's balance covers the reward beside its open payments, as no
 * money is held for payouts; then writes payment, WAITING transaction, payout and job.
 */
async function orderPayout(deps: Deps, due: DuePayout): Promise<OrderedPayout> {
  const { propertyId, referrerId } = due;
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const referrer = await lockCustomer(tx, referrerId);
    const rewards = await lockDueRewards(tx, due);
    const cents = sumOf(rewards.map((reward) => reward.cents));
    if (cents === 0) return { outcome: 'nothing-due', cents };
    if (!referrer || transactionRights(referrer) !== 'all') return { outcome: 'withheld', cents };
    const balanceCents = await lockBalance(tx, PLATFORM.MAIN);
    if (balanceCents - (await sumPromisedFrom(tx, deps.config.PLATFORM_MAIN_ACCOUNT_ID)) < cents)
      return { outcome: 'unfunded', cents };
    const id = newId();
    const { transactionIds } = await openPayment(tx, deps, {
      propertyId,
      order: {
        kind: 'transfer',
        purpose: 'referral-reward',
        subjectId: id,
        fromAccountId: deps.config.PLATFORM_MAIN_ACCOUNT_ID,
        toAccountId: referrerId,
        amountCents: cents,
        comment: `Referral reward ${id}`,
        at,
      },
      sides: { reward: { type: 'REFERRAL_REWARD', owner: { customerId: referrerId }, amountCents: cents } },
    });
    const rewardIds = rewards.map((reward) => reward.id);
    await insertPayout(
      tx,
      { id, propertyId, referrerId, amountCents: cents, transactionId: transactionIds.reward, at },
      rewardIds,
    );
    return { outcome: 'ordered', cents };
  });
}

/** Marks the properties whose rewards are all paid, and tells the team what was not ordered. Returns how many were marked. */
async function finish(deps: Deps, report: PayoutReport): Promise<number> {
  const { withheld, unfunded, failed } = report;
  const parts = [
    ['dont le parrain ne peut pas être payé (gelé, bloqué ou non vérifié)', withheld] as const,
    ['au-delà de ce que contient le compte principal de la plateforme', unfunded] as const,
    ['en erreur', failed] as const,
  ].filter(([, { payouts }]) => payouts > 0);
  const lines = parts.map(([reason, { payouts, cents }]) => `${payouts} (${formatEuros(cents)}) ${reason}`);
  return inTransaction(deps.db, async (tx) => {
    const paidOut = await markPaidOut(tx, { statuses: deps.config.REFERRAL_DISBURSABLE_STATUSES, at: deps.clock.now() });
    if (lines.length > 0)
      await enqueueChatMessage(tx, deps, {
        channel: 'internal-alerts',
        text: `Récompenses de parrainage laissées au prochain passage : ${lines.join(' ; ')}.`,
      });
    return paidOut;
  });
}
