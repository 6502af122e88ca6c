// Automatic investment: what a wave takes for each thousand plans, whether a thousand or ten thousand follow.

import { openFundings } from '../fundings.ts';
import { ID, ID_BASE, idOf, inParallel } from '../people.ts';
import type { Figure } from '../report.ts';
import type { Stage } from '../stage.ts';
import type { MeasuredSystem } from '../system.ts';

const FEW = 1_000;
const MANY = 10_000;
/** Numbers after those of the other rows. */
const FIRST_PERSON = 500_000;
const FIRST_FUNDING = 1_001;
const MONEY_CENTS = 100_000;
const BAR = { atMost: 1.3, stretch: 1.1 };

type WaveCost = { secondsPerThousand: number; statementsPerPlan: number };

/** Growth of the time per plan from few to many, and the statements of a plan. Waves of few come before and after the one of many. */
export async function plansRow({ system, progress }: Stage): Promise<Figure[]> {
  progress(`settling ${MANY} investors with plans`);
  await settlePlans(system);
  await openFundings(system, { first: FIRST_FUNDING, count: 4, bricks: 1_000_000 });
  await system.sql(`update property set investor_contract_type = 'loan' where id <> $1 and id between $2 and $3`, [
    idOf('property', FIRST_FUNDING),
    idOf('property', FIRST_FUNDING),
    idOf('property', FIRST_FUNDING + 3),
  ]);
  await system.sql('vacuum analyze');
  const wave = async (number: number, plans: number) => {
    const cost = await runWave(system, idOf('property', FIRST_FUNDING + number), plans);
    progress(
      `${plans} plans: ${cost.secondsPerThousand.toFixed(2)} s a thousand, ${cost.statementsPerPlan.toFixed(2)} statements a plan`,
    );
    return cost;
  };
  await wave(1, FEW);
  const before = await wave(2, FEW);
  const many = await wave(0, MANY);
  const after = await wave(3, FEW);
  const fewSeconds = (before.secondsPerThousand + after.secondsPerThousand) / 2;
  const ratios = [before, after].map(({ secondsPerThousand }) => many.secondsPerThousand / secondsPerThousand);
  return [
    {
      row: `wave of ${MANY} plans, growth from ${FEW}`,
      ours: `${many.secondsPerThousand.toFixed(2)} s a thousand`,
      beside: `${fewSeconds.toFixed(2)} s of ${FEW}`,
      value: many.secondsPerThousand / fewSeconds,
      spread: [Math.min(...ratios), Math.max(...ratios)],
      bar: BAR,
    },
    {
      row: 'statements of a plan in a wave',
      ours: many.statementsPerPlan.toFixed(2),
      beside: '-',
      value: many.statementsPerPlan,
      bar: { atMost: 2, stretch: 1 },
    },
  ];
}

/** Investors with money here and at the provider. The plans of all take royalties, those of the first also loans. */
async function settlePlans(system: MeasuredSystem): Promise<void> {
  const id = (kind: string) => `('${kind}' || (${ID_BASE + FIRST_PERSON} + n))::uuid`;
  const everybody = `generate_series(0, ${MANY - 1}) as n`;
  await system.sql(
    `insert into auth_user (id, name, email, "emailVerified")
     select ${id(ID.user)}, 'Camille Durand', 'planner-' || n || '@example.test', true from ${everybody}`,
  );
  await system.sql(
    `insert into customer (id, user_id, kyc_status, provider_status, can_see_royalty, customer_type, referral_code, information_completed_at,
       documents_completed_at, created_at)
     select ${id(ID.customer)}, ${id(ID.user)}, 'verified', 6, true, 'individual', 'planner-' || n, now(), now(), now() from ${everybody}`,
  );
  await system.sql(
    `select count(ledger_post(gen_random_uuid(), 'confirm', 'MONEY_IN', now(), now(),
       array['EXT', 'INV:' || ${id(ID.customer)} || ':AVAILABLE'], array[-${MONEY_CENTS}::bigint, ${MONEY_CENTS}::bigint]))
     from ${everybody}`,
  );
  await system.sql(
    `insert into investment_plan (customer_id, is_active, active_since, amount_per_property_cents, contract_types, created_at, updated_at)
     select ${id(ID.customer)}, true, now() - n * interval '1 second', 5000,
       case when n < ${FEW} then array['royalty', 'loan'] else array['royalty'] end, now(), now()
     from ${everybody}`,
  );
  await inParallel(MANY, (n) =>
    system.control('POST', '/accounts', {
      accountId: idOf('customer', FIRST_PERSON + n),
      kind: 'individual',
      status: 6,
      balanceCents: MONEY_CENTS,
    }),
  );
}

/** One wave from its candidates to its end, in its own process as any job by hand. */
async function runWave(system: MeasuredSystem, propertyId: string, plans: number): Promise<WaveCost> {
  await system.sql(
    `insert into automatic_funding_wave (id, property_id, origin, includes_canceled, status, created_at)
     values (gen_random_uuid(), $1, 'administrator', false, 'pending', now())`,
    [propertyId],
  );
  await system.sql('select pg_stat_statements_reset()');
  await system.run(['job', 'automatic-funding']);
  const [done] = await system.sql<{ bought: number; seconds: number; calls: number }>(
    `select extract(epoch from wave.finished_at - wave.started_at)::float as seconds,
       (select count(*)::integer from purchase where property_id = $1) as bought,
       -- Without those by which the server itself checks foreign keys.
       (select sum(calls)::integer from pg_stat_statements where query not like 'SELECT % FROM ONLY %') as calls
     from automatic_funding_wave as wave
     where wave.property_id = $1 and wave.status = 'done'`,
    [propertyId],
  );
  if (done?.bought !== plans) throw new Error(`the wave bought for ${done?.bought ?? 0} of ${plans} plans`);
  return { secondsPerThousand: (done.seconds * 1_000) / plans, statementsPerPlan: done.calls / plans };
}
