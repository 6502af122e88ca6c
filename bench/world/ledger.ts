// SQL of a world's ledger: every posting that the product would have made, and the accounts with the balances that they add up to.

import { moneyInCents, type Step } from './people-and-projects.ts';
import {
  ACCOUNT,
  BRICKS_EACH,
  buyerSql,
  CLOSED,
  COUPON_CENTS,
  holders,
  IN_REPAYMENT,
  idSql,
  lineNumber,
  MONEY_INS,
  monthCents,
  monthNumber,
  months,
  PRICE_CENTS,
  PURCHASES,
  paidAt,
  properties,
  type Size,
  SOLD,
  TAX_CENTS,
} from './plan.ts';

/** Ids of the postings of one kind. */
const SLOT = 10_000_000;

type Entry = readonly [account: string, cents: string | number];

/** A posting for each row of `rows`, and its lines; `number` counts the rows from 0. */
function postings(
  makes: string,
  posting: {
    slot: number;
    step: 'hold' | 'confirm';
    type: string;
    reference: string;
    at: string;
    number: string;
    rows: string;
    where?: string;
  },
  entries: readonly Entry[],
): Step[] {
  const { slot, step, type, reference, at, number, rows, where = 'true' } = posting;
  const id = `${slot * SLOT + 1}::bigint + ${number}`;
  return [
    {
      makes: `postings of ${makes}`,
      sql: `insert into ledger_posting (id, reference, step, type, event_at, created_at) overriding system value
        select ${id}, ${reference}, '${step}', '${type}', ${at}, ${at} from ${rows} where ${where}`,
    },
    {
      makes: `lines of ${makes}`,
      sql: `insert into ledger_line (posting_id, line_number, account_id, amount_cents, event_at, type)
        select ${id}, line.*, posting.event_at, posting.type
        from ${rows},
          lateral (values ${entries.map(([account, cents], index) => `(${index + 1}, ${account}, ${cents})`).join(', ')}) as line (line_number, account_id, amount_cents),
          ledger_posting as posting
        where posting.id = ${id} and ${where}`,
    },
  ];
}

/** All postings, in the order in which they happened, and the accounts. */
export function ledgerSteps(size: Size): Step[] {
  return [...investorPostings(size), ...projectPostings(size), ...couponPostings(size), accounts(size), FLOWS];
}

function investorPostings(size: Size): Step[] {
  const buyer = buyerSql(size);
  const cents = BRICKS_EACH * PRICE_CENTS;
  const number = `p * ${PURCHASES} + k`;
  const purchase = {
    type: 'PRIMARY_PURCHASE',
    at: `(now() - interval '800 days' + p * interval '100 days' / ${size.properties} + k * interval '10 minutes')`,
    number,
    rows: `${properties(size)}, generate_series(0, ${PURCHASES - 1}) as k`,
  };
  const wire = {
    type: 'MONEY_IN',
    at: `now() - interval '802 days'`,
    number: `c * ${MONEY_INS} + j`,
    rows: `generate_series(0, ${size.customers - 1}) as c, generate_series(0, ${MONEY_INS - 1}) as j`,
  };
  return [
    ...postings('wires of investors', { ...wire, slot: 0, step: 'confirm', reference: idSql('moneyIn', wire.number) }, [
      [ACCOUNT.external, `-${moneyInCents(size)}`],
      [ACCOUNT.available('c'), moneyInCents(size)],
    ]),
    ...postings('holds', { ...purchase, slot: 1, step: 'hold', reference: idSql('purchasePayment', number) }, [
      [ACCOUNT.available(buyer), -cents],
      [ACCOUNT.held(buyer), cents],
    ]),
    ...postings('purchases', { ...purchase, slot: 2, step: 'confirm', reference: idSql('purchaseOrder', number) }, [
      [ACCOUNT.held(buyer), -cents],
      [ACCOUNT.collect(size), cents],
    ]),
  ];
}

function projectPostings(size: Size): Step[] {
  const closing = {
    type: 'FUNDING_CLOSED',
    reference: idSql('closing', 'p'),
    at: `(now() - interval '770 days' + p * interval '100 days' / ${size.properties})`,
    number: 'p',
    rows: properties(size),
    where: CLOSED,
  };
  const paid = { number: monthNumber, rows: months(size), where: IN_REPAYMENT, at: `(${paidAt} - interval '5 days')` };
  const [wire, assignment] = [idSql('wirePayment', monthNumber), idSql('assignment', monthNumber)];
  return [
    ...postings('closings', { ...closing, slot: 3, step: 'confirm' }, [
      [ACCOUNT.collect(size), -SOLD * PRICE_CENTS],
      [ACCOUNT.propertyMain(size), SOLD * PRICE_CENTS],
    ]),
    ...postings('wires of owners', { ...paid, slot: 4, step: 'confirm', type: 'SPV_WIRE_IN', reference: wire }, [
      [ACCOUNT.external, -monthCents],
      [ACCOUNT.unassigned(size), monthCents],
    ]),
    ...postings('assignments', { ...paid, slot: 5, step: 'confirm', type: 'ASSIGNMENT', reference: assignment }, [
      [ACCOUNT.unassigned(size), -monthCents],
      [ACCOUNT.coupon(size), monthCents],
    ]),
  ];
}

function couponPostings(size: Size): Step[] {
  const available = ACCOUNT.available(buyerSql(size));
  const coupon = { at: paidAt, number: lineNumber, rows: holders(size), where: IN_REPAYMENT };
  const reference = idSql('couponOrder', lineNumber);
  return postings('coupons', { ...coupon, slot: 6, step: 'confirm', type: 'COUPON_PAYOUT', reference }, [
    [ACCOUNT.coupon(size), -COUPON_CENTS],
    [available, COUPON_CENTS],
    [available, -TAX_CENTS],
    [ACCOUNT.tax, TAX_CENTS],
  ]);
}

const FLOWS: Step = { makes: 'flows of projects', sql: 'select ledger_sum_up_flows()' };

function accounts(size: Size): Step {
  const { customers } = size;
  return {
    makes: 'accounts',
    sql: `insert into ledger_account (id, name, owner_id, balance_cents, in_cents, version) overriding system value
      select account.id, account.name, account.owner_id, coalesce(moved.cents, 0), coalesce(moved.in_cents, 0), coalesce(moved.postings, 0)
      from (
        values (1, 'EXT', null::uuid), (2, 'PLAT:MAIN', null), (3, 'PLAT:ORIGINATION', null), (4, 'PLAT:TAX', null)
        union all
        select 10 + 2 * c + side, 'INV:' || ${idSql('customer', 'c')} || case side when 0 then ':AVAILABLE' else ':HELD' end, ${idSql('customer', 'c')}
        from generate_series(0, ${customers - 1}) as c, generate_series(0, 1) as side
        union all
        select ${10 + 2 * customers} + 5 * p + purse, 'PRO:' || ${idSql('property', 'p')} || ':' || (array['COLLECT', 'MAIN', 'UNASSIGNED', 'COUPON', 'ESCROW'])[1 + purse], ${idSql('property', 'p')}
        from ${properties(size)}, generate_series(0, 4) as purse
      ) as account (id, name, owner_id)
      left join (
        select account_id, sum(amount_cents)::bigint as cents, sum(greatest(amount_cents, 0))::bigint as in_cents, count(distinct posting_id) as postings
        from ledger_line
        group by account_id
      ) moved on moved.account_id = account.id`,
  };
}
