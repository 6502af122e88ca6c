// What waits for the administrator in the demo world: a loan in the middle of its life, its owner late, wires that nobody has
// assigned, a refused payout, a rejected debit, a withdrawal without an outcome, an investor to be verified, a complaint, a notification
// that failed and can be replayed, a payment that moved twice.

import type { Client } from '../../test/support/client.ts';
import { fallBehind, fundCamillesLoans, meetFourthMonth, payMonthOfBoth, repayHalles } from './camilles-loans.ts';
import { createBuyers, LEFT_OPEN, MOVED_TWICE, UNANSWERED } from './incidents.ts';
import { CHAPTERS, type Chapter, createCast, playLife } from './life.ts';
import { LOAN_CHAPTERS } from './loan.ts';
import { createLoanPeople, type LoanPeople, VAUBAN, VAUBAN_SPV } from './loan-people.ts';
import { accept, createInvestor, handIn, meOf, signIn, signInAdministrator, signUpVeteran } from './people.ts';
import { drawPlans } from './pictures.ts';
import { QUAI_DES_ARTS, SPV, shown } from './properties.ts';
import {
  type Echeance,
  payByWire,
  reachDay,
  readPayouts,
  readSchedule,
  signMandate,
  tellDefaults,
  transferFee,
} from './repayment.ts';
import { must, type Stage } from './stage.ts';
import { buyBricks } from './trading.ts';

/** The first life takes a week of business time and must end before today. */
const DAYS_OF_THE_LIFE = 8;
/** The loan's fourth month is due on the first of this one, and its funding takes three weeks before its first month. */
const MONTHS_OF_THE_LOAN = 4;
const DAYS_OF_THE_FUNDING = 20;
/** Sign-up to second month: the chapters of the loan that are also in `npm run demo`; those before its closing, and its first month. */
const SHARED_CHAPTERS = { toTheClosing: 4, toTheFirstMonth: 7, all: 8 };
const INTEREST_AND_FEE_CENTS = 7_360;
/** Where the tax is remitted from, and to. */
const TAX_ACCOUNT = 'mortar-tax';
const TAX_OFFICE = { iban: 'FR7630001007941234567890185', holder: 'Direction générale des finances publiques', status: 5 };

/** The start of this loan, so that it reaches the present. */
function beginningOf(now: Temporal.Instant): Temporal.Instant {
  const month = now.toZonedDateTimeISO('Europe/Paris').with({ day: 1, hour: 9 });
  return month.subtract({ months: MONTHS_OF_THE_LOAN }).subtract({ days: DAYS_OF_THE_FUNDING }).toInstant();
}

/**
 * Plays the loan up to its third month, the life of the royalty property, and what waits now. The loan is played once: one that was
 * interrupted in it goes on without.
 */
export async function playDesk(stage: Stage, onStep: (title: string) => void): Promise<void> {
  const now = Temporal.Now.instant();
  if (Temporal.Instant.compare(await stage.now(), now.subtract({ hours: 1 })) > 0) await stage.setClock(beginningOf(now));
  const people = await createLoanPeople(stage);
  const isBegun = await signIn(people.anais);
  if (!isBegun) await playChapters(stage, people, LOANS, onStep);
  await stage.reach(now.subtract({ hours: 24 * DAYS_OF_THE_LIFE }));
  if (!isBegun) await playChapters(stage, people, LAST_WEEK, onStep);
  await playLife(stage, onStep);
  if (!isBegun) await playChapters(stage, people, DESK_CHAPTERS, onStep);
}

async function playChapters(
  stage: Stage,
  people: LoanPeople,
  chapters: readonly Chapter<LoanPeople>[],
  onStep: (title: string) => void,
): Promise<void> {
  for (const { title, play } of chapters) {
    onStep(title);
    await play(stage, people);
  }
}

