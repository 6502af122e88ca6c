// What changes a schedule in a random life, and takes the change back: events, prorogations, another schedule, what is given up.

import type { LivingProject, People } from './people.ts';
import { project, type Step, told } from './steps.ts';

const PROPERTY = '/administration/property';

type Shown = {
  config: { durationInMonths: number; prorogations: unknown[]; events: { id?: string }[] };
  echeances: { number: number }[];
};

const scheduleOf = (own: LivingProject) => `${PROPERTY}/${own.propertyId}/payment-schedule`;

async function shown({ admin }: People, own: LivingProject): Promise<Shown | undefined> {
  const { status, body } = await admin.client.get<Shown>(scheduleOf(own));
  return status === 200 ? body : undefined;
}

const prorogate: Step = async (people, chance) => {
  const own = project(people, chance);
  const months = (await shown(people, own))?.echeances.length ?? 0;
  const durationInMonths = months + chance.below(2);
  const rate = chance.once(2) ? { interestRateDuringProrogation: chance.below(90) } : {};
  const answer = await people.admin.client.post(`${scheduleOf(own)}/prorogation`, { durationInMonths, ...rate });
  return told(`prorogate ${own.name} to ${durationInMonths}`, answer);
};

const unprorogate: Step = async (people, chance) => {
  const own = project(people, chance);
  return told(`no prorogation of ${own.name}`, await people.admin.client.delete(`${scheduleOf(own)}/prorogation`));
};

const removeEvent: Step = async (people, chance) => {
  const own = project(people, chance);
  const events = (await shown(people, own))?.config.events.filter(({ id }) => id !== undefined) ?? [];
  const event = chance.one(events);
  if (!event) return 'no event to take back';
  return told(`an event less of ${own.name}`, await people.admin.client.delete(`${scheduleOf(own)}/capital-event/${event.id}`));
};

const replace: Step = async (people, chance) => {
  const own = project(people, chance);
  const start = people.world.deps.clock.now().toZonedDateTimeISO('Europe/Paris').toPlainDate().with({ day: 1 });
  const echeancierConfig = {
    ...{ totalFundedAmount: 30_000 - chance.below(3) * 1_000, durationInMonths: 2 + chance.below(3) },
    initialCapitalLoaned: { date: start.toString(), amount: 25_000 },
    ...{ annualInterestPercentage: 48, managementFeesPercentage: 12, spvCountry: 'France' },
    ...{ interestSequestre: chance.below(2) * 700, events: [] },
  };
  const body = { echeancierConfig, totalConstructionBudget: chance.below(2) * 500 };
  return told(`another schedule of ${own.name}`, await people.admin.client.put(scheduleOf(own), body));
};

const confirm: Step = async (people, chance) => {
  const own = project(people, chance);
  return told(`confirm ${own.name}`, await people.admin.client.post(`${scheduleOf(own)}/confirm`));
};

const defaulted: Step = async (people, chance) => {
  const own = project(people, chance);
  const status = chance.one(['delay', 'default', null] as const);
  const path = '/administration/defaults-management/echeancier/penalties';
  const body = [{ propertyId: own.propertyId, status, penalties: [] }];
  return told(`${own.name} is ${status}`, await people.world.visitor().post(path, body, { 'x-api-key': 'sandbox-defaults-key' }));
};

const giveUp: Step = async (people, chance) => {
  const own = project(people, chance);
  return told(`give ${own.name} up`, await people.admin.client.post(`${scheduleOf(own)}/give-up`, { comment: 'Liquidation' }));
};

const takeUpAgain: Step = async (people, chance) => {
  const own = project(people, chance);
  const answer = await people.admin.client.post(`${scheduleOf(own)}/give-up/take-back`, { comment: 'Plan de reprise' });
  return told(`take ${own.name} up again`, answer);
};

const ownerBack: Step = async (people, chance) => {
  const own = project(people, chance);
  const path = `${PROPERTY}/${own.propertyId}/funding/transfers`;
  const { body, status } = await people.admin.client.get<{ transfers: { id: string }[] }>(path);
  const newest = status === 200 ? body.transfers[0] : undefined;
  if (!newest) return 'no transfer to take back';
  const answer = await people.admin.client.post(`${path}/${newest.id}/take-back`, { comment: 'Erreur' });
  return told(`the newest transfer to the owner of ${own.name} is taken back`, answer);
};

/** As often as its weight says. */
export const SCHEDULE_STEPS: readonly (readonly [weight: number, step: Step])[] = [
  [3, prorogate],
  [2, unprorogate],
  [3, removeEvent],
  [2, replace],
  [1, confirm],
  [3, defaulted],
  [1, giveUp],
  [1, takeUpAgain],
  [2, ownerBack],
];
