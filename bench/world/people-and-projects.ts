// SQL of a world's people, properties, purchases, bricks and schedules. Every statement makes all rows of its kind at once.

import { ID_BASE, TOKEN } from '../people.ts';
import {
  ADMIN_ACTIONS,
  BRICKS_EACH,
  buyerSql,
  CLOSED,
  COUPON_CENTS,
  DEALS,
  IN_REPAYMENT,
  idSql,
  MONEY_IN_CENTS,
  MONEY_INS,
  MONTHS,
  monthCents,
  OPEN,
  PAID_MONTHS,
  PRICE_CENTS,
  PURCHASES,
  properties,
  type Size,
  SOLD,
} from './plan.ts';

/** One statement of the seed, and what it makes. */
export type Step = { makes: string; sql: string };

/** The moment a property was published: they came one after the other, between 800 and 700 days ago. */
const PUBLISHED = (size: Size) => `(now() - interval '800 days' + p * interval '100 days' / ${size.properties})`;
const COLLECTED_CENTS = SOLD * PRICE_CENTS;
const purchases = (size: Size) => `${properties(size)}, generate_series(0, ${PURCHASES - 1}) as k`;
const purchaseNumber = `p * ${PURCHASES} + k`;

/** Sessions for the first hundred of them and for the administrator. */
export function peopleSteps({ customers }: Size): Step[] {
  const everybody = `generate_series(0, ${customers - 1}) as n`;
  return [
    {
      makes: 'users',
      sql: `insert into auth_user (id, name, email, "emailVerified", role)
        select ${idSql('user')}, 'Camille Durand', 'investor-' || n || '@example.test', true, case when n = ${customers} then 'admin' else 'user' end
        from generate_series(0, ${customers}) as n`,
    },
    {
      makes: 'roles of the administrator',
      sql: `insert into administrator_role (user_id, role, given_at) select id, 'owner', now() from auth_user where role = 'admin'`,
    },
    {
      makes: 'sessions',
      sql: `insert into auth_session (id, "expiresAt", "endsAt", token, "updatedAt", "userId")
        select ${idSql('session')}, now() + interval '7 days', now() + interval '30 days', '${TOKEN}' || (${ID_BASE} + n), now(), ${idSql('user')}
        from (select n from generate_series(0, 99) as n union all select ${customers}) as signed_in`,
    },
    {
      makes: 'customers',
      sql: `insert into customer (id, user_id, kyc_status, provider_status, can_see_royalty, customer_type, referral_code, first_name, last_name,
          citizenship, city, city_of_birth, country, country_of_birth, date_of_birth, phone, postcode, sex, street,
          information_completed_at, documents_completed_at, created_at)
        select ${idSql('customer')}, ${idSql('user')}, 'verified', 6, true, 'individual', 'camille-' || n, 'Camille',
          (array['Durand', 'Moreau', 'Lefebvre', 'Garnier', 'Faure'])[1 + n % 5] || '-' || n, 'FRA', 'Lyon', 'Lyon', 'FRA', 'FRA', '1990-05-04', '+33612345678',
          '69001', 'female', '1 rue de la République', at, at, at
        from ${everybody}, lateral (select now() - interval '900 days' + n * interval '600 days' / ${customers} as at) as joined`,
    },
    {
      makes: 'audit rows',
      sql: `insert into admin_action (id, kind, administrator_id, administrator_email, target_type, target_id, created_at)
        select ${idSql('action')}, (array['CUSTOMER_UPDATE', 'PROPERTY_EDIT', 'SPV_UPDATE', 'JOB_RETRY', 'HOME_NEWS_CREATE'])[1 + n % 5],
          ${idSql('user', `${customers} + n % 4`)}, 'admin-' || n % 4 || '@example.test', 'customer', ${idSql('customer', `n / ${ADMIN_ACTIONS}`)}::text,
          now() - interval '700 days' + n * interval '690 days' / ${customers * ADMIN_ACTIONS}
        from generate_series(0, ${customers * ADMIN_ACTIONS - 1}) as n`,
    },
  ];
}

