// Referral rewards: recorded when a funding closes (referrals.md#the-reward), and paid to each referrer by property.

import { type Cents, centsOf, formatEuros, sumOf } from '../../../core/cents.ts';
import { parisYear } from '../../../core/dates.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { availableOf, lockBalance, move, PLATFORM } from '../../../money/ledger/index.ts';
import {
  type EndedPayment,
  followRefusal,
  NOTHING_TO_POST,
  openPayment,
  settle,
  sumPromisedFrom,
  WHY_STOPPED,
} from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { enqueueEmail } from '../../../providers/email/index.ts';
import { lockCustomer, transactionRights } from '../../access/customers/index.ts';
import { syncPlatformMoney } from '../../operations/platform-money/index.ts';
import { lockProperties, lockProperty, markReferralsPaid, PROPERTY_NOT_FOUND } from '../../projects/project-life/index.ts';
import {
  countRefusedPayouts,
  type DuePayout,
  findPayout,
  insertPayout,
  listDuePayouts,
  listPaidOut,
  lockDueRewards,
  releaseParts,
  sumUnpaid,
} from './payout-queries.ts';
import { findPayoutState, insertRewards, lockReferrers } from './reward-queries.ts';
import { type PayoutStatus, payoutStatus } from './rules.ts';

/**
 * In the transaction of the closing: writes one reward for each confirmed purchase that a referred investor made within
 * REFERRAL_PERIOD_MONTHS of their sign-up, with the part above the yearly cap blocked. Two fundings that close at the same time
 * are serialised for a referrer they share: referrers are locked in id order, and the clock is read under that lock, so that
 * (createdAt, id) is the order in which the cap is used. Returns how many rewards were written.
 */
export async function recordRewards(tx: Tx, deps: Pick<AppDeps, 'config' | 'clock'>, propertyId: PropertyId): Promise<number> {
  const { REFERRAL_REWARD_BPS, REFERRAL_PERIOD_MONTHS, MAX_REFERRAL_REWARD_PER_YEAR_CENTS } = deps.config;
  const referrers = await lockReferrers(tx, propertyId, deps.clock.now());
  if (referrers.length === 0) return 0;
  const at = deps.clock.now();
  return insertRewards(tx, {
    propertyId,
    referrers,
    rewardBps: REFERRAL_REWARD_BPS,
    periodMonths: REFERRAL_PERIOD_MONTHS,
    capCents: MAX_REFERRAL_REWARD_PER_YEAR_CENTS,
    year: parisYear(at),
    at,
  });
}

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

// Settles a payout of referral rewards: the referrer's wallet is credited, or the rewards are due again.

type SettleRewardDeps = Pick<AppDeps, 'jobs' | 'config'>;

/**
 * Settlement of purpose `referral-reward`. The last payout of a property to succeed marks the property as paid. After a refusal
 * the team is alerted, and the rewards are due again for the next run, or for the one after an administrator's decision (A-payments-5).
 */
export async function settleReward(tx: Tx, deps: SettleRewardDeps, payment: EndedPayment): Promise<void> {
  const payout = await findPayout(tx, payment.subjectId);
  const { id, propertyId, referrerId, amountCents } = payout;
  // Serialises the settlements of the property, so that the last one sees all others.
  await lockProperty(tx, propertyId);
  await settle(tx, payment, {
    succeeded: async (at) => {
      await mailPaid(tx, deps, payout, at);
      return move(amountCents, PLATFORM.MAIN, availableOf(referrerId));
    },
    failed: async (_at, refusal) => {
      const { next } = await followRefusal(tx, payment, refusal, await countRefusedPayouts(tx, payout));
      await releaseParts(tx, id);
      const follows =
        next === 'retry' ? 'Le prochain passage réessaie.' : `${WHY_STOPPED[next]} : à relancer par un administrateur.`;
      await enqueueChatMessage(tx, deps, {
        channel: 'internal-alerts',
        text: `Le prestataire a refusé la récompense de parrainage du client ${referrerId} (paiement ${payment.id}) : ${refusal.reason}. ${follows}`,
      });
      return NOTHING_TO_POST;
    },
  });
  const { outcome } = payment;
  // After `settle`, which confirms the transaction that is counted here.
  if (outcome.status === 'succeeded')
    await markPaidOut(tx, { statuses: deps.config.REFERRAL_DISBURSABLE_STATUSES, propertyId, at: outcome.at });
}

async function mailPaid(
  tx: Tx,
  deps: SettleRewardDeps,
  payout: Awaited<ReturnType<typeof findPayout>>,
  at: Temporal.Instant,
): Promise<void> {
  const { id, email, amountCents, propertyName, firstName } = payout;
  await enqueueEmail(tx, deps, {
    to: email,
    template: 'referral-reward-paid',
    data: { amountCents, propertyName, paidAt: at.toString(), reference: id, ...(firstName === null ? {} : { firstName }) },
  });
}

/**
 * All properties in these financial statuses, or only `propertyId`; each is checked again under its lock. Returns how many were
 * marked.
 */
async function markPaidOut(
  tx: Tx,
  mark: { statuses: readonly string[]; propertyId?: PropertyId; at: Temporal.Instant },
): Promise<number> {
  const { statuses, propertyId, at } = mark;
  const candidates = propertyId === undefined ? await listPaidOut(tx, { statuses }) : [propertyId];
  if (candidates.length === 0) return 0;
  await lockProperties(tx, candidates);
  const paidOut = await listPaidOut(tx, { statuses, propertyIds: candidates });
  await markReferralsPaid(tx, paidOut, at);
  return paidOut.length;
}

// GET /administration/referral-for-primary-purchase/:propertyId/payout-status.

/** `amount`: the property's rewards that are neither blocked nor paid, in fr-FR euros. Error: `property.not-found`. */
export async function readPayoutStatus(
  { db, config }: Pick<AppDeps, 'db' | 'config'>,
  propertyId: PropertyId,
): Promise<{ payoutStatus: { financialStatus: string | null; referralPayoutStatus: PayoutStatus }; amount: string }> {
  const property = await findPayoutState(db, propertyId);
  if (!property) throw new AppError(PROPERTY_NOT_FOUND);
  return {
    payoutStatus: {
      financialStatus: property.financialStatus,
      referralPayoutStatus: payoutStatus(property, config.REFERRAL_DISBURSABLE_STATUSES),
    },
    amount: formatEuros(await sumUnpaid(db, propertyId)),
  };
}
