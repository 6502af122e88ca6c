// The closing statement of the second life, with the expected amounts, calculated by hand.

import { readSettlement } from './loan-owner.ts';
import { BRICKS, type LoanPeople, VAUBAN, VAUBAN_SPV } from './loan-people.ts';
import type { DemoInvestor } from './people.ts';
import { shown } from './properties.ts';
import { readPayouts, readSchedule } from './repayment.ts';
import { must, PLATFORM_ACCOUNT, type Stage } from './stage.ts';
import { openStatement, printInvestor, printProof, row, type Statement } from './statement.ts';
import { transactionsOf } from './trading.ts';

/**
 * Interest of 64, 64, 72, 80 and 5 of penalty, 80 and 100 euros over 500, 301 and 199 bricks: left-over cents go to the greatest
 * remainder, of equal ones to the greater holder. Tax at 31.4 %, abroad none, exempt of income tax 18.6 %, rounded half up.
 */
const EXPECTED = {
  anais: {
    balanceCents: 515_949,
    bricks: BRICKS.anais,
    lines: [
      ...[500_000, -500_000, 500_000],
      ...[3_200, -1_005, 3_200, -1_005, 3_600, -1_130, 4_250, -1_335, 4_000, -1_256, 5_000, -1_570],
    ],
    sums: { gross: 23_250, tax: 7_301, net: 15_949, capital: 500_000 },
  },
  bruno: {
    balanceCents: 314_996,
    bricks: BRICKS.bruno,
    lines: [...[301_000, -301_000, 301_000], ...[1_926, 1_926, 2_167, 2_559, 2_408, 3_010]],
    sums: { gross: 13_996, tax: 0, net: 13_996, capital: 301_000 },
  },
  chloe: {
    balanceCents: 206_532,
    bricks: BRICKS.chloe,
    lines: [...[199_000, -199_000, 199_000], ...[1_274, -237, 1_274, -237, 1_433, -267, 1_691, -315, 1_592, -296, 1_990, -370]],
    sums: { gross: 9_254, tax: 1_722, net: 7_532, capital: 199_000 },
  },
  /** By month of the schedule: what was due of the owner, fees and penalties for the investors included. */
  due: [7_360, 7_360, 8_280, 9_700, 9_200, 11_200],
  /** Management fees by month, tax included: 1.2 % of what is lent. */
  fees: [960, 960, 1_080, 1_200, 1_200, 1_200],
  /** Coupons and capital by month of their payment; nothing came in time for the fourth. */
  coupons: [6_400, 6_400, 7_200, 0, 16_500, 10_000],
  taxes: [1_242, 1_242, 1_397, 0, 3_202, 1_940],
  capital: [0, 0, 0, 0, 0, 1_000_000],
  /**
   * The 40 cents too much of month 2 and 1.60 of the escrow pay the platform's penalties. The rest of the escrow, 300 - 64 - 1.60,
   * and the 2 000 for the works, which were paid outside (A-funding-17), go back: the SPV's wallet is empty.
   */
  settlement: { penaltiesCents: 200, paidBackCents: 23_440 + 200_000 },
  spvCents: 0,
  /** Fiducie fee, penalties and six management fees. */
  feesCents: 2_400 + 200 + (960 + 960 + 1_080 + 1_200 + 1_200 + 1_200),
  originationCents: 24_000,
  taxCents: 9_023,
};
const ACCOUNTS = { origination: 'mortar-origination', tax: 'mortar-tax' };

/** Prints the statement and returns the differences from the expected amounts. */
export async function printLoanStatement(stage: Stage, people: LoanPeople, print: (line: string) => void): Promise<string[]> {
  const { statement, differences } = openStatement(print);
  for (const name of ['anais', 'bruno', 'chloe'] as const) {
    await printInvestor(stage, people[name], EXPECTED[name], statement);
    await printSums(people[name], people.firstDay.year, EXPECTED[name].sums, statement);
  }
  await printMonths(people, statement);
  await printSettlement(people, statement);
  await printAccounts(stage, people, statement);
  await printProof(people.administrator, statement);
  return differences;
}

