// The second life of `npm run demo`: its people, the property and its SPV.

import type { Client } from '../../test/support/client.ts';
import { createInvestor, type DemoInvestor } from './people.ts';
import type { PlannedProperty, PlannedSpv } from './properties.ts';
import { PLATFORM_ACCOUNT, type Stage } from './stage.ts';

/** The people: three investors who are taxed differently. `firstDay`: the loan begins, the first of a month. `feesBefore`: what the
 * platform has earned before, cents. */
export type LoanPeople = {
  administrator: Client;
  anais: DemoInvestor;
  bruno: DemoInvestor;
  chloe: DemoInvestor;
  firstDay: Temporal.PlainDate;
  feesBefore: number;
};

export const VAUBAN_SPV: PlannedSpv = { name: 'SPV Atelier Vauban', accountId: 'spv-vauban', owner: 'Vauban SAS' };

export const VAUBAN: PlannedProperty = {
  name: 'Atelier Vauban, Lille',
  investorContractType: 'obligation',
  returnOnInvestment: 9.6,
  street: '17 rue Vauban',
  postcode: '59000',
  investmentCase: 'Une imprimerie devient des ateliers ; une part du prêt est versée au début des travaux.',
  terms: {
    amountToFundCents: 1_000_000,
    minAmountToFundCents: 900_000,
    totalFundEscrow: 30_000,
    totalConstructionBudget: 200_000,
    companyFees: { fundingFees: { amountExcludingTaxCents: 20_000 }, fiducieFees: { amountExcludingTaxCents: 2_000 } },
    operation: { version: 'V2', annualInterestPercentage: 9.6, durationInMonths: 5 },
    investmentHorizonInMonths: 5,
  },
};

/** 1 000 bricks of 10 EUR: uneven, so that shares leave cents over. */
export const BRICKS = { anais: 500, bruno: 301, chloe: 199 } as const;

/** Days in which the funding is certainly over. */
const FUNDING_DAYS = 14;

/** The players; the loan begins with the first month after the funding. */
export async function createLoanPeople(stage: Stage): Promise<LoanPeople> {
  const funded = (await stage.now())
    .add({ hours: 24 * FUNDING_DAYS })
    .toZonedDateTimeISO('Europe/Paris')
    .toPlainDate();
  const { balanceCents } = await stage.control<{ balanceCents: number }>('GET', `/accounts/${PLATFORM_ACCOUNT}`);
  return {
    administrator: stage.visitor(),
    anais: createInvestor(stage, { firstName: 'Anaïs', lastName: 'Moreau', sex: 'female' }),
    bruno: createInvestor(stage, { firstName: 'Bruno', lastName: 'Costa', sex: 'male' }),
    chloe: createInvestor(stage, { firstName: 'Chloé', lastName: 'Lambert', sex: 'female' }),
    firstDay: funded.with({ day: 1 }).add({ months: 1 }),
    feesBefore: balanceCents,
  };
}

/** The investors with the bricks that they buy. */
export const investorsOf = ({ anais, bruno, chloe }: LoanPeople) => [
  { investor: anais, bricks: BRICKS.anais },
  { investor: bruno, bricks: BRICKS.bruno },
  { investor: chloe, bricks: BRICKS.chloe },
];
