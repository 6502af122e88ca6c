// What the provider may do to a life: fail, stay silent, come late, end what is open, take a debit back.

import { SILENCE } from '../support/payers.ts';
import type { People } from './people.ts';
import type { Chance } from './random.ts';
import type { Step } from './steps.ts';

const PROPERTY = '/administration/property';
const MONEY_ROUTES = ['POST /v2/p2p', 'POST /v2/moneyouts', 'POST /v2/moneyins/sdd/init'] as const;
const MODES = ['pending', 'error-in-200', 'http-500', 'timeout-before', 'timeout-after', 'late-effect'] as const;

const fault: Step = async ({ world }, chance) => {
  const [route, mode] = [chance.one(MONEY_ROUTES), chance.one(MODES)];
  const details = { ...SILENCE, ...(mode === 'late-effect' ? { afterSeconds: 0.3 } : {}) };
  await world.control('POST', '/faults', { route, mode, times: 1 + chance.below(2), ...details });
  return `fault ${mode} on ${route}`;
};

type Movement = { id: number; kind: string; status: number };

/** Movements of the SPVs' and the owner's accounts that are still open at the provider, oldest first. */
async function open({ world, projects, ownerAccountId }: People): Promise<Movement[]> {
  const accounts = [...new Set([ownerAccountId, ...projects.map(({ spv }) => spv.accountId)])];
  const found = new Map<number, Movement>();
  for (const accountId of accounts) {
    const { movements } = await world.control<{ movements: Movement[] }>('GET', `/accounts/${accountId}`);
    for (const movement of movements) if (isOpen(movement)) found.set(movement.id, movement);
  }
  return [...found.values()].toSorted((a, b) => a.id - b.id);
}

/** Pending by the provider's own codes: 0 of transfers and pay-outs, 4 and 16 of debits. */
function isOpen({ kind, status }: Movement): boolean {
  return kind === 'moneyIn' ? status === 4 || status === 16 : status === 0;
}

const ENDS: Readonly<Record<string, readonly [string, string, string]>> = {
  p2p: ['p2p', 'complete', 'fail'],
  moneyOut: ['payouts', 'complete', 'fail'],
  moneyIn: ['debits', 'settle', 'reject'],
};

const end: Step = async (people, chance) => {
  const movement = chance.one(await open(people));
  const ways = movement && ENDS[movement.kind];
  if (!movement || !ways) return 'nothing is open at the provider';
  const [path, done, refused] = ways;
  const verb = chance.once(4) ? refused : done;
  await people.world.control('POST', `/${path}/${movement.id}/${verb}`);
  return `the provider ends ${movement.kind}: ${verb}`;
};

const debit: Step = async ({ admin, projects, world }, chance) => {
  const project = chance.one(projects);
  if (!project) return 'no project';
  const mode = { paymentMode: 'directDebit', providerMandateId: project.spv.mandateId };
  await admin.client.put(`${PROPERTY}/${project.propertyId}/echeancier/payment-mode`, mode);
  const [echeance] = await world.sql<{ id: string }>(
    'select id from echeance where property_id = $1 order by number offset $2 limit 1',
    [project.propertyId, chance.below(3)],
  );
  if (!echeance) return 'no echeance to debit';
  const verb = chance.once(4) ? 'unprogram-scheduled' : 'program-unscheduled';
  const path = `${PROPERTY}/${project.propertyId}/payment-schedule/${verb}-mensualite-payment`;
  const { status } = await admin.client.put(path, { echeanceId: echeance.id });
  return `${verb} a debit of ${project.name} -> ${status}`;
};

const debitJob: Step = async ({ world }) => {
  await world.runJob('echeancier-bank-debit-status-update');
  return 'job echeancier-bank-debit-status-update';
};

const chargeBack: Step = async ({ world }, chance) => {
  const settled = await world.sql<{ id: string }>(
    `select provider_debit_id as id from direct_debit where status = 'succeeded' order by provider_debit_id`,
  );
  const moneyInId = chance.one(settled)?.id;
  if (moneyInId === undefined) return 'no debit to charge back';
  await world.control('POST', '/chargebacks', { moneyInId: Number(moneyInId) });
  return 'a debit is charged back';
};

const block: Step = async ({ world, investors }, chance) => {
  const investor = chance.one(investors);
  if (!investor) return 'nobody to block';
  const blocked = chance.once(3);
  await world.control('PUT', `/accounts/${investor.customerId}/blocked`, { blocked });
  return `a wallet is ${blocked ? 'blocked' : 'free'}`;
};

/** The provider's part, as often as its weight says. */
export const PROVIDER_STEPS: readonly (readonly [weight: number, step: Step])[] = [
  [8, fault],
  [8, end],
  [4, debit],
  [3, debitJob],
  [1, chargeBack],
  [1, block],
];

/** That of a provider that answers everything at once. */
export const CALM_PROVIDER_STEPS = PROVIDER_STEPS.filter(([, step]) => step !== fault);

/** Ends everything: no faults any more, every open movement done, every payment settled. */
export async function settleEverything(people: People): Promise<void> {
  const { world } = people;
  const calm: Chance = { seed: 0, below: () => 1, cents: () => 1, one: (of) => of[0], once: () => false };
  for (const { customerId } of people.investors)
    await world.control('PUT', `/accounts/${customerId}/blocked`, { blocked: false });
  let left: object[] = [];
  const ended = world.until(
    async () => {
      await world.control('DELETE', '/faults');
      while ((await end(people, calm)).startsWith('the provider')) await world.runJob('wallet-transactions');
      await world.runJob('echeancier-bank-debit-status-update');
      await world.runJob('wallet-transactions');
      left = await world.sql(
        `select purpose, kind, status, attempts, send_count, refusal, provider_payment_id, last_sent_at::text from payment
         where status in ('created', 'sent')`,
      );
      return left.length === 0;
    },
    'every payment to end',
    30_000,
  );
  await ended.catch((cause: unknown) => {
    throw new Error(`still open: ${JSON.stringify(left)}`, { cause });
  });
}