/** What the loan brought an investor; the form for the tax office must say the same. */
async function printSums(
  investor: DemoInvestor,
  firstYear: number,
  expected: { gross: number; tax: number; net: number; capital: number },
  { print, expect }: Statement,
): Promise<void> {
  const { firstName, client } = investor;
  const transactions = await transactionsOf(investor);
  const sumOf = (type: string) => transactions.reduce((sum, one) => (one.type === type ? sum + one.amountCents : sum), 0);
  const [gross, tax, capital] = [sumOf('COUPON_PAYOUT'), sumOf('WITHHOLDING_TAX'), sumOf('CAPITAL_REPAYMENT')];
  print(row('', 'coupons before tax', gross));
  print(row('', 'tax', tax));
  print(row('', 'coupons after tax', gross - tax));
  print(row('', 'capital', capital));
  expect(`${firstName}'s coupons before tax`, gross, expected.gross);
  expect(`${firstName}'s tax`, tax, expected.tax);
  expect(`${firstName}'s coupons after tax`, gross - tax, expected.net);
  expect(`${firstName}'s capital`, capital, expected.capital);
  const declared = { gross: 0, tax: 0 };
  for (const year of [firstYear, firstYear + 1]) {
    const path = `/customers/taxation/summary/${year}`;
    const form = await client.get<{ grossInterestCents: number; taxWithheldCents: number }>(path);
    if (form.status === 404) continue;
    declared.gross += must(form, 200).grossInterestCents;
    declared.tax += form.body.taxWithheldCents;
  }
  expect(`interest that ${firstName} declares`, declared.gross, expected.gross);
  expect(`tax that ${firstName} declares`, declared.tax, expected.tax);
}

async function printMonths({ administrator, firstDay }: LoanPeople, { print, expect }: Statement): Promise<void> {
  print(`\n${VAUBAN.name}`);
  for (const { number, period, amountDue, remainingToBePaid, managementFees } of await readSchedule(administrator, VAUBAN)) {
    const paidIn = firstDay.add({ months: number }).toString().slice(0, 7);
    const { totals } = await readPayouts(administrator, paidIn);
    print(row(period, `owed by the owner; paid out in ${paidIn}:`, amountDue));
    print(row('', 'management fee, VAT included', managementFees.amountIncludingTax));
    print(row('', 'coupons, tax included', totals.couponCents));
    print(row('', 'tax withheld', totals.taxCents));
    if (totals.capitalCents > 0) print(row('', 'capital', totals.capitalCents));
    const month = number - 1;
    expect(`what was due for ${period}`, amountDue, EXPECTED.due[month]);
    expect(`what remains of ${period}`, remainingToBePaid, 0);
    expect(`fee of ${period}`, managementFees.amountIncludingTax, EXPECTED.fees[month]);
    expect(`transfer of the fee of ${period}`, managementFees.status, 'executed');
    expect(`coupons of ${paidIn}`, totals.couponCents, EXPECTED.coupons[month]);
    expect(`tax of ${paidIn}`, totals.taxCents, EXPECTED.taxes[month]);
    expect(`capital of ${paidIn}`, totals.capitalCents, EXPECTED.capital[month]);
  }
}

/** Where the loan ended: what the platform took, what went back to the owner, and that nothing is left. */
async function printSettlement({ administrator }: LoanPeople, { print, expect }: Statement): Promise<void> {
  const settlement = await readSettlement(administrator, (await shown(administrator, VAUBAN)).id);
  const { financialStatus, doneAt, penalties, owner, payBack, unlentCapital, purses, open, ownerSettlements } = settlement;
  const paidBack = ownerSettlements.filter(({ status }) => status === 'paid');
  expect('the financial status', financialStatus, 'repayment-finished');
  expect('the moment of the settlement', typeof doneAt, 'string');
  expect('times that the owner was paid back', paidBack.length, 1);
  expect('payments and payouts that are open', open.payments + open.payouts, 0);
  for (const [purse, cents] of Object.entries(purses)) expect(`${purse} of ${VAUBAN.name}`, cents, 0);
  print(`\nFinal settlement, ${doneAt?.slice(0, 10)}`);
  for (const [what, cents, expected] of [
    ['penalties of the platform', penalties.transferredCents, EXPECTED.settlement.penaltiesCents],
    ['paid back to the owner', paidBack[0]?.amountCents ?? 0, EXPECTED.settlement.paidBackCents],
    ['still to be paid back', payBack.totalCents, 0],
    ['the owner still owes', owner.owesCents, 0],
    ['funded and never lent', unlentCapital.totalCents, 0],
  ] as const) {
    print(row('', what, cents));
    expect(what, cents, expected);
  }
}

async function printAccounts(stage: Stage, { feesBefore }: LoanPeople, { print, expect }: Statement): Promise<void> {
  print('\nAt the provider');
  for (const [what, accountId, cents] of [
    [VAUBAN_SPV.name, VAUBAN_SPV.accountId, EXPECTED.spvCents],
    ['Mortar, fees', PLATFORM_ACCOUNT, feesBefore + EXPECTED.feesCents],
    ['Mortar, structuring fees', ACCOUNTS.origination, EXPECTED.originationCents],
    ['Mortar, tax to remit', ACCOUNTS.tax, EXPECTED.taxCents],
  ] as const) {
    const { balanceCents } = await stage.control<{ balanceCents: number }>('GET', `/accounts/${accountId}`);
    print(row('', what, balanceCents));
    expect(`balance of ${accountId}`, balanceCents, cents);
  }
}
