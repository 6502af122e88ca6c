// The run of referral-primary-purchase-auto-payout: one payment order for each referrer and property with something due.

import { formatEuros } from '../../../core/cents.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
import type { AppDeps } from '../../../deps.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { syncPlatformMoney } from '../../treasury/platform-money/index.ts';
import { markPaidOut } from './mark-paid-out.ts';
import { orderPayout } from './order-payout.ts';
import { type DuePayout, listDuePayouts } from './payout-queries.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'payments' | 'log'>;
type Count = { payouts: number; cents: number };

/**
 * What one run did, payouts and cents: `ordered` go to the provider now; `withheld` are of referrers who may not be paid
 * (frozen, blocked, not verified), `unfunded` beyond what the platform has, `failed` met an error: these three stay due.
 * `paidOut`: properties marked as paid by this run.
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

const PAGE = 500;
const none = (): Count => ({ payouts: 0, cents: 0 });

/**
 * Books what reached the platform's account first, as it is paid from; then one transaction for each due payout, so that a
 * run that dies goes on where it stopped and two runs at once share the work. A dry run only counts what is due.
 */
export async function payRewards(deps: Deps, { dryRun }: { dryRun: boolean }): Promise<PayoutReport> {
  const report = { due: none(), ordered: none(), withheld: none(), unfunded: none(), failed: none(), paidOut: 0, dryRun };
  const statuses = deps.config.REFERRAL_DISBURSABLE_STATUSES;
  if (!dryRun) await syncPlatformMoney(deps);
  let page: DuePayout[] = [];
  do {
    page = await listDuePayouts(deps.db, { statuses, after: page.at(-1), limit: PAGE });
    for (const due of page) {
      add(report.due, due.cents);
      if (dryRun) continue;
      const { outcome, cents } = await orderAlone(deps, due);
      if (outcome !== 'nothing-due') add(report[outcome], cents);
    }
  } while (page.length === PAGE);
  if (dryRun) return report;
  return { ...report, paidOut: await finish(deps, report) };
}

function add(count: Count, cents: number): void {
  count.payouts += 1;
  count.cents += cents;
}

/** One that meets an error keeps no other from being paid. */
async function orderAlone(deps: Deps, due: DuePayout) {
  try {
    return await orderPayout(deps, due);
  } catch (error) {
    deps.log.error({ err: error, propertyId: due.propertyId, referrerId: due.referrerId }, 'referral payout not ordered');
    return { outcome: 'failed' as const, cents: due.cents };
  }
}

/** Marks the properties with nothing left to arrive, and tells the team what stayed behind. */
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
