// Thousands of rows at once, for what must hold or stay fast with many of them: over HTTP they would take hours. All of it SQL.

import { randomUUID } from 'node:crypto';
import { dataCipher } from '../../src/core/data-cipher.ts';
import type { CustomerId, PropertyId, SpvId } from '../../src/core/db/tables.ts';
import type { World } from './world.ts';

/** Prices of one property, a second apart, of 1001 cents and more. By SQL: thousands. */
export async function manyPrices(world: World, propertyId: PropertyId, count: number): Promise<void> {
  await world.sql(
    `insert into brick_price (property_id, valid_from, price_cents, created_at)
     select $1, now() + n * interval '1 second', 1000 + n, now() from generate_series(1, $2::integer) n`,
    [propertyId, count],
  );
}

/** Drafts on one SPV, as many obligations as royalties. By SQL: ten thousand. */
export async function manyDrafts(world: World, spvId: SpvId, ofEach: number): Promise<void> {
  await world.sql(
    `insert into property (id, investor_contract_type, name, spv_id, presentation, amount_to_fund_cents, created_at, updated_at)
     select gen_random_uuid(), case when n <= $2 then 'obligation' else 'royalty' end, 'Plan ' || n, $1,
       jsonb_build_object('imageGallery', jsonb_build_array('https://images.test/a.png'), 'investmentCase', repeat('texte ', 20)), 1000 + n, now(), now()
     from generate_series(1, 2 * $2::integer) as n`,
    [spvId, ofEach],
  );
}

/** SPVs with three projects each. By SQL: over a hundred. */
export async function manySpvs(world: World, count: number): Promise<void> {
  await world.sql(
    `with more as (insert into spv (id, name, country, created_at, updated_at)
       select gen_random_uuid(), 'SPV ' || n, 'France', now(), now() from generate_series(1, $1::integer) as n returning id)
     insert into property (id, name, investor_contract_type, spv_id, created_at, updated_at)
     select gen_random_uuid(), 'P', 'loan', more.id, now(), now() from more, generate_series(1, 3)`,
    [count],
  );
}

/** Deposits of one cent. By SQL: tens of thousands, all of one moment. */
export async function manyDeposits(world: World, customerId: CustomerId, count: number): Promise<void> {
  await world.sql(
    `insert into wallet_transaction (id, type, status, customer_id, amount_cents, created_at, event_at)
     select gen_random_uuid(), 'MONEY_IN', 'CONFIRMED', $1, 1, '2026-11-20T10:00:00Z', '2026-11-20T10:00:00Z' from generate_series(1, $2::integer)`,
    [customerId, count],
  );
}

/** What `count` holders have declared, each for a row of theirs, as lists of PostgreSQL. */
function answersAbroad(world: World, count: number) {
  const cipher = dataCipher(world.deps.config);
  const answers = JSON.stringify({ year: 2026, fiscalResidence: 'abroad' });
  const ids = Array.from({ length: count }, () => randomUUID());
  const encrypted = ids.map((row) => cipher.encrypt(answers, { column: 'tax_rate_request.answers', row }).toString('hex'));
  const digest = cipher.digest(answers, 'tax-answers').toString('hex');
  return `unnest('{${ids}}'::uuid[], '{${encrypted}}'::text[], array_fill('${digest}'::text, array[${count}]))`;
}

/**
 * Holders of one property beside the one who bought its first brick: a third of all have two bricks, a tenth are companies, a seventh live
 * abroad. The table `holder` names them.
 */
export async function manyHolders(world: World, propertyId: PropertyId, count: number): Promise<void> {
  // By SQL: a hundred thousand people cannot sign up and buy one by one.
  await world.sql(
    `create table holder as
     select coalesce(first.owner_customer_id, gen_random_uuid()) as id, gen_random_uuid() as user_id, gen_random_uuid() as purchase_id,
       case when n % 3 = 0 then 2 else 1 end as bricks, n
     from generate_series(1, ${Math.trunc(count)}) as n
     left join brick as first on n = 1 and first.property_id = '${propertyId}' and first.number = 1;
     insert into auth_user (id, name, email, "emailVerified")
     select user_id, 'Camille Durand', 'holder-' || n || '@example.test', true from holder where n > 1;
     insert into customer (id, user_id, kyc_status, provider_status, customer_type, referral_code, created_at)
     select id, user_id, 'verified', 6, case when n % 10 = 0 then 'business' else 'individual' end, 'holder-' || n, now() from holder where n > 1;
     insert into tax_rate_request (id, customer_id, year, tax_rate_bps, answers_ciphertext, answers_digest, status, created_at, validated_at)
     select request.id, holder.id, 2026, 0, decode(request.answers, 'hex'), decode(request.digest, 'hex'), 'validated', now(), now()
     from ${answersAbroad(world, Math.floor(count / 7))} with ordinality as request (id, answers, digest, number)
     join holder on holder.n = 7 * request.number;
     insert into purchase (id, property_id, customer_id, brick_count, amount_cents, status, window_end, created_at, updated_at)
     select purchase_id, '${propertyId}', id, bricks, bricks * 100, 'confirmed', now(), now(), now() from holder where n > 1;
     update funding_totals
     set confirmed_bricks = confirmed_bricks + sold.bricks, confirmed_cents = confirmed_cents + sold.bricks * 100
     from (select sum(bricks) as bricks from holder where n > 1) as sold
     where property_id = '${propertyId}';
     insert into brick (id, property_id, number, owner_customer_id, purchase_id)
     select gen_random_uuid(), '${propertyId}', 1 + row_number() over (), holder.id, holder.purchase_id
     from holder, generate_series(1, holder.bricks) where n > 1;
     update property set total_bricks = (select count(*) from brick where property_id = '${propertyId}') where id = '${propertyId}'`,
  );
}
