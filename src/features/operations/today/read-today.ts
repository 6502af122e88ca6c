// GET /administration/today: one list of everything that waits for a human, and four figures.

import { parisDate, startOfParisDay } from '../../../core/dates.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { Permission } from '../../../core/http/guards.ts';
import type { AppDeps } from '../../../deps.ts';
import { lastPastPeriod } from '../../repayment/management-fees/index.ts';
import { findHolders } from '../reconciliation/index.ts';
import {
  listChargeBacksShort,
  listCompanyFeesDue,
  listOwnerTransfersDue,
  listSchedulesToCreate,
  listSettlementsDue,
  listTaxesToRemit,
} from './closing-queries.ts';
import { activeInvestors, capitalByMonth, paidByMonth, signUpsByMonth, sumRaised } from './figure-queries.ts';
import {
  listComplaints,
  listIdentityChecks,
  listMoneyOfClosed,
  listReferralInvoices,
  listTaxIdentities,
  listTaxRequests,
} from './people-queries.ts';
import {
  listDebitsRejected,
  listFees,
  listFundings,
  listLateProjects,
  listPayoutsRefused,
  listSchedulesToDecide,
  listWires,
  type WorkItem,
} from './project-queries.ts';
import { cumulated, PERMISSION_OF_KIND, type WaitingKind } from './rules.ts';
import type { Today } from './schemas.ts';
import {
  listApprovals,
  listDifferences,
  listIncidents,
  listJobsFailed,
  listNotifications,
  listPaymentsRefused,
  listPaymentsWithoutOutcome,
  listRedReports,
  listUnknownMovements,
} from './system-queries.ts';

type Deps = Pick<AppDeps, 'clock' | 'config' | 'db'>;

/**
 * Reads all that the permissions show, one short statement after another, as one request should not take every connection. The figures are
 * those of the money.
 */
export async function readToday(deps: Deps, { permissions }: { permissions: ReadonlySet<Permission> }): Promise<Today> {
  const now = deps.clock.now();
  const waiting: Today['waiting'] = [];
  for (const [kind, list] of listsOf(deps, now)) {
    if (!permissions.has(PERMISSION_OF_KIND[kind])) continue;
    const rows = await list();
    const [first] = rows;
    if (first) waiting.push({ kind, count: first.count, items: rows.map(toView) });
  }
  return { at: now.toString(), waiting, figures: permissions.has('money.read') ? await readFigures(deps, now) : null };
}

function listsOf({ db, config }: Deps, now: Temporal.Instant): [WaitingKind, () => Promise<WorkItem[]>][] {
  const lastPeriod = lastPastPeriod(parisDate(now), config.COUPON_PAYOUT_DAY_OF_MONTH);
  return [
    ['proof-red', () => listRedReports(db, 'ledger-proof')],
    ['history-red', () => listRedReports(db, 'verify-history')],
    ['reconciliation-difference', async () => byHolder(db, await listDifferences(db))],
    ['unknown-movement', async () => byHolder(db, await listUnknownMovements(db))],
    ['money-approval', () => listApprovals(db, now)],
    ['payment-incident', () => listIncidents(db)],
    ['payment-without-outcome', () => listPaymentsWithoutOutcome(db, now)],
    ['charge-back-short', async () => byHolder(db, await listChargeBacksShort(db))],
    ['payout-refused', () => listPayoutsRefused(db)],
    ['payment-refused', () => listPaymentsRefused(db)],
    ['debit-rejected', () => listDebitsRejected(db, now)],
    ['money-of-closed-account', () => listMoneyOfClosed(db)],
    ['late-project', () => listLateProjects(db, now)],
    ['wire-to-assign', () => listWires(db)],
    ['schedule-to-decide', () => listSchedulesToDecide(db)],
    ['management-fee', () => listFees(db, lastPeriod)],
    ['company-fee', () => listCompanyFeesDue(db, config.VAT_RATE_BPS)],
    ['owner-transfer', () => listOwnerTransfersDue(db)],
    ['schedule-to-create', () => listSchedulesToCreate(db)],
    ['settlement', () => listSettlementsDue(db)],
    ['tax-to-remit', () => listTaxesToRemit(db, startOfParisDay(parisDate(now).with({ day: 1 })))],
    ['funding-complete', () => listFundings(db, now, 'complete')],
    ['funding-overdue', () => listFundings(db, now, 'overdue')],
    ['funding-ending', () => listFundings(db, now, 'ending')],
    ['identity-check', () => listIdentityChecks(db)],
    ['tax-request', () => listTaxRequests(db)],
    ['complaint', () => listComplaints(db)],
    ['tax-identity', () => listTaxIdentities(db, now)],
    ['referral-invoice', () => listReferralInvoices(db)],
    ['notification-unhandled', () => listNotifications(db, now)],
    ['job-failed', () => listJobsFailed(db)],
  ];
}

/** Wallets by the name of whose they are; the platform's own have none. */
async function byHolder(db: Database, rows: readonly WorkItem[]): Promise<WorkItem[]> {
  const holders = await findHolders(
    db,
    rows.map(({ about }) => about),
  );
  return rows.map((row) => {
    const holder = holders.get(row.about);
    return holder ? { ...row, about: holder.name, customerId: holder.customerId } : row;
  });
}

function toView({
  id,
  about,
  amountCents,
  since,
  propertyId,
  customerId,
  period,
}: WorkItem): Today['waiting'][number]['items'][number] {
  return { id, about, amountCents, since: since?.toString() ?? null, propertyId, customerId, period };
}

async function readFigures({ db }: Deps, now: Temporal.Instant): Promise<NonNullable<Today['figures']>> {
  const firstMonth = parisDate(now).with({ day: 1 }).subtract({ months: 11 });
  const capital = await capitalByMonth(db, firstMonth);
  const before = { raised: 0, repaid: 0 };
  for (const month of capital.filter(({ period }) => period === null)) {
    before.raised += month.raisedCents;
    before.repaid += month.repaidCents;
  }
  const months = capital.flatMap(({ period, ...cents }) => (period === null ? [] : [{ period, ...cents }]));
  const raised = cumulated(
    before.raised,
    months.map(({ period, raisedCents }) => ({ period, value: raisedCents })),
  );
  const outstanding = cumulated(
    before.raised - before.repaid,
    months.map(({ period, raisedCents, repaidCents }) => ({ period, value: raisedCents - repaidCents })),
  );
  const paid = await paidByMonth(db, firstMonth);
  return {
    raisedCents: { value: await sumRaised(db), months: raised },
    outstandingCapitalCents: { value: outstanding.at(-1)?.value ?? 0, months: outstanding },
    paidToInvestorsCents: { value: paid.at(-1)?.value ?? 0, months: paid },
    activeInvestors: { value: await activeInvestors(db), months: await signUpsByMonth(db, firstMonth) },
  };
}
