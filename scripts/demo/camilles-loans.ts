// The loans of the demo world that Camille alone funds: one that is over a month later, one in its middle, one whose owner is late.

import { createCast } from './life.ts';
import { payOwner } from './loan-owner.ts';
import type { LoanPeople } from './loan-people.ts';
import { becomeVerified } from './people.ts';
import { closeFunding, openSpv, type PlannedProperty, type PlannedSpv, publish, reachFundingStart, shown } from './properties.ts';
import {
  type Echeance,
  payByWire,
  payHolders,
  reachDay,
  readSchedule,
  rejectDebit,
  startDirectDebit,
  tellDefaults,
} from './repayment.ts';
import { must, type Stage } from './stage.ts';
import { buyBricks, receiveWire } from './trading.ts';

type Loan = { spv: PlannedSpv; property: PlannedProperty; bricks: number; months: number; rate: number };

const BRICK_CENTS = 1_000;
/** What her first wire brings beside: the rest of her life in the demo is paid from it. */
const OWN_CENTS = 100_000;

const HALLES = loan({
  ...{ spv: { name: 'SPV Les Halles', accountId: 'spv-halles', owner: 'Halles SAS' }, bricks: 30, months: 1, rate: 8 },
  ...{ name: 'Les Halles, Dijon', street: '5 place du Marché', postcode: '21000' },
  investmentCase: 'Un local de marché est acheté, remis en état et revendu en un mois.',
});
const CANAL = loan({
  ...{ spv: { name: 'SPV Canal', accountId: 'spv-canal', owner: 'Canal SAS' }, bricks: 60, months: 12, rate: 9 },
  ...{ name: 'Le Canal, Strasbourg', street: '11 quai des Pêcheurs', postcode: '67000' },
  investmentCase: 'Une maison de batelier devient six logements ; les intérêts sont payés chaque mois.',
});
const COLBERT = loan({
  ...{ spv: { name: 'SPV Colbert', accountId: 'spv-colbert', owner: 'Colbert SAS' }, bricks: 40, months: 12, rate: 10 },
  ...{ name: 'Cour Colbert, Reims', street: '24 rue Colbert', postcode: '51100' },
  investmentCase: 'Une cour d’ateliers est divisée en bureaux ; les ventes paient les intérêts.',
});
const LOANS = [HALLES, CANAL, COLBERT] as const;

type Planned = Pick<Loan, 'spv' | 'bricks' | 'months' | 'rate'> &
  Pick<PlannedProperty, 'name' | 'street' | 'postcode' | 'investmentCase'>;

function loan({ spv, bricks, months, rate, ...described }: Planned): Loan {
  const lentCents = bricks * BRICK_CENTS;
  const terms = {
    amountToFundCents: lentCents,
    minAmountToFundCents: lentCents - BRICK_CENTS,
    totalFundEscrow: 0,
    operation: { version: 'V2', annualInterestPercentage: rate, durationInMonths: months },
    investmentHorizonInMonths: months,
  };
  const property = { ...described, investorContractType: 'obligation', returnOnInvestment: rate, terms } as const;
  return { spv, bricks, months, rate, property };
}

/** All three are published, funded, and lent from the first day of the larger loan on. */
export async function fundCamillesLoans(stage: Stage, { administrator, firstDay }: LoanPeople): Promise<void> {
  const { camille } = createCast(stage);
  await becomeVerified(stage, administrator, camille);
  const lentCents = LOANS.reduce((sum, { bricks }) => sum + bricks * BRICK_CENTS, 0);
  await receiveWire(stage, camille, OWN_CENTS + lentCents);
  for (const { spv, property } of LOANS) await publish(stage, administrator, await openSpv(stage, administrator, spv), property);
  for (const { property, bricks } of LOANS) {
    await reachFundingStart(stage, administrator, property);
    await buyBricks(stage, camille, property, bricks);
  }
  for (const one of LOANS) await lend(stage, { administrator, firstDay }, one);
}

async function lend(
  stage: Stage,
  { administrator, firstDay }: Pick<LoanPeople, 'administrator' | 'firstDay'>,
  { spv, property, bricks, months, rate }: Loan,
): Promise<void> {
  const lentCents = bricks * BRICK_CENTS;
  await closeFunding(stage, administrator, property);
  const { id: propertyId } = await shown(administrator, property);
  await payOwner(stage, administrator, propertyId, lentCents, { accountId: spv.accountId, holder: spv.name });
  const echeancierConfig = {
    ...{ totalFundedAmount: lentCents, initialCapitalLoaned: { date: firstDay.toString(), amount: lentCents } },
    ...{ durationInMonths: months, annualInterestPercentage: rate, managementFeesPercentage: 0, spvCountry: 'France' },
    ...{ interestSequestre: 0, events: [] },
  };
  const schedule = { propertyId, echeancierConfig, totalConstructionBudget: 0 };
  must(await administrator.post('/administration/property/payment-schedule/v2', schedule), 201);
}

/** The owner of the short loan pays interest and capital, and both reach Camille. */
export async function repayHalles(stage: Stage, { administrator }: LoanPeople): Promise<void> {
  const { spv, property, bricks } = HALLES;
  const echeance = await echeanceOf(administrator, property, 1);
  await payByWire(stage, administrator, spv, { echeance, amountCents: echeance.amountDue });
  await payByWire(stage, administrator, spv, { echeance, amountCents: bricks * BRICK_CENTS, paymentFor: 'capitalRepayment' });
  await stage.runJob('capital-payout');
  await payHolders(stage, administrator);
}

/** On its day the month of both longer loans is paid. */
export async function payMonthOfBoth(stage: Stage, { administrator, firstDay }: LoanPeople, number: number): Promise<void> {
  await reachDay(stage, firstDay.add({ months: number }));
  for (const { spv, property } of [CANAL, COLBERT]) {
    const echeance = await echeanceOf(administrator, property, number);
    await payByWire(stage, administrator, spv, { echeance, amountCents: echeance.amountDue });
  }
}

/** After the payouts of the month one owner pays; the other is reported late, and pays a part. */
export async function fallBehind(stage: Stage, { administrator, firstDay }: LoanPeople): Promise<void> {
  const third = await echeanceOf(administrator, CANAL.property, 3);
  await payByWire(stage, administrator, CANAL.spv, { echeance: third, amountCents: third.amountDue });
  const late = await echeanceOf(administrator, COLBERT.property, 3);
  await reachDay(stage, firstDay.add({ months: 3, days: 14 }));
  await tellDefaults(stage, late, { status: 'delay' });
  await reachDay(stage, firstDay.add({ months: 3, days: 20 }));
  await payByWire(stage, administrator, COLBERT.spv, { echeance: late, amountCents: 100 });
}

/** The fourth month: the owner of the loan that goes well pays; the bank of the other one rejects the debit. */
export async function meetFourthMonth(stage: Stage, { administrator }: LoanPeople): Promise<void> {
  const fourth = await echeanceOf(administrator, CANAL.property, 4);
  await payByWire(stage, administrator, CANAL.spv, { echeance: fourth, amountCents: fourth.amountDue });
  const unpaid = await echeanceOf(administrator, COLBERT.property, 4);
  await startDirectDebit(stage, administrator, COLBERT.spv, [unpaid]);
  await rejectDebit(stage, administrator, unpaid);
}

async function echeanceOf(
  administrator: LoanPeople['administrator'],
  property: PlannedProperty,
  number: number,
): Promise<Echeance> {
  const found = (await readSchedule(administrator, property)).find((one) => one.number === number);
  if (!found) throw new Error(`${property.name} has no echeance ${number}`);
  return found;
}