const THIRD_MONTH: Chapter<LoanPeople> = {
  title: 'Month 3 is paid; of its three coupons, that of Chloé is refused',
  play: async (stage, people) => {
    await reachDay(stage, people.firstDay.add({ months: 3 }));
    const third = await echeance(people, 3);
    await payByWire(stage, people.administrator, VAUBAN_SPV, { echeance: third, amountCents: INTEREST_AND_FEE_CENTS });
    await transferFee(people.administrator, third);
    await reachDay(stage, people.firstDay.add({ months: 3, days: 9 }));
    const period = people.firstDay.add({ months: 3 }).toString().slice(0, 7);
    const isPaid = async () =>
      (await readPayouts(people.administrator, period)).runs.every(({ waitingCents }) => waitingCents === 0);
    const { id: creditAccountId } = await meOf(people.chloe);
    const refusal = { route: 'POST /v2/p2p', mode: 'error-in-200', body: { creditAccountId } };
    // The second execution is refused too, and sends the tax of the paid coupons on.
    for (const _execution of [1, 2]) {
      await stage.control('POST', '/faults', refusal);
      await stage.runJob('coupon-payout');
      await stage.until(isPaid, 'the coupons to be paid or refused');
    }
  },
};

/** The loan up to its third month, and beside it those of Camille. */
const LOANS: readonly Chapter<LoanPeople>[] = [
  ...LOAN_CHAPTERS.slice(0, SHARED_CHAPTERS.toTheClosing),
  { title: 'Camille signs up early and lends to three projects, one of them for a month', play: fundCamillesLoans },
  ...LOAN_CHAPTERS.slice(SHARED_CHAPTERS.toTheClosing, SHARED_CHAPTERS.toTheFirstMonth - 1),
  { title: 'Both longer loans pay their first month', play: (stage, people) => payMonthOfBoth(stage, people, 1) },
  ...LOAN_CHAPTERS.slice(SHARED_CHAPTERS.toTheFirstMonth - 1, SHARED_CHAPTERS.toTheFirstMonth),
  { title: 'The short loan is repaid', play: repayHalles },
  { title: 'Both longer loans pay their second month', play: (stage, people) => payMonthOfBoth(stage, people, 2) },
  ...LOAN_CHAPTERS.slice(SHARED_CHAPTERS.toTheFirstMonth, SHARED_CHAPTERS.all),
  THIRD_MONTH,
  { title: 'One of the longer loans pays, the other is late and pays a part', play: fallBehind },
];

/** Days before the present: longer than the service itself replays a notification, so that it waits for a person. */
const UNHANDLED: Chapter<LoanPeople> = {
  title: 'Diane hands in her documents; the word of the provider about her cannot be handled',
  play: async (stage) => {
    const diane = createInvestor(stage, { firstName: 'Diane', lastName: 'Roussel', sex: 'female' });
    const isNew = !(await signUpVeteran(stage, diane));
    const me = await handIn(stage, diane, { isNew });
    await stage.control('POST', '/faults', { route: `GET /v2/accounts/${me.id}`, mode: 'http-500', times: 1_000 });
    await accept(stage, me);
  },
};

/** What has waited longer than anything that begins today. */
const LAST_WEEK: readonly Chapter<LoanPeople>[] = [LEFT_OPEN, UNHANDLED];

