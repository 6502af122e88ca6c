// A short loan of the demo world that is over: Camille lends, and has her capital and her interest back a month later.

import { createCast } from './life.ts';
import type { LoanPeople } from './loan-people.ts';
import { becomeVerified } from './people.ts';
import { closeFunding, openSpv, type PlannedProperty, type PlannedSpv, publish, reachFundingStart, shown } from './properties.ts';
import { payByWire, payHolders, readSchedule } from './repayment.ts';
import { must, type Stage } from './stage.ts';
import { buyBricks, receiveWire } from './trading.ts';

const SPV: PlannedSpv = { name: 'SPV Les Halles', accountId: 'spv-halles' };
const BRICKS = 30;
const LENT_CENTS = BRICKS * 1_000;
/** What her first wire brings beside: the rest of her life in the demo is paid from it. */
const OWN_CENTS = 100_000;

const HALLES: PlannedProperty = {
  name: 'Les Halles, Dijon',
  investorContractType: 'obligation',
  returnOnInvestment: 8,
  street: '5 place du Marché',
  postcode: '21000',
  investmentCase: 'Un local de marché est acheté, remis en état et revendu en un mois.',
  terms: {
    amountToFundCents: LENT_CENTS,
    minAmountToFundCents: LENT_CENTS - 1_000,
    totalFundEscrow: 0,
    operation: { version: 'V2', annualInterestPercentage: 8, durationInMonths: 1 },
    investmentHorizonInMonths: 1,
  },
};

/** Published, funded by Camille alone, lent from the first day of the other loan on. */
export async function fundHalles(stage: Stage, { administrator, firstDay }: LoanPeople): Promise<void> {
  const { camille } = createCast(stage);
  await becomeVerified(stage, administrator, camille);
  await receiveWire(stage, camille, OWN_CENTS + LENT_CENTS);
  await publish(stage, administrator, await openSpv(stage, administrator, SPV), HALLES);
  await reachFundingStart(stage, administrator, HALLES);
  await buyBricks(stage, camille, HALLES, BRICKS);
  await closeFunding(stage, administrator, HALLES);
  const { id: propertyId } = await shown(administrator, HALLES);
  const transfer = { action: 'no-withdraw', amountToTransfer: LENT_CENTS };
  must(await administrator.post(`/administration/property/${propertyId}/funding/transfer-funds-to-project-owner`, transfer), 201);
  const echeancierConfig = {
    ...{ totalFundedAmount: LENT_CENTS, initialCapitalLoaned: { date: firstDay.toString(), amount: LENT_CENTS } },
    ...{ durationInMonths: 1, annualInterestPercentage: 8, managementFeesPercentage: 0, spvCountry: 'France' },
    ...{ interestSequestre: 0, events: [] },
  };
  const schedule = { propertyId, echeancierConfig, totalConstructionBudget: 0 };
  must(await administrator.post('/administration/property/payment-schedule/v2', schedule), 201);
}

/** The owner pays interest and capital, and both reach Camille. */
export async function repayHalles(stage: Stage, { administrator }: LoanPeople): Promise<void> {
  const [echeance] = await readSchedule(administrator, HALLES);
  if (!echeance) throw new Error(`${HALLES.name} has no echeance`);
  await payByWire(stage, administrator, SPV, { echeance, amountCents: echeance.amountDue });
  await payByWire(stage, administrator, SPV, { echeance, amountCents: LENT_CENTS, paymentFor: 'capitalRepayment' });
  await stage.runJob('capital-payout');
  await payHolders(stage, administrator);
}
