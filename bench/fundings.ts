// Properties whose funding is open, made by SQL with numbered ids; the bricks themselves come with the first settlement, so none are made.

import type { House } from './house.ts';
import { ID, ID_BASE } from './people.ts';

const PRICE_CENTS = 1_000;

/** Fundings `first` to `first + count - 1`, each of an SPV of its own. */
export async function openFundings(
  house: House,
  { first, count, bricks }: { first: number; count: number; bricks: number },
): Promise<void> {
  const id = (kind: string) => `('${kind}' || (${ID_BASE} + n))::uuid`;
  const all = `generate_series(${first}, ${first + count - 1}) as n`;
  await house.sql(
    `insert into spv (id, name, country, provider_external_id, created_at, updated_at)
     select ${id(ID.spv)}, 'SPV ' || n, 'France', (${id(ID.spv)})::text, now(), now() from ${all}`,
  );
  await house.sql(
    `insert into property (id, status, investor_contract_type, name, amount_to_fund_cents, min_amount_to_fund_cents, return_on_investment_rate,
       total_bricks, min_bricks, published_at, display_date, funding_start_date, funding_max_end_date, spv_id, created_at, updated_at)
     select ${id(ID.property)}, 'PUBLISHED', 'royalty', 'Les Tilleuls ' || n, ${bricks}::bigint * ${PRICE_CENTS}, 1000, 80000, ${bricks}, 1, now(), now(),
       now() - interval '1 day', now() + interval '90 days', ${id(ID.spv)}, now(), now() from ${all}`,
  );
  await house.sql(
    `insert into brick_price (property_id, valid_from, price_cents, created_at)
     select ${id(ID.property)}, now() - interval '1 day', ${PRICE_CENTS}, now() from ${all}`,
  );
}
