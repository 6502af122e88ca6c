// The second life of `npm run demo`: an obligation with escrow and construction budget, from its funding to its settlement.
//
// It begins where the first one ends and lasts about nine months of business time.

import type { Chapter } from './life.ts';
import { payBackOwner, payOwner } from './loan-owner.ts';
import { investorsOf, type LoanPeople, VAUBAN, VAUBAN_SPV } from './loan-people.ts';
import { createSchedule, declareTaxes, validateTaxes } from './loan-start.ts';
import { becomeVerified, signInAdministrator } from './people.ts';
import { closeFunding, openSpv, publish, reachFundingStart, shown } from './properties.ts';
import {
  assignEscrow,
  debitMonth,
  type Echeance,
  isSettled,
  payByWire,
  payHolders,
  reachDay,
  readSchedule,
  startDirectDebit,
  tellDefaults,
  transferFee,
} from './repayment.ts';
import { must, type Stage } from './stage.ts';
import { buyBricks, receiveWire } from './trading.ts';

/** The whole loan in its order; amounts in cents. */
export const LOAN_CHAPTERS: readonly Chapter<LoanPeople>[] = [
  {
    title: 'Anaïs, Bruno and Chloé sign up and become verified; their wires arrive',
    play: async (stage, people) => {
      await signInAdministrator(stage, people.administrator);
      for (const { investor, bricks } of investorsOf(people)) {
        await becomeVerified(stage, people.administrator, investor);
        await receiveWire(stage, investor, bricks * 1_000);
      }
    },
  },
  {
    title: 'Bruno declares that he lives abroad, Chloé that her income is small',
    play: async (stage, { administrator, bruno, chloe }) => {
      await declareTaxes(stage, bruno, { fiscalResidence: 'abroad' });
      const household = { socialSecurity: 'france', fiscalHousehold: 'single', income: 'under25000', keepPFU: false };
      await declareTaxes(stage, chloe, { fiscalResidence: 'france', ...household });
      await validateTaxes(administrator, [bruno, chloe]);
    },
  },
  {
    title: 'An obligation of 10 000 euros is published: 300 of escrow, 2 000 of works',
    play: async (stage, { administrator }) =>
      publish(stage, administrator, await openSpv(stage, administrator, VAUBAN_SPV), VAUBAN),
  },
  {
    title: 'They buy 500, 301 and 199 bricks; the funding is closed',
    play: async (stage, people) => {
      await reachFundingStart(stage, people.administrator, VAUBAN);
      for (const [index, { investor, bricks }] of investorsOf(people).entries()) {
        // Each on another day, so that the funding's chart has a curve.
        if (index > 0) await stage.reach((await stage.now()).add({ hours: 24 }));
        await buyBricks(stage, investor, VAUBAN, bricks);
      }
      await closeFunding(stage, people.administrator, VAUBAN);
    },
  },
  {
    title: 'Funding and fiducie fees go to the platform, 7 436 euros to the project owner',
    play: async (stage, { administrator }) => {
      const { id } = await shown(administrator, VAUBAN);
      must(await administrator.post(`/administration/property/${id}/funding/transfer-funding-fees`), 201);
      must(await administrator.post(`/administration/property/${id}/funding/transfer-fiducie-fees`), 201);
      await payOwner(stage, administrator, id, 743_600);
    },
  },
  {
    title: 'The schedule: five months at 9.6 %, 8 000 euros lent at first',
    play: createSchedule,
  },
  {
    title: 'Month 1 is paid by wire',
    play: async (stage, people) => {
      await reachDay(stage, dueDay(people, 1));
      await payByWire(stage, people.administrator, VAUBAN_SPV, { echeance: await echeance(people, 1), amountCents: 7_360 });
      await endMonth(stage, people, 1);
    },
  },
  {
    title: 'Month 2: the escrow pays the interest, a wire the rest and 40 cents too much',
    play: async (stage, people) => {
      await reachDay(stage, dueDay(people, 2));
      await assignEscrow(people.administrator, {
        echeance: await echeance(people, 2),
        amountCents: 6_400,
        date: dueDay(people, 2),
      });
      await payByWire(stage, people.administrator, VAUBAN_SPV, { echeance: await echeance(people, 2), amountCents: 1_000 });
      await endMonth(stage, people, 2);
    },
  },
  {
    title: 'Month 3: the works begin and are lent 2 000 euros; a direct debit pays',
    play: async (stage, people) => {
      await reachDay(stage, people.firstDay.add({ months: 2, days: 15 }));
      await lendWorks(people);
      await startDirectDebit(stage, people.administrator, VAUBAN_SPV, await readSchedule(people.administrator, VAUBAN));
      await debitMonth(stage, people.administrator, await echeance(people, 3));
      await endMonth(stage, people, 3);
    },
  },
  {
    title: 'Month 4 is late: 7 euros of penalties, then two wires',
    play: async (stage, people) => {
      await endMonth(stage, people, 4, { isPaid: false });
      const late = await echeance(people, 4);
      await tellDefaults(stage, late, { status: 'delay', penalty: { total: 700, forInvestors: 500, forBricks: 200 } });
      await payByWire(stage, people.administrator, VAUBAN_SPV, { echeance: late, amountCents: 5_000 });
      await payByWire(stage, people.administrator, VAUBAN_SPV, { echeance: late, amountCents: 4_700 });
      await tellDefaults(stage, late, { status: null });
      await transferFee(people.administrator, late);
    },
  },
  {
    title: 'Month 5: one month more at 12 %; a direct debit pays, the late coupon is paid too',
    play: async (stage, people) => {
      const { propertyId } = await echeance(people, 5);
      const terms = { durationInMonths: 6, interestRateDuringProrogation: 12 };
      const path = `/administration/property/${propertyId}/payment-schedule/prorogation`;
      must(await people.administrator.post(path, terms), 201);
      await reachDay(stage, dueDay(people, 5).subtract({ days: 10 }));
      await debitMonth(stage, people.administrator, await echeance(people, 5));
      await endMonth(stage, people, 5);
    },
  },
  {
    title: 'Month 6: the last interest and the capital come back',
    play: async (stage, people) => {
      await reachDay(stage, dueDay(people, 6));
      const last = await echeance(people, 6);
      await payByWire(stage, people.administrator, VAUBAN_SPV, { echeance: last, amountCents: 11_200 });
      const capital = { echeance: last, amountCents: 1_000_000, paymentFor: 'capitalRepayment' } as const;
      await payByWire(stage, people.administrator, VAUBAN_SPV, capital);
      await stage.runJob('capital-payout');
      await endMonth(stage, people, 6);
    },
  },
  {
    title: 'Everything is repaid: the platform takes its penalties out of surplus and escrow',
    play: async (_stage, { administrator }) => {
      const { id } = await shown(administrator, VAUBAN);
      must(await administrator.post(`/administration/property/${id}/solde-de-tout-compte/penalties`), 201);
    },
  },
  {
    title: 'The final settlement: the budget of the works and the rest of the escrow go back, the project is empty',
    play: async (stage, { administrator }) => {
      const { id } = await shown(administrator, VAUBAN);
      await payBackOwner(stage, administrator, id);
      must(await administrator.post(`/administration/property/${id}/solde-de-tout-compte/done`), 201);
    },
  },
];