const DESK_CHAPTERS: readonly Chapter<LoanPeople>[] = [
  {
    title: 'The provider can be asked about Diane again',
    play: (stage) => stage.control('DELETE', '/faults'),
  },
  {
    title: 'Month 4 is late, three wires wait to be assigned; the owner has signed a mandate',
    play: async (stage, people) => {
      await signInAdministrator(stage, people.administrator);
      await meetFourthMonth(stage, people);
      await tellDefaults(stage, await echeance(people, 4), {
        status: 'delay',
        penalty: { total: 700, forInvestors: 500, forBricks: 200 },
      });
      const credit = (accountId: string, amountCents: number, comment: string) =>
        stage.control('POST', `/accounts/${accountId}/credit`, { amountCents, comment });
      await credit(VAUBAN_SPV.accountId, 5_000, 'Mensualité 4, acompte');
      await credit(VAUBAN_SPV.accountId, 2_360, 'Mensualité 4, solde');
      await credit(SPV.accountId, 64_000, 'Loyers du mois');
      await stage.runJob('incoming-wires');
      await signMandate(stage, VAUBAN_SPV);
      await stage.control('POST', `/accounts/${TAX_ACCOUNT}/ibans`, TAX_OFFICE);
    },
  },
  UNANSWERED,
  {
    title:
      'The contents: plans of the workshops, an owner with a presentation, news, a financing request; an accountant is invited',
    play: async (stage, { administrator }) => {
      await signInAdministrator(stage, administrator);
      await addPlans(administrator);
      const owner = { firstname: 'Inès', lastname: 'Caron', email: 'ines.caron@demo.mortar.test', phoneNumber: '+33320000000' };
      const { value } = must(await administrator.post<{ value: { id: string } }>('/administration/project-owner', owner), 201);
      const { id } = await shown(administrator, VAUBAN);
      must(await administrator.patch(`/administration/property/${id}`, { projectOwnerId: value.id }), 200);
      const presentation = {
        name: 'Inès Caron',
        description: 'Transforme des ateliers du Nord en lieux de travail depuis 2009.',
      };
      const path = '/administration/project-owner-presentation';
      const made = must(await administrator.post<{ id: string }>(path, presentation), 201);
      const shownOwner = { projectOwnerPresentationId: made.id };
      must(await administrator.patch(`/administration/property/${id}`, shownOwner), 200);
      const blocks = [
        { type: 'heading', text: 'Quai des Arts ouvre à la collecte' },
        { type: 'text', text: 'Un entrepôt de Nantes devient des studios : les briques sont en vente dès aujourd’hui.' },
      ];
      const news = '/administration/home/news';
      const written = await administrator.post<{ id: string }>(`${news}?appScope=investors`, { version: 1, blocks });
      must(await administrator.put(`${news}/${must(written, 201).id}/set-active?appScope=investors`), 200);
      const asked = { name: 'Halle des Minimes, Toulouse', requestedAmountCents: 85_000_000 };
      must(await administrator.post('/administration/project-financing-request', asked), 201);
      const accountant = { email: 'comptable@demo.mortar.test', roles: ['finance'] };
      must(await administrator.post('/administration/administrators/invitations', accountant), 201);
    },
  },
  {
    title: 'Malo declares his taxes of next year',
    play: async (stage) => {
      const [, malo] = createBuyers(stage);
      if (!(await signIn(malo))) throw new Error('Malo cannot sign in');
      const year = (await stage.now()).toZonedDateTimeISO('Europe/Paris').year + 1;
      const answers = { fiscalResidence: 'france', socialSecurity: 'france', fiscalHousehold: 'single', income: 'under25000' };
      must(await malo.client.post('/customers/taxation', { year, ...answers, keepPFU: false }), 201);
    },
  },
  MOVED_TWICE,
  // After what was left unanswered: a payment that is taken shows that the provider answers.
  {
    title: 'Camille buys 3 bricks of the funding that is open',
    play: async (stage) => {
      const { camille } = createCast(stage);
      if (!(await signIn(camille))) throw new Error('Camille cannot sign in');
      await buyBricks(stage, camille, QUAI_DES_ARTS, 3);
    },
  },
];

/** How many titles `playDesk` announces. */
export const DESK_STEPS = LOANS.length + LAST_WEEK.length + CHAPTERS.length + DESK_CHAPTERS.length;

/** A document of the loan's project. */
async function addPlans(administrator: Client): Promise<void> {
  const { url } = must(
    await administrator.post<{ url: string }>('/administration/property/upload-property-document', await drawPlans()),
    201,
  );
  const { id } = await shown(administrator, VAUBAN);
  must(await administrator.patch(`/administration/property/${id}`, { documents: [{ name: 'Plans des ateliers', url }] }), 200);
}

async function echeance({ administrator }: LoanPeople, number: number): Promise<Echeance> {
  const found = (await readSchedule(administrator, VAUBAN)).find((one) => one.number === number);
  if (!found) throw new Error(`there is no echeance ${number}`);
  return found;
}