/** Three fifths in repayment, one fifth closed, one fifth open with half of its bricks sold. */
export function projectSteps(size: Size): Step[] {
  return [
    {
      makes: 'SPVs',
      sql: `insert into spv (id, name, country, provider_external_id, kyb_status, created_at, updated_at)
        select ${idSql('spv', 'p')}, 'SPV ' || p, 'France', ${idSql('spv', 'p')}::text, 'verified', ${PUBLISHED(size)}, ${PUBLISHED(size)} from ${properties(size)}`,
    },
    {
      makes: 'properties',
      sql: `insert into property (id, status, investor_contract_type, name, spv_id, presentation, operation, amount_to_fund_cents, min_amount_to_fund_cents,
          return_on_investment_rate, investment_horizon_in_months, total_bricks, min_bricks, published_at, display_date, funding_start_date, funding_max_end_date,
          funding_ended_at, collected_cents, escrow_set_aside_cents, investor_count, purchased_brick_count, primary_market_open, financial_status,
          created_at, updated_at)
        select ${idSql('property', 'p')}, 'PUBLISHED', 'obligation', 'Les Tilleuls ' || p, ${idSql('spv', 'p')},
          jsonb_build_object('investmentCase', repeat('Marchand de biens. ', 20), 'localisationDescription', repeat('Rive gauche. ', 10), 'surface', p),
          '{"version": "V2", "durationInMonths": ${MONTHS}}', bricks * ${PRICE_CENTS}, 1000, 120000, ${MONTHS}, bricks, 1, at, at, at, at + interval '2 years 100 days',
          case when ${CLOSED} then at + interval '30 days' end, case when ${CLOSED} then ${COLLECTED_CENTS} end, case when ${CLOSED} then 0 end,
          case when ${CLOSED} then ${PURCHASES} end, case when ${CLOSED} then ${SOLD} end, ${OPEN},
          case when ${IN_REPAYMENT} then 'repayment-ongoing' when ${CLOSED} then 'reception-by-project-owner-pending' end, at, at
        from ${properties(size)}, lateral (select case when ${OPEN} then ${2 * SOLD} else ${SOLD} end as bricks, ${PUBLISHED(size)} as at) as published`,
    },
    {
      makes: 'prices',
      sql: `insert into brick_price (property_id, valid_from, price_cents, created_at)
        select ${idSql('property', 'p')}, ${PUBLISHED(size)}, ${PRICE_CENTS}, ${PUBLISHED(size)} from ${properties(size)}`,
    },
    {
      makes: 'counts of fundings',
      sql: `insert into funding_totals (property_id, confirmed_bricks, confirmed_cents)
        select ${idSql('property', 'p')}, ${SOLD}, ${COLLECTED_CENTS} from ${properties(size)}`,
    },
    {
      makes: 'deals for sale',
      sql: `insert into market_deal (id, property_id, status, seller_id, bricks_ids, brick_count, official_brick_price_cents, selling_brick_price_cents,
          price_without_commission_cents, commission_cents, profitability, revenue_yield, brick_price_variation, created_at)
        select ${idSql('deal', purchaseNumber)}, ${idSql('property', 'p')}, 'pending', ${idSql('customer', buyerSql(size))},
          array[${idSql('brick', `p * ${2 * SOLD} + k * ${BRICKS_EACH}`)}], 1, ${PRICE_CENTS}, ${PRICE_CENTS}, ${PRICE_CENTS}, 0, 8, 0, 0,
          now() - (p * ${PURCHASES} + k) * interval '1 second'
        from ${properties(size)}, generate_series(1, ${DEALS}) as k where ${IN_REPAYMENT}`,
    },
    {
      makes: 'bricks',
      sql: `insert into brick (id, property_id, number, owner_customer_id, purchase_id, status, deal_id)
        select ${idSql('brick', `p * ${2 * SOLD} + b`)}, ${idSql('property', 'p')}, b + 1,
          case when b < ${SOLD} then ${idSql('customer', buyerSql(size))} end, case when b < ${SOLD} then ${idSql('purchase', purchaseNumber)} end,
          case when for_sale then 'SELLING' end, case when for_sale then ${idSql('deal', purchaseNumber)} end
        from ${properties(size)}, generate_series(0, ${2 * SOLD - 1}) as b,
          lateral (select b / ${BRICKS_EACH} as k) as bought,
          lateral (select ${IN_REPAYMENT} and b % ${BRICKS_EACH} = 0 and k between 1 and ${DEALS} as for_sale) as offered
        where b < ${SOLD} or ${OPEN}`,
    },
    {
      makes: 'holdings',
      sql: `insert into brick_holding (property_id, customer_id, brick_count, selling_brick_count, property_created_at)
        select ${idSql('property', 'p')}, ${idSql('customer', buyerSql(size))}, ${BRICKS_EACH},
          case when ${IN_REPAYMENT} and k between 1 and ${DEALS} then 1 else 0 end, property.created_at
        from ${purchases(size)}, property where property.id = ${idSql('property', 'p')}`,
    },
  ];
}