/** What the works cost is lent from now on and bears interest; the builders are paid outside of Mortar (A-funding-17). */
async function lendWorks(people: LoanPeople): Promise<void> {
  const { administrator, firstDay } = people;
  const { propertyId, period } = await echeance(people, 3);
  const event = { type: 'capitalLoaned', date: firstDay.add({ months: 2, days: 15 }).toString(), amount: 200_000 };
  const path = `/administration/property/${propertyId}/payment-schedule/capital-event`;
  must(await administrator.post(path, { echeancePeriod: period, event }), 201);
}

async function echeance({ administrator }: LoanPeople, number: number): Promise<Echeance> {
  const found = (await readSchedule(administrator, VAUBAN)).find((one) => one.number === number);
  if (!found) throw new Error(`there is no echeance ${number}`);
  return found;
}

function dueDay({ firstDay }: LoanPeople, number: number): Temporal.PlainDate {
  return firstDay.add({ months: number });
}

/** The fee of the month, then its payout day: coupons to the holders, and their tax. */
async function endMonth(stage: Stage, people: LoanPeople, number: number, { isPaid } = { isPaid: true }): Promise<void> {
  if (isPaid) {
    const paid = await echeance(people, number);
    if (!isSettled(paid)) throw new Error(`month ${number} is not paid: ${JSON.stringify(paid)}`);
    await transferFee(people.administrator, paid);
  }
  await reachDay(stage, dueDay(people, number).with({ day: 10 }));
  await payHolders(stage, people.administrator);
}
