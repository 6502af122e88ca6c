// The closing statement of the second life, and the cents that it must come to, reckoned by hand.

import { BRICKS, type LoanCast, VAUBAN, VAUBAN_SPV } from './loan-cast.ts';
import { readPayouts, readSchedule } from './repayment.ts';
import { PLATFORM_ACCOUNT, type Stage } from './stage.ts';
import { openStatement, printInvestor, printProof, row, type Statement } from './statement.ts';

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
  },
  bruno: {
    balanceCents: 314_996,
    bricks: BRICKS.bruno,
    lines: [...[301_000, -301_000, 301_000], ...[1_926, 1_926, 2_167, 2_559, 2_408, 3_010]],
  },
  chloe: {
    balanceCents: 206_532,
    bricks: BRICKS.chloe,
    lines: [...[199_000, -199_000, 199_000], ...[1_274, -237, 1_274, -237, 1_433, -267, 1_691, -315, 1_592, -296, 1_990, -370]],
  },
  /** By month of the schedule: what was due of the owner, fees and penalties for the investors included. */
  due: [7_360, 7_360, 8_280, 9_700, 9_200, 11_200],
  /** Coupons and capital by month of their payment; nothing came in time for the fourth. */
  coupons: [6_400, 6_400, 7_200, 0, 16_500, 10_000],
  taxes: [1_242, 1_242, 1_397, 0, 3_202, 1_940],
  capital: [0, 0, 0, 0, 0, 1_000_000],
  /** What is left of the escrow, the budget of the works, and the 40 cents too much of month 2. */
  spvCents: 23_600 + 200_000 + 40,
  /** Fiducie fee and six management fees. */
  feesCents: 2_400 + (960 + 960 + 1_080 + 1_200 + 1_200 + 1_200),
  originationCents: 24_000,
  taxCents: 9_023,
};
const ACCOUNTS = { origination: 'mortar-origination', tax: 'mortar-tax' };

/** Prints the statement and answers what differs from the expected cents; empty when all is right. */
export async function printLoanStatement(stage: Stage, cast: LoanCast, print: (line: string) => void): Promise<string[]> {
  const { statement, differences } = openStatement(print);
  for (const name of ['anais', 'bruno', 'chloe'] as const) await printInvestor(stage, cast[name], EXPECTED[name], statement);
  await printMonths(cast, statement);
  await printAccounts(stage, cast, statement);
  await printProof(cast.administrator, statement);
  return differences;
}

async function printMonths({ administrator, firstDay }: LoanCast, { print, expect }: Statement): Promise<void> {
  print(`\n${VAUBAN.name}`);
  for (const { number, period, amountDue, remainingToBePaid } of await readSchedule(administrator, VAUBAN)) {
    const paidIn = firstDay.add({ months: number }).toString().slice(0, 7);
    const { totals } = await readPayouts(administrator, paidIn);
    print(row(period, `owed by the owner; paid out in ${paidIn}:`, amountDue));
    print(row('', 'coupons, tax included', totals.couponCents));
    print(row('', 'tax withheld', totals.taxCents));
    if (totals.capitalCents > 0) print(row('', 'capital', totals.capitalCents));
    const month = number - 1;
    expect(`what was due for ${period}`, amountDue, EXPECTED.due[month]);
    expect(`what remains of ${period}`, remainingToBePaid, 0);
    expect(`coupons of ${paidIn}`, totals.couponCents, EXPECTED.coupons[month]);
    expect(`tax of ${paidIn}`, totals.taxCents, EXPECTED.taxes[month]);
    expect(`capital of ${paidIn}`, totals.capitalCents, EXPECTED.capital[month]);
  }
}

async function printAccounts(stage: Stage, { feesBefore }: LoanCast, { print, expect }: Statement): Promise<void> {
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
