// A coupon run to 100 000 holders, beside the set-based SQL that somebody would write by hand for it; and how both grow.

import { readConfig } from '../../src/config/index.ts';
import { operatorRun } from '../../src/core/jobs/jobs.ts';
import { createLog } from '../../src/core/telemetry/log.ts';
import { ledgerProofJob } from '../../src/features/operations/ledger-proof/index.ts';
import { couponPayoutJob } from '../../src/features/repayment/payouts/index.ts';
import { type Service, startService } from '../../src/service.ts';
import { openProject, type Project, payFirstMonth, settleHolders, takeFirstMonthBack } from '../projects.ts';
import type { Figure } from '../report.ts';
import { type Comparison, sideBySide } from '../side-by-side.ts';
import type { Stage } from '../stage.ts';
import type { MeasuredSystem } from '../system.ts';

const FEW = 1_000;
const MANY = 100_000;
const BAR = { atMost: 3, stretch: 1.5 };
/** A job that an operator starts. */
const RUN = operatorRun('bench');

/** Milliseconds of both, of few holders and of many; memory of ours; the proof after the last run. */
export async function couponRow({ system, progress }: Stage): Promise<Figure[]> {
  await settleHolders(system, MANY);
  const few = await openProject(system, 1, FEW);
  const many = await openProject(system, 2, MANY);
  const config = readConfig({ ...system.environment, COUPON_PAYOUT_DAY_OF_MONTH: '1' });
  const service = await startService({ config, log: createLog({ level: 'error', name: 'bench' }), api: false, worker: false });
  try {
    const small = await compare(system, service, few, progress);
    const large = await compare(system, service, many, progress);
    const proof = await proveLastRun(system, service, many);
    const growth = large.ours / small.ours / (large.theirs / small.theirs);
    return [
      {
        row: `coupon run to ${MANY} holders`,
        ours: `${large.ours.toFixed(0)} ms`,
        beside: `${large.theirs.toFixed(0)} ms hand-written SQL`,
        value: large.ratio,
        spread: large.spread,
        bar: BAR,
        notes: [
          `highest heap, garbage included: ${(small.heapBytes / 1e6).toFixed(0)} MB with ${FEW} holders, ${(large.heapBytes / 1e6).toFixed(0)} MB with ${MANY}`,
          `ledger proof after the last run: ${proof}`,
        ],
      },
      {
        row: `coupon run, growth from ${FEW}`,
        ours: `x ${(large.ours / small.ours).toFixed(0)}`,
        beside: `x ${(large.theirs / small.theirs).toFixed(0)} hand-written SQL`,
        value: growth,
        bar: BAR,
      },
    ];
  } finally {
    await service.close();
  }
}

async function compare(
  system: MeasuredSystem,
  service: Service,
  project: Project,
  progress: (line: string) => void,
): Promise<Comparison & { heapBytes: number }> {
  let heapBytes = 0;
  const ours = async () => {
    await takeFirstMonthBack(system, project);
    await payFirstMonth(system, project);
    const timer = setInterval(() => {
      heapBytes = Math.max(heapBytes, process.memoryUsage().heapUsed);
    }, 20);
    const tookMs = await millisecondsOf(async () => {
      const report = await couponPayoutJob.work(service.deps, {}, RUN);
      assertPaid(report, project);
    });
    clearInterval(timer);
    return tookMs;
  };
  const theirs = async () => {
    await takeFirstMonthBack(system, project);
    await payFirstMonth(system, project);
    return millisecondsOf(() => byHand(system, project));
  };
  const comparison = await sideBySide(ours, theirs, progress);
  await takeFirstMonthBack(system, project);
  return { ...comparison, heapBytes };
}

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function assertPaid(report: unknown, project: Project): void {
  // Border: the report of couponPayoutJob; a job's work is declared to return anything.
  const paid = report as { payouts: number; totalCents: number };
  if (paid.payouts !== project.holders || paid.totalCents !== project.couponCents)
    throw new Error(`the run paid ${JSON.stringify(report)}`);
}

