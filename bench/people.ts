// Creates investors with sessions, money and bricks for sale by SQL, with numbered ids: request n and transaction n of pgbench then
// use the same rows, and pgbench can compute the ids.

import { createHmac } from 'node:crypto';
import type { MeasuredSystem } from './system.ts';

/** All ids end in a number that is added to this, so that it always has twelve digits. */
export const ID_BASE = 100_000_000_000;

/** Kinds of ids, by the part before the number. */
export const ID = {
  customer: 'c0570000-0000-4000-8000-',
  user: '05e70000-0000-4000-8000-',
  session: '5e550000-0000-4000-8000-',
  deal: 'dea10000-0000-4000-8000-',
  method: 'ba2c0000-0000-4000-8000-',
  property: '94090000-0000-4000-8000-',
  spv: '59700000-0000-4000-8000-',
} as const;
export const TOKEN = 'bench-session-';

/** Buyers are 0 to PEOPLE - 1, sellers PEOPLE to 2 PEOPLE - 1: opposite trades of one pair never meet. */
export const PEOPLE = 256;
const WEALTH_CENTS = 1_000_000_000;
const PRICE_CENTS = 1_000;

/** The id of a kind with this number. */
export function idOf(kind: keyof typeof ID, n: number): string {
  return ID[kind] + String(ID_BASE + n);
}

/** The Cookie header of investor `n`, signed as the session layer signs. */
export function cookieOf(system: MeasuredSystem, n: number): string {
  const token = TOKEN + String(ID_BASE + n);
  const signature = createHmac('sha256', system.environment.SESSION_SECRET ?? '')
    .update(token)
    .digest('base64');
  return `better-auth.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
}

/** Verified investors 0 to 2 PEOPLE - 1, signed in, with money here and at the provider. */
export async function settlePeople(system: MeasuredSystem): Promise<void> {
  const from = (kind: string, n = 'n') => `('${kind}' || (${ID_BASE} + ${n}))::uuid`;
  const everybody = `generate_series(0, ${2 * PEOPLE - 1}) as n`;
  await system.sql(
    `insert into auth_user (id, name, email, "emailVerified")
      select ${from(ID.user)}, 'Camille Durand', 'investor-' || n || '@example.test', true
      from ${everybody}`,
  );
  await system.sql(
    `insert into auth_session (id, "expiresAt", "endsAt", token, "updatedAt", "userId")
     select ${from(ID.session)}, now() + interval '7 days', now() + interval '30 days', '${TOKEN}' || (${ID_BASE} + n), now(), ${from(ID.user)}
       from ${everybody}`,
  );
  await system.sql(
    `insert into customer (id, user_id, kyc_status, provider_status, can_see_royalty, customer_type, referral_code,
        first_name, last_name, citizenship,
       city, city_of_birth, country, country_of_birth, date_of_birth, phone, postcode, sex, street,
       information_completed_at, documents_completed_at, created_at)
     select ${from(ID.customer)}, ${from(ID.user)}, 'verified', 6, true, 'individual', 'camille-' || n, 'Camille',
         'Durand', 'FRA', 'Lyon', 'Lyon', 'FRA', 'FRA',
       '1990-05-04', '+33612345678', '69001', 'female', '1 rue de la République', now(), now(), now()
         from ${everybody}`,
  );
  await inParallel(2 * PEOPLE, (n) =>
    system.control('POST', '/accounts', {
      accountId: idOf('customer', n),
      kind: 'individual',
      status: 6,
      balanceCents: WEALTH_CENTS,
    }),
  );
  await system.run(['job', 'incoming-wires']);
}

/** A property open to resale with deals 0 to `count - 1`, each of one brick; deal n is of seller n modulo PEOPLE. */
export async function offerDeals(system: MeasuredSystem, count: number): Promise<void> {
  const property = idOf('property', 0);
  await system.sql(
    `insert into property (id, status, investor_contract_type, name, amount_to_fund_cents, min_amount_to_fund_cents,
        return_on_investment_rate, total_bricks,
       min_bricks, published_at, funding_ended_at, purchased_date, purchased_brick_count, created_at, updated_at)
     values ($1, 'PUBLISHED', 'royalty', 'Les Tilleuls', 1000, 1000, 80000, 1, 1, now(), now(), now(), 1, now(),
         now())`,
    [property],
  );
  await system.sql(
    `insert into brick_price (property_id, valid_from, price_cents, created_at)
      values ($1, now() - interval '90 days', ${PRICE_CENTS}, now())`,
    [property],
  );
  await system.sql(
    `insert into market_deal (id, property_id, status, seller_id, bricks_ids, brick_count,
        official_brick_price_cents, selling_brick_price_cents,
       price_without_commission_cents, commission_cents, profitability, revenue_yield, brick_price_variation, created_at)
     select ('${ID.deal}' || (${ID_BASE} + n))::uuid, $1, 'pending',
       ('${ID.customer}' || (${ID_BASE + PEOPLE} + n % ${PEOPLE}))::uuid, array[gen_random_uuid()], 1,
       ${PRICE_CENTS}, ${PRICE_CENTS}, ${PRICE_CENTS}, 0, 8, 0, 0, now() from generate_series(0, ${count - 1}) as n`,
    [property],
  );
}

/** Does `work` for 0 to `count - 1`, some at a time. */
export async function inParallel(count: number, work: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const n = next;
      next += 1;
      await work(n);
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
}
