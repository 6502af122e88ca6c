// Properties whose funding is open, made by SQL with numbered ids. Bricks are made only where purchases are settled: each gets its own then.

import { ID, ID_BASE, idOf, inParallel } from './people.ts';
import type { MeasuredSystem } from './system.ts';

const PRICE_CENTS = 1_000;
/** Behind the catalogue of the row `cursor`, whose first page is to have the same kind of properties as its last. */
const PUBLISHED = `now() - interval '8 days'`;

/** Fundings `first` to `first + count - 1`, each of another SPV with a wallet at the provider; `bricks` are what it offers. */
export async function openFundings(
  system: MeasuredSystem,
  { first, count, bricks }: { first: number; count: number; bricks: number },
): Promise<void> {
  const id = (kind: string) => `('${kind}' || (${ID_BASE} + n))::uuid`;
  const all = `generate_series(${first}, ${first + count - 1}) as n`;
  await system.sql(
    `insert into spv (id, name, country, provider_external_id, created_at, updated_at)
     select ${id(ID.spv)}, 'SPV ' || n, 'France', (${id(ID.spv)})::text, now(), now() from ${all}`,
  );
  await system.sql(
    `insert into property (id, status, investor_contract_type, name, amount_to_fund_cents, min_amount_to_fund_cents, return_on_investment_rate,
       total_bricks, min_bricks, published_at, display_date, funding_start_date, funding_max_end_date, spv_id, created_at, updated_at)
     select ${id(ID.property)}, 'PUBLISHED', 'royalty', 'Les Tilleuls ' || n, ${bricks}::bigint * ${PRICE_CENTS}, 1000, 80000, ${bricks}, 1, ${PUBLISHED}, now(),
       now() - interval '1 day', now() + interval '90 days', ${id(ID.spv)}, now(), now() from ${all}`,
  );
  await system.sql(
    `insert into brick_price (property_id, valid_from, price_cents, created_at)
     select ${id(ID.property)}, ${PUBLISHED}, ${PRICE_CENTS}, now() from ${all}`,
  );
  // Without its wallet at the provider every purchase of a property is refused.
  await inParallel(count, (n) =>
    system.control('POST', '/accounts', { accountId: idOf('spv', first + n), kind: 'spv', status: 6, balanceCents: 0 }),
  );
}

/** Unsold bricks of fundings `first` to `first + count - 1`, `each` of every one. */
export async function makeBricks(
  system: MeasuredSystem,
  { first, count, each }: { first: number; count: number; each: number },
): Promise<void> {
  await system.sql(
    `insert into brick (id, property_id, number)
     select gen_random_uuid(), ('${ID.property}' || (${ID_BASE} + n))::uuid, number
     from generate_series(${first}, ${first + count - 1}) as n, generate_series(1, ${each}) as number`,
  );
}
