// Reads the incoming wires of all accounts at the provider and books them, without waiting for their owners to look.

import { inTransaction } from '../../../core/db/transaction.ts';
import { defineJob } from '../../../core/jobs/jobs.ts';
import type { AppDeps } from '../../../deps.ts';
import { type IncomingWire, readingPeriod } from '../../../providers/payments/index.ts';
import { bookPlatformWires, type PlatformWire } from '../../operations/platform-money/index.ts';
import { collectSpvWires, type SpvWire } from '../../repayment/incoming-wires/index.ts';
import { bookNewMoneyIns } from './provider-account.ts';
import { findBookedMoneyIns, findCustomerIds, findScannedUntil, findSpvAccountIds, markScannedUntil } from './queries.ts';
import { isCustomerId } from './rules.ts';

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs' | 'payments' | 'log'>;

/** Books the wires that arrived since the last run. Without retries: the run of the next minute reads the same period again. */
export const incomingWiresJob = defineJob<Deps, { dryRun?: boolean }>({
  name: 'incoming-wires',
  cron: '* * * * *',
  onDemand: true,
  retryLimit: 0,
  work: (deps, { dryRun = false }) => scanIncomingWires(deps, { dryRun }),
});

/**
 * Result of one run: arrived wires by owner, and how many were newly booked. `failure` is set when the provider did not answer.
 */
export type WiresReport = {
  from: string;
  to: string;
  arrived: number;
  ofCustomers: number;
  booked: number;
  ofSpvs: number;
  ofPlatform: number;
  ofOthers: number;
  dryRun: boolean;
  failure?: string;
};

/**
 * Reads the wires since the last run. Those to investors and to the platform's own accounts are booked, those to SPVs are stored
 * until they are assigned. When the provider does not answer, nothing is marked as read, and the next run starts
 * from the same moment. A dry run changes nothing; its `booked` counts the wires of investors that it would book.
 */
export async function scanIncomingWires(deps: Deps, { dryRun }: { dryRun: boolean }): Promise<WiresReport> {
  const now = deps.clock.now();
  const period = readingPeriod(await findScannedUntil(deps.db), now);
  const report = {
    from: period.from.toString(),
    to: period.to.toString(),
    arrived: 0,
    ofCustomers: 0,
    booked: 0,
    ofSpvs: 0,
    ofPlatform: 0,
    ofOthers: 0,
    dryRun,
  };
  const listed = await deps.payments.listIncomingWires(period);
  if (!listed.ok) {
    deps.log.warn({ failure: listed.kind, reason: listed.message }, 'incoming wires not read');
    return { ...report, failure: listed.kind };
  }
  const arrived = listed.value.filter((wire) => wire.status === 'succeeded');
  const owners = await groupByOwner(deps, arrived);
  const moneyIns = owners.customers.map((wire) => ({
    providerMoneyInId: wire.wireId,
    customerId: wire.customerId,
    amountCents: wire.amountCents,
    at: wire.executedAt ?? wire.createdAt,
  }));
  const counts = {
    arrived: arrived.length,
    ofCustomers: moneyIns.length,
    ofSpvs: owners.spvs.length,
    ofPlatform: owners.platform.length,
    ofOthers: owners.others.length,
  };
  if (dryRun) {
    const booked = await findBookedMoneyIns(
      deps.db,
      moneyIns.map((moneyIn) => moneyIn.providerMoneyInId),
    );
    return { ...report, ...counts, booked: moneyIns.length - booked.size };
  }
  const booked = await bookNewMoneyIns(deps, moneyIns);
  await bookPlatformWires(deps, owners.platform.map(toPlatformWire));
  await collectSpvWires(deps, owners.spvs.map(toSpvWire));
  await inTransaction(deps.db, async (tx) => markScannedUntil(tx, now));
  return { ...report, ...counts, booked };
}

function toSpvWire({ wireId, accountId, amountCents, comment, executedAt, createdAt }: IncomingWire): SpvWire {
  return { providerMoneyInId: wireId, accountId, amountCents, comment, at: executedAt ?? createdAt };
}

function toPlatformWire({ wireId, accountId, amountCents, executedAt, createdAt }: IncomingWire): PlatformWire {
  return { providerMoneyInId: wireId, accountId, amountCents, at: executedAt ?? createdAt };
}

async function groupByOwner({ db, config }: Deps, wires: readonly IncomingWire[]) {
  const accountIds = [...new Set(wires.map((wire) => wire.accountId))];
  const customerIds = await findCustomerIds(db, accountIds.filter(isCustomerId));
  const spvIds = await findSpvAccountIds(db, accountIds);
  const own: readonly string[] = [
    config.PLATFORM_MAIN_ACCOUNT_ID,
    config.PLATFORM_ORIGINATION_ACCOUNT_ID,
    config.PLATFORM_TAX_ACCOUNT_ID,
  ];
  const isOther = ({ accountId }: IncomingWire) =>
    !(isCustomerId(accountId) && customerIds.has(accountId)) && !spvIds.has(accountId) && !own.includes(accountId);
  return {
    customers: wires.flatMap((wire) => {
      const { accountId } = wire;
      return isCustomerId(accountId) && customerIds.has(accountId) ? [{ ...wire, customerId: accountId }] : [];
    }),
    spvs: wires.filter(({ accountId }) => spvIds.has(accountId)),
    platform: wires.filter(({ accountId }) => own.includes(accountId)),
    others: wires.filter(isOther),
  };
}
