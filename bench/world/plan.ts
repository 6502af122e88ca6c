// What a whole world consists of, at any size: how many of each, the ids by number, and who bought what.

import { ID, ID_BASE } from '../people.ts';

/** Share of the whole world: 100 000 customers, 2 000 properties, 5.4 million bricks, 7.5 million ledger lines. */
export const WORLDS = { small: 0.01, tenth: 0.1, big: 1 } as const;
export type WorldName = keyof typeof WORLDS;

/** Whether somebody's word is the name of a world. */
export function isWorld(name: string): name is WorldName {
  return name in WORLDS;
}

/** Bought of each property, by as many investors; cents. */
export const PURCHASES = 150;
export const BRICKS_EACH = 15;
export const PRICE_CENTS = 1_000;
/** Bricks of a property that were sold; those of an open funding are as many again. */
export const SOLD = PURCHASES * BRICKS_EACH;
/** Months of a schedule, and how many of them are over, paid and distributed. */
export const MONTHS = 24;
export const PAID_MONTHS = 8;
/** Of each holder and month; cents. */
export const COUPON_CENTS = 150;
export const TAX_CENTS = 47;
export const MONEY_INS = 3;
export const MONEY_IN_CENTS = 20_000;
/** Deals for sale of each project in repayment. */
export const DEALS = 5;
/** Of four administrators, for each customer. */
export const ADMIN_ACTIONS = 2;

/** How many customers and properties a world has. Customer 0 bought in every property; number `customers` is the administrator. */
export type Size = { customers: number; properties: number };

/** The size of a world by its name. */
export function sizeOf(name: WorldName): Size {
  return { customers: 100_000 * WORLDS[name], properties: 2_000 * WORLDS[name] };
}

const KINDS = {
  ...ID,
  purchase: '90c4a5e0-0000-4000-8000-',
  purchaseOrder: '04de4000-0000-4000-8000-',
  purchasePayment: 'fa110000-0000-4000-8000-',
  moneyIn: 'f0e10000-0000-4000-8000-',
  brick: 'b41c0000-0000-4000-8000-',
  echeance: 'ec4e0000-0000-4000-8000-',
  wire: '3142e000-0000-4000-8000-',
  wirePayment: '3142ef00-0000-4000-8000-',
  run: '4120a000-0000-4000-8000-',
  line: '114e0000-0000-4000-8000-',
  couponOrder: '04dec000-0000-4000-8000-',
  coupon: 'c0900000-0000-4000-8000-',
  tax: '7a800000-0000-4000-8000-',
  taxOrder: '04de7000-0000-4000-8000-',
  closing: 'c1050000-0000-4000-8000-',
  assignment: 'a5510000-0000-4000-8000-',
  action: 'ac710000-0000-4000-8000-',
} as const;

/** SQL of the id of a kind with the number that `n`, SQL too, computes. */
export function idSql(kind: keyof typeof KINDS, n = 'n'): string {
  return `('${KINDS[kind]}' || (${ID_BASE} + ${n}))::uuid`;
}

/** SQL of the number of the customer of purchase `k` of property `p`: no two of one property are the same. */
export function buyerSql({ customers }: Size, p = 'p', k = 'k'): string {
  return `(case when ${k} = 0 then 0 else 1 + (${p} * ${PURCHASES - 1} + ${k} - 1) % ${customers - 1} end)`;
}

/** SQL of the ids of ledger accounts: four of the platform, two of each customer, five of each property. */
export const ACCOUNT = {
  external: '1',
  main: '2',
  origination: '3',
  tax: '4',
  available: (c: string) => `(10 + 2 * ${c})`,
  held: (c: string) => `(11 + 2 * ${c})`,
  collect: ({ customers }: Size, p = 'p') => `(${10 + 2 * customers} + 5 * ${p})`,
  propertyMain: ({ customers }: Size, p = 'p') => `(${11 + 2 * customers} + 5 * ${p})`,
  unassigned: ({ customers }: Size, p = 'p') => `(${12 + 2 * customers} + 5 * ${p})`,
  coupon: ({ customers }: Size, p = 'p') => `(${13 + 2 * customers} + 5 * ${p})`,
  escrow: ({ customers }: Size, p = 'p') => `(${14 + 2 * customers} + 5 * ${p})`,
} as const;

/** Property numbers by what became of them: two fifths neither, one of them closed, one still open. */
export const IN_REPAYMENT = 'p % 5 < 3';
export const CLOSED = 'p % 5 < 4';
export const OPEN = 'p % 5 = 4';

/** SQL of all properties. */
export const properties = ({ properties: count }: Size) => `generate_series(0, ${count - 1}) as p`;
/** Months that are over, of projects in repayment. */
export const months = (size: Size) => `${properties(size)}, generate_series(0, ${PAID_MONTHS - 1}) as e`;
export const holders = (size: Size) => `${months(size)}, generate_series(0, ${PURCHASES - 1}) as k`;
export const monthNumber = `p * ${PAID_MONTHS} + e`;
export const lineNumber = `(p * ${PAID_MONTHS} + e) * ${PURCHASES} + k`;
/** The ninth of the month after. */
export const paidAt = `(date_trunc('month', now()) - interval '${PAID_MONTHS} months' + (e + 1) * interval '1 month' + interval '9 days' - interval '1 month')`;
export const monthCents = PURCHASES * COUPON_CENTS;