/** Runs ours once more, and asks the proof about it; the rows of other benchmarks do not have to add up. */
async function proveLastRun(system: MeasuredSystem, service: Service, project: Project): Promise<string> {
  await takeFirstMonthBack(system, project);
  await payFirstMonth(system, project);
  assertPaid(await couponPayoutJob.work(service.deps, {}, RUN), project);
  // Border: the job's report is the proof; a job's work is declared to return anything.
  const proof = (await ledgerProofJob.work(service.deps, { dryRun: true }, RUN)) as {
    invariants: { name: string; ok: boolean; violations: { subject: string }[] }[];
  };
  // The properties of other rows have no bricks, and no holder has bought theirs.
  const isOfOthers = ({ name, violations }: { name: string; violations: { subject: string }[] }) =>
    name === 'owners-follow-trades' ||
    (name === 'bricks-add-up' && violations.every(({ subject }) => subject !== project.propertyId));
  const broken = proof.invariants.filter((invariant) => !invariant.ok && !isOfOthers(invariant)).map(({ name }) => name);
  await takeFirstMonthBack(system, project);
  return broken.length === 0 ? 'every invariant holds' : `broken: ${broken.join(', ')}`;
}

/** Run, lines by largest remainder, taxes at the default rate or none, orders, transactions, tax parts and jobs, in one transaction. */
async function byHand(system: MeasuredSystem, { propertyId, echeanceId, couponCents }: Project): Promise<void> {
  const run = `(select id from payout_run where property_id = '${propertyId}')`;
  await system.sql(`
    begin;
    set local role mortar_app;
    insert into coupon_month (period, started_at, finished_at) values (to_char(now(), 'YYYY-MM'), now(), now());
    insert into payout_run (id, kind, property_id, echeance_id, period, run_date, total_cents, created_at)
      values (gen_random_uuid(), 'coupon', '${propertyId}', '${echeanceId}', to_char(now(), 'YYYY-MM'), now(),
          ${couponCents}, now());
    insert into payout_line (id, run_id, customer_id, brick_count, gross_cents, tax_cents, income_tax_bps, social_bps)
      select gen_random_uuid(), ${run}, customer.id, bricks, cents, (2 * cents * rate.bps + 10000) / 20000,
          rate.bps * 1280 / 3140, rate.bps * 1860 / 3140
      from (
        select customer_id, bricks, bricks * ${couponCents} / total
            + (row_number() over (order by bricks * ${couponCents} % total desc, bricks desc, customer_id) <= ${couponCents} - sum(bricks * ${couponCents} / total) over ())::integer as cents
        from (select owner_customer_id as customer_id, count(*) as bricks, (sum(count(*)) over ())::bigint as total
          from brick
          where property_id = '${propertyId}'
          group by 1) held
      ) share join customer on customer.id = share.customer_id
      left join tax_rate_request request on request.customer_id = customer.id
          and request.year = extract(year from now()) and request.status = 'validated'
      cross join lateral (select case when customer.customer_type = 'business' or request.id is not null then 0
          else 3140 end as bps) rate;
    insert into payment (id, kind, purpose, subject_id, from_account_id, to_account_id, amount_cents, comment,
        created_at)
      select gen_random_uuid(), 'transfer', 'coupon', id, 'bench', customer_id::text, gross_cents - tax_cents,
          'coupon', now()
        from payout_line
        where run_id = ${run};
    insert into wallet_transaction (id, type, status, customer_id, amount_cents, payment_id, property_id,
        created_at, event_at)
      select gen_random_uuid(), side.type, 'WAITING', line.customer_id, side.cents, placed.id, '${propertyId}',
          now(), now()
      from payout_line line join payment placed on placed.subject_id = line.id
      cross join lateral (values ('COUPON_PAYOUT', line.gross_cents), ('WITHHOLDING_TAX', line.tax_cents))
          as side (type, cents)
      where line.run_id = ${run} and side.cents > 0;
    insert into coupon_tax (wallet_transaction_id, coupon_transaction_id, gross_cents, income_tax_bps, social_bps,
        income_tax_cents, social_cents)
      select tax.id, coupon.id, line.gross_cents, 1280, 1860, (2 * line.gross_cents * 1280 + 10000) / 20000,
          line.tax_cents - (2 * line.gross_cents * 1280 + 10000) / 20000
      from payout_line line join payment placed on placed.subject_id = line.id
      join wallet_transaction tax on tax.payment_id = placed.id and tax.type = 'WITHHOLDING_TAX'
      join wallet_transaction coupon on coupon.payment_id = placed.id and coupon.type = 'COUPON_PAYOUT'
      where line.run_id = ${run};
    insert into pgboss.job (name, data, policy, retry_limit, retry_backoff, dead_letter, heartbeat_seconds)
      select 'execute-payment', jsonb_build_object('paymentId', placed.id), 'standard', 12, true, 'dead-letter', 10
      from payout_line line join payment placed on placed.subject_id = line.id where line.run_id = ${run};
    commit`);
}
