// The online onboarding API (provider.md#online-onboarding), which opens wallets and has ids of its own.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AccountKind, Onboarding } from '../entities.ts';
import { record } from '../fields.ts';
import type { World } from '../world.ts';
import { openAccount } from './account-changes.ts';
import { providerError } from './errors.ts';
import { pathParam, providerFields, queryOf, toId } from './input.ts';
import { emptyProfile } from './profile.ts';
import { pageOf } from './search.ts';

export const ONBOARDING_STATUSES = ['CREATED', 'ACCEPTED', 'DENIED', 'BLOCKED'];
export const PROFILE_STATUSES = [
  'ACCEPTED',
  'AWAITING_INFORMATION',
  'CREATION_IN_PROGRESS',
  'DENIED',
  'IDENTITY_VERIFICATION_IN_PROGRESS',
  'IDENTITY_VERIFICATION_ABANDONED',
  'IDENTITY_VERIFICATION_ERROR',
  'INFORMATION_COLLECTION_IN_PROGRESS',
  'REJECTED',
  'UNDER_ANALYSIS',
];
const NEW_WALLET_STATUS = 5;

export function onboardingRoutes(app: FastifyInstance, world: World): void {
  app.get('/accounts', async (request) => {
    const query = queryOf(request);
    return { accounts: pageOf([...world.store.onboardings.values()], query).map(onboardingView) };
  });
  app.get('/accounts/:id', async (request) => onboardingView(onboardingOf(world, pathParam(request, 'id'))));
  for (const [path, kind] of [
    ['/accounts/individual', 'individual'],
    ['/accounts/legal-entity', 'legal'],
  ] as const) {
    app.post(path, async (request, reply) => {
      const { id, status, profileStatus } = create(world, kind, request);
      return reply.code(201).send({ id, status, profileStatus });
    });
  }
}

/** `accountId` in the body names the wallet account, an existing or a new one; without it the sandbox chooses. */
function create(world: World, kind: AccountKind, request: FastifyRequest): Onboarding {
  const fields = providerFields(record(request.body));
  const accountId = fields.optionalText('accountId', { min: 1, max: 100 }) ?? randomUUID();
  const email = fields.optionalText('email', { max: 256 }) ?? '';
  const wallet = world.store.accounts.get(accountId);
  if (wallet === undefined)
    openAccount(world, { accountId, kind, status: NEW_WALLET_STATUS, profile: { ...emptyProfile, email } });
  const onboarding: Onboarding = {
    id: world.store.nextId(),
    profileId: world.store.nextId(),
    accountId,
    status: 'CREATED',
    profileStatus: 'AWAITING_INFORMATION',
    requirements: [],
    restrictions: [],
  };
  world.store.put(['onboardings', onboarding]);
  return onboarding;
}

/** @throws 147 */
function onboardingOf(world: World, id: string): Onboarding {
  const onboarding = world.store.onboardings.get(toId(id));
  if (onboarding === undefined) throw providerError(147, 'account not found');
  return onboarding;
}

export const onboardingView = ({ id, profileId, accountId, status, profileStatus, requirements, restrictions }: Onboarding) => ({
  id,
  profileId,
  externalId: accountId,
  status,
  profileStatus,
  requirements,
  restrictions,
});
