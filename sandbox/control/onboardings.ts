// Control routes for online onboarding: accounts, statuses, requirements and restrictions, with notifications 49, 50, 53 and 54.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Onboarding } from '../entities.ts';
import { addOnboarding, onboardingView } from '../provider/onboarding.ts';
import {
  askForUpdate,
  decide,
  endRestriction,
  ONBOARDING_STATUSES,
  PROFILE_STATUSES,
  REQUIREMENT_STATUSES,
  restrict,
} from '../provider/onboarding-outcomes.ts';
import type { World } from '../world.ts';
import { controlBody, found, oneOf, param, queryText } from './input.ts';

const MOVED_OVER = {
  firstName: 'Camille',
  lastName: 'Durand',
  birthDate: '1990-02-28',
  birthCountry: 'FR',
  email: 'camille.durand@example.org',
  nationalities: ['FR'],
  address: { country: 'FR' },
};

export function onboardingControl(app: FastifyInstance, world: World): void {
  app.get('/onboardings', async (request) => {
    const walletId = queryText(request, 'walletId');
    const all = [...world.store.onboardings.values()].filter(({ accountId }) => walletId === undefined || accountId === walletId);
    return all.map((account) => ({ ...onboardingView(account), sessions: account.sessions }));
  });
  app.get('/onboardings/:id', async (request) => onboardingView(onboardingOf(world, request)));

  // An account that did not come through the API, for a wallet that may exist: as the provider moves old ones over.
  app.post('/onboardings', async (request, reply) => {
    const accountId = controlBody(request).text('accountId', { max: 100 });
    const body = { individual: MOVED_OVER };
    const account = addOnboarding(world, { kind: 'individual', accountId, identity: `moved|${accountId}`, body });
    return reply.code(201).send(onboardingView(account));
  });

  app.put('/onboardings/:id', async (request) => {
    const onboarding = onboardingOf(world, request);
    const body = controlBody(request);
    const status = oneOf(body.optionalText('status') ?? onboarding.status, ONBOARDING_STATUSES, 'status');
    const profileStatus = oneOf(
      body.optionalText('profileStatus') ?? onboarding.profileStatus,
      PROFILE_STATUSES,
      'profileStatus',
    );
    const notified = await decide(world, onboarding, { status, profileStatus });
    return { ...onboardingView(onboarding), notified };
  });
}

export function recertificationControl(app: FastifyInstance, world: World): void {
  app.post('/onboardings/:id/requirements', async (request) => {
    const onboarding = onboardingOf(world, request);
    const body = controlBody(request);
    const { requirement, notified } = await askForUpdate(world, onboarding, {
      dueDate: body.optionalText('dueDate'),
      status: oneOf(body.optionalText('status') ?? 'REQUESTED', REQUIREMENT_STATUSES, 'status'),
    });
    return { ...requirement, notified };
  });

  app.post('/onboardings/:id/restrictions', async (request) => {
    const { restriction, notified } = await restrict(world, onboardingOf(world, request));
    return { ...restriction, notified };
  });

  // Ends a restriction after recertification; the wallet is unblocked with the last one.
  app.delete('/onboardings/:id/restrictions/:restrictionId', async (request) => {
    const restrictionId = Number(param(request, 'restrictionId'));
    const ended = await endRestriction(world, onboardingOf(world, request), restrictionId);
    return found(ended, `restriction ${restrictionId}`);
  });
}

/** @throws 404 */
function onboardingOf(world: World, request: FastifyRequest): Onboarding {
  const id = Number(param(request, 'id'));
  return found(world.store.onboardings.get(id), `onboarding account ${id}`);
}
