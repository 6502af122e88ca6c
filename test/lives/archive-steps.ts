// What archived and mistaken payments become in a life: waiting again, or paid back to their sender.

import { type Step, told, waiting } from './steps.ts';

const SCHEDULE = '/administration/property/payment-schedule';
const WIRES = `${SCHEDULE}/wire-to-be-assigned`;

const unarchive: Step = async (people, chance) => {
  const { body } = await people.admin.client.get<{ paymentToBeAssigned: { id: string; status: string; amount: number }[] }>(
    `${SCHEDULE}/payment-to-be-assigned/history`,
  );
  const archived = body.paymentToBeAssigned.filter(({ status }) => status === 'archivedNotAssigned');
  const found = chance.one(archived.toSorted((a, b) => a.amount - b.amount));
  if (!found) return 'nothing to take out of the archive';
  return told(
    `unarchive ${found.amount}`,
    await people.admin.client.post(`${WIRES}/unarchive`, { wireToBeAssignedId: found.id }),
  );
};

const giveBack: Step = async (people, chance) => {
  const found = chance.one(await waiting(people));
  const spv = people.projects.find(({ propertyId }) => propertyId === found?.projectId)?.spv ?? people.projects[0]?.spv;
  if (!found || !spv) return 'no wire to return';
  const body = { wireToBeAssignedId: found.id, providerWithdrawBankAccountId: spv.ibanId, comment: 'Viré par erreur' };
  return told(`return ${found.amount}`, await people.admin.client.post(`${WIRES}/return`, body));
};

export const ARCHIVE_STEPS: readonly (readonly [weight: number, step: Step])[] = [
  [3, unarchive],
  [1, giveBack],
];
