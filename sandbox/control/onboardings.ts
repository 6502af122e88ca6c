// Control routes for online onboarding: statuses, requirements and restrictions, with notifications 49, 50, 53 and 54.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Onboarding } from '../entities.ts';
import { ONBOARDING_STATUSES, onboardingView, PROFILE_STATUSES } from '../provider/onboarding.ts';
import type { World } from '../world.ts';
import { controlBody, found, oneOf, param } from './input.ts';

const REQUIREMENT_STATUSES = ['REQUESTED', 'ACCEPTED', 'REJECTED'];

export function onboardingControl(app: FastifyInstance, world: World): void {
  app.get('/onboardings/:id', async (request) => onboardingView(onboardingOf(world, request)));

  app.put('/onboardings/:id', async (request) => {
    const onboarding = onboardingOf(world, request);
    const body = controlBody(request);
    const status = oneOf(body.optionalText('status') ?? onboarding.status, ONBOARDING_STATUSES, 'status');
    const profileStatus = oneOf(
      body.optionalText('profileStatus') ?? onboarding.profileStatus,
      PROFILE_STATUSES,
      'profileStatus',
    );
    const changes = { account: status !== onboarding.status, profile: profileStatus !== onboarding.profileStatus };
    Object.assign(onboarding, { status, profileStatus });
    world.store.put(['onboardings', onboarding]);
    const told: boolean[] = [];
    if (changes.profile) told.push(await tell(world, 49, onboarding, { Status: profileStatus }));
    if (changes.account) told.push(await tell(world, 50, onboarding, { Status: status }));
    return { ...onboardingView(onboarding), notified: told.length > 0 && told.every(Boolean) };
  });
}

export function recertificationControl(app: FastifyInstance, world: World): void {
  app.post('/onboardings/:id/requirements', async (request) => {
    const onboarding = onboardingOf(world, request);
    const body = controlBody(request);
    const requirement = {
      id: world.store.nextId(),
      type: 'KYC_UPDATE',
      dueDate: body.optionalText('dueDate') ?? world.clock.paris().toPlainDate().add({ days: 30 }).toString(),
      status: oneOf(body.optionalText('status') ?? 'REQUESTED', REQUIREMENT_STATUSES, 'status'),
    };
    onboarding.requirements.push(requirement);
    world.store.put(['onboardings', onboarding]);
    const { id, type, status, dueDate } = requirement;
    const notified = await tell(world, 53, onboarding, { RequirementId: id, Type: type, Status: status, DueDate: dueDate });
    return { ...requirement, notified };
  });

  app.post('/onboardings/:id/restrictions', async (request) => {
    const onboarding = onboardingOf(world, request);
    const restriction = {
      id: world.store.nextId(),
      category: 'KYC',
      reason: 'KYC_OUTDATED',
      activatedAt: world.clock.iso(),
      requirementIds: onboarding.requirements.map(({ id }) => id),
    };
    onboarding.restrictions.push(restriction);
    const wallet = world.store.accounts.get(onboarding.accountId);
    if (wallet !== undefined) wallet.blocked = true;
    world.store.put(['onboardings', onboarding], ...(wallet === undefined ? [] : [['accounts', wallet] as const]));
    const { id, category, reason, activatedAt } = restriction;
    const notified = await tell(world, 54, onboarding, {
      RestrictionId: id,
      Category: category,
      Reason: reason,
      ActivatedAt: activatedAt,
    });
    return { ...restriction, notified };
  });

  // Ends a restriction after recertification; the wallet is unblocked with the last one.
  app.delete('/onboardings/:id/restrictions/:restrictionId', async (request) => {
    const onboarding = onboardingOf(world, request);
    const restrictionId = Number(param(request, 'restrictionId'));
    const ended = found(
      onboarding.restrictions.find(({ id }) => id === restrictionId),
      `restriction ${restrictionId}`,
    );
    onboarding.restrictions = onboarding.restrictions.filter(({ id }) => id !== restrictionId);
    const wallet = world.store.accounts.get(onboarding.accountId);
    if (wallet !== undefined) wallet.blocked = onboarding.restrictions.length > 0;
    world.store.put(['onboardings', onboarding], ...(wallet === undefined ? [] : [['accounts', wallet] as const]));
    const { id, category, reason } = ended;
    return { id, notified: await tell(world, 54, onboarding, { RestrictionId: id, Category: category, Reason: reason }) };
  });
}

/** @throws 404 */
function onboardingOf(world: World, request: FastifyRequest): Onboarding {
  const id = Number(param(request, 'id'));
  return found(world.store.onboardings.get(id), `onboarding account ${id}`);
}

function tell(world: World, category: number, onboarding: Onboarding, fields: Record<string, string | number>): Promise<boolean> {
  return world.notifications.send(category, {
    EventDate: world.clock.parisLocal(),
    AccountID: onboarding.id,
    ProfileID: onboarding.profileId,
    ExtId: onboarding.accountId,
    IntId: world.store.accounts.get(onboarding.accountId)?.internalId ?? '',
    ...fields,
  });
}