/** Purchases with their payments, and the wires that paid for them. */
export function purchaseSteps(size: Size): Step[] {
  const at = `(${PUBLISHED(size)} + k * interval '10 minutes')`;
  const cents = BRICKS_EACH * PRICE_CENTS;
  return [
    {
      makes: 'payments of purchases',
      sql: `insert into payment (id, kind, purpose, subject_id, status, from_account_id, to_account_id, amount_cents, comment, provider_payment_id,
          attempts, send_count, first_sent_at, last_sent_at, created_at, settled_at)
        select ${idSql('purchaseOrder', purchaseNumber)}, 'transfer', 'primary-purchase', ${idSql('purchase', purchaseNumber)}, 'succeeded',
          ${idSql('customer', buyerSql(size))}::text, ${idSql('spv', 'p')}::text, ${cents}, 'Purchase', 1 + ${purchaseNumber}, 1, 1, ${at}, ${at}, ${at}, ${at}
        from ${purchases(size)}`,
    },
    {
      makes: 'transactions of purchases',
      sql: `insert into wallet_transaction (id, type, status, customer_id, amount_cents, payment_id, property_id, created_at, event_at)
        select ${idSql('purchasePayment', purchaseNumber)}, 'PRIMARY_PURCHASE', 'CONFIRMED', ${idSql('customer', buyerSql(size))}, ${cents},
          ${idSql('purchaseOrder', purchaseNumber)}, ${idSql('property', 'p')}, ${at}, ${at}
        from ${purchases(size)}`,
    },
    {
      makes: 'purchases',
      sql: `insert into purchase (id, property_id, customer_id, brick_count, amount_cents, status, window_end, wallet_transaction_id, created_at, updated_at)
        select ${idSql('purchase', purchaseNumber)}, ${idSql('property', 'p')}, ${idSql('customer', buyerSql(size))}, ${BRICKS_EACH}, ${cents}, 'confirmed',
          ${at} + interval '4 days', ${idSql('purchasePayment', purchaseNumber)}, ${at}, ${at}
        from ${purchases(size)}`,
    },
    {
      makes: 'transactions of closings',
      sql: `insert into wallet_transaction (id, type, status, spv_id, amount_cents, property_id, created_at, event_at)
        select ${idSql('closing', 'p')}, 'FUNDING_CLOSED', 'CONFIRMED', ${idSql('spv', 'p')}, ${SOLD * PRICE_CENTS}, ${idSql('property', 'p')},
          ${PUBLISHED(size)} + interval '30 days', ${PUBLISHED(size)} + interval '30 days'
        from ${properties(size)} where ${CLOSED}`,
    },
    {
      makes: 'wires of investors',
      sql: `insert into wallet_transaction (id, type, status, customer_id, amount_cents, provider_money_in_id, created_at, event_at)
        select ${idSql('moneyIn', `c * ${MONEY_INS} + j`)}, 'MONEY_IN', 'CONFIRMED', ${idSql('customer', 'c')}, ${moneyInCents(size)}, 1 + c * ${MONEY_INS} + j, at, at
        from generate_series(0, ${size.customers - 1}) as c, generate_series(0, ${MONEY_INS - 1}) as j,
          lateral (select now() - interval '810 days' + (c + j * ${size.customers}) * interval '8 days' / ${MONEY_INS * size.customers} as at) as arrived`,
    },
  ];
}

/** SQL of what wire `j` of customer `c` brought: the first of customer 0 pays for a purchase in every property. */
export function moneyInCents({ properties: count }: Size): string {
  return `(case when c = 0 and j = 0 then ${count * BRICKS_EACH * PRICE_CENTS + MONEY_IN_CENTS} else ${MONEY_IN_CENTS} end)`;
}

/** Schedules of two years, of which the first months are over and paid. */
export function scheduleSteps(size: Size): Step[] {
  const first = `date_trunc('month', now()) - interval '${PAID_MONTHS} months'`;
  return [
    {
      makes: 'schedules',
      sql: `insert into payment_schedule (property_id, total_funded_amount_cents, initial_capital_loaned_date, initial_capital_loaned_cents, duration_in_months,
          annual_interest_rate, management_fees_rate, interest_sequestre_cents, created_at, updated_at)
        select ${idSql('property', 'p')}, ${COLLECTED_CENTS}, ${first}, ${COLLECTED_CENTS}, ${MONTHS}, 120000, 0, 0, ${first}, ${first}
        from ${properties(size)} where ${IN_REPAYMENT}`,
    },
    {
      makes: 'echeances',
      sql: `insert into echeance (id, property_id, number, period, start_date, end_date, due_date, capital_loaned_at_start_cents, capital_loaned_cents,
          interest_cents, management_fees_excl_tax_cents, management_fees_vat_cents, interest_carry, management_fees_carry,
          capital_repayment_due_cents, mensualite_paid_cents, coupon_distributed_cents, created_at, updated_at)
        select ${idSql('echeance', `p * ${MONTHS} + e`)}, ${idSql('property', 'p')}, e + 1, to_char(begins, 'YYYY-MM'), begins, begins + interval '1 month', begins + interval '1 month',
          ${COLLECTED_CENTS}, ${COLLECTED_CENTS}, ${PURCHASES * COUPON_CENTS}, 0, 0, 0, 0, case when e = ${MONTHS - 1} then ${COLLECTED_CENTS} else 0 end,
          case when e < ${PAID_MONTHS} then ${monthCents} else 0 end, case when e < ${PAID_MONTHS} then ${monthCents} else 0 end, begins, begins
        from ${properties(size)}, generate_series(0, ${MONTHS - 1}) as e, lateral (select ${first} + e * interval '1 month' as begins) as month
        where ${IN_REPAYMENT}`,
    },
  ];
}
