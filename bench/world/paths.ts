// The paths whose growth is measured: what each asks for, as whom.

import type { LoadRequest } from '../load.ts';
import { cookieOf, idOf } from '../people.ts';
import type { MeasuredSystem } from '../system.ts';
import { PAID_MONTHS, type Size } from './plan.ts';
import { refusedWithdrawal } from './withdrawers.ts';

/** `what` a reader of the table knows it by; `status` of its answer, 200 unless given. */
export type Path = { what: string; request: LoadRequest; status?: number };

/** The last month whose coupons were paid, YYYY-MM. */
function lastPaidMonth(): string {
  return Temporal.Now.plainDateISO('UTC').toPlainYearMonth().subtract({ months: 1 }).toString();
}

/** The investor who bought in every property, and one with three purchases. */
export const INVESTORS = { heavy: 0, light: 1 };

/** As these, and as the administrator. */
export function pathsOf(system: MeasuredSystem, { customers, properties }: Size): Path[] {
  const as = (n: number, path: string): LoadRequest => ({ method: 'GET', path, headers: { cookie: cookieOf(system, n) } });
  const { heavy, light } = INVESTORS;
  const administrator = customers;
  const year = Temporal.Now.plainDateISO('UTC').year;
  const property = idOf('property', properties - 1);
  const admin = (what: string, path: string): Path => ({ what, request: as(administrator, `/administration${path}`) });
  const own = (what: string, path: string): Path[] => [
    { what: `${what}, of three purchases`, request: as(light, path) },
    { what: `${what}, of a purchase in every property`, request: as(heavy, path) },
  ];
  return [
    { what: 'catalogue, first page', request: as(light, '/properties?limit=50') },
    { what: 'one property of the catalogue', request: as(light, `/properties/${property}`) },
    { what: 'marketplace, first page', request: as(light, '/marketplace/deal?limit=50') },
    ...own('wallet', '/customers/wallet'),
    ...own('transactions, first page', '/customers/wallet/transactions?limit=50'),
    ...own('bricks', '/customers/bricks?limit=50'),
    ...own('purchases, first page', '/customers/purchases?limit=50'),
    ...own('taxation', '/customers/taxation'),
    ...own('tax summary of a year', `/customers/taxation/summary/${year}`),
    ...own('statement of a year', `/customers/wallet/statements/${year}/csv`),
    { what: 'withdrawal of too much, of three purchases', request: refusedWithdrawal(system, light), status: 400 },
    { what: 'withdrawal of too much, of a purchase in every property', request: refusedWithdrawal(system, heavy), status: 400 },
    admin('customers, first page', '/customers?limit=50'),
    admin('customers by part of an address', '/customers?limit=50&email=tor-77%40'),
    admin('one customer', `/customers/${idOf('customer', 1)}`),
    admin(
      'audit rows of one administrator and kind',
      `/admin-actions?limit=50&kind=JOB_RETRY&administratorId=${idOf('user', customers)}`,
    ),
    admin('audit rows by address', '/admin-actions?limit=50&email=admin-3%40example.test'),
    admin('payments, first page', '/payments?limit=50'),
    admin('SPVs', '/spv?limit=50'),
    admin('obligations and loans', '/property?limit=50'),
    admin('history of payments', '/property/payment-schedule/payment-to-be-assigned/history?limit=50'),
    admin('unpaid capital', '/property/payment-schedule/capital-repayment/unpaid?limit=50'),
    admin('payouts of a month', `/payouts/${lastPaidMonth()}`),
    admin('balances of an investor by month', `/customers/${idOf('customer', 0)}/wallet/history`),
    admin('purses and flows of a project', `/property/${idOf('property', 0)}/purses`),
    admin('postings of a project, first page', `/property/${idOf('property', 0)}/postings?limit=50`),
    admin(`schedule with ${PAID_MONTHS} paid months`, `/property/${idOf('property', 0)}/payment-schedule`),
    admin('proof of a day', '/ledger/proof'),
  ];
}
