// The online onboarding API (provider.md#online-onboarding), which opens wallets and has its own ids.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AccountKind, Onboarding } from '../entities.ts';
import { type Fields, record } from '../fields.ts';
import { refusal } from '../http.ts';
import type { World } from '../world.ts';
import { providerError } from './errors.ts';
import { pathParam, queryOf, toId } from './input.ts';
import { individualBody, legalEntityBody, type OnboardingBody, startBody } from './onboarding-bodies.ts';
import { askForUpdate, isUpdateAsked } from './onboarding-outcomes.ts';
import { pageOf } from './search.ts';

const STARTS: Record<string, (account: Onboarding) => boolean> = {
  individual: ({ kind }) => kind === 'individual',
  company: (account) => entityTypeOf(account) === 'COMPANY',
  association: (account) => entityTypeOf(account) === 'ASSOCIATION',
  'sole-trader': (account) => entityTypeOf(account) === 'SOLE_TRADER',
};

const entityTypeOf = ({ body }: Onboarding) => record(body.legalEntity).type;

export function onboardingRoutes(app: FastifyInstance, world: World): void {
  app.get('/accounts', async (request) => {
    const query = queryOf(request);
    const fits = ({ accountId }: Onboarding) => query.walletId === undefined || accountId === query.walletId;
    return { accounts: pageOf([...world.store.onboardings.values()].filter(fits), query).map(onboardingView) };
  });
  app.get('/accounts/:id', async (request) => onboardingView(onboardingOf(world, pathParam(request, 'id'))));
  app.post('/accounts/individual', async (request, reply) => {
    const { id, status, profileStatus } = create(world, 'individual', individualBody(world, record(request.body)));
    return reply.code(201).send({ id, status, profileStatus });
  });
  app.post('/accounts/legal-entity', async (request, reply) => {
    const { id, status, profileStatus } = create(world, 'legal', legalEntityBody(world, record(request.body)));
    return reply.code(201).send({ id, status, profileStatus });
  });
  for (const [path, fits] of Object.entries(STARTS)) {
    app.post(`/onboardings/${path}`, async (request, reply) => {
      const { accountId, redirectUrl } = startBody(record(request.body));
      const account = onboardingOf(world, accountId);
      if (!fits(account)) throw refusal(400, `account ${accountId} is no ${path}`);
      if (account.status !== 'CREATED' && !isUpdateAsked(account))
        throw refusal(409, `nothing is asked of account ${accountId}, which is ${account.status}`);
      const session = { id: randomUUID(), redirectUrl };
      account.sessions.push(session);
      world.store.put(['onboardings', account]);
      return reply.code(201).send(linkOf(request, session.id));
    });
  }
  app.get('/onboardings/:id/resume', async (request) => {
    const id = pathParam(request, 'id');
    if (accountOfSession(world, id) === undefined) throw providerError(147, 'onboarding not found');
    return linkOf(request, id);
  });
  app.post('/sandbox/kyc-update/:id', async (request) => {
    const account = onboardingOf(world, pathParam(request, 'id'));
    const { requirement } = await askForUpdate(world, account, {});
    return requirement;
  });
}

/** A new account; neither its person or entity nor its wallet may be known. @throws 409 */
function create(world: World, kind: AccountKind, { walletId, identity, body }: OnboardingBody): Onboarding {
  for (const known of world.store.onboardings.values()) {
    if (known.accountId === walletId) throw refusal(409, `walletId ${walletId} is taken`);
    if (known.identity === identity) throw refusal(409, 'this person or entity has an account already');
  }
  if (world.store.accounts.has(walletId)) throw refusal(409, `walletId ${walletId} is taken`);
  return addOnboarding(world, { kind, accountId: walletId, identity, body });
}

/** An account that was only just created. */
export function addOnboarding(
  world: World,
  of: { kind: AccountKind; accountId: string; identity: string; body: Fields },
): Onboarding {
  const onboarding: Onboarding = {
    id: world.store.nextId(),
    profileId: world.store.nextId(),
    ...of,
    status: 'CREATED',
    profileStatus: 'AWAITING_INFORMATION',
    sessions: [],
    requirements: [],
    restrictions: [],
  };
  world.store.put(['onboardings', onboarding]);
  return onboarding;
}

/** The account for which a hosted page was asked. */
export function accountOfSession(world: World, sessionId: string): Onboarding | undefined {
  return [...world.store.onboardings.values()].find(({ sessions }) => sessions.some(({ id }) => id === sessionId));
}

const linkOf = (request: FastifyRequest, id: string) => ({
  id,
  url: `${request.protocol}://${request.host}/onboarding/pages/${id}`,
});

/** @throws 147 */
function onboardingOf(world: World, id: string): Onboarding {
  const onboarding = world.store.onboardings.get(toId(id));
  if (onboarding === undefined) throw providerError(147, 'account not found');
  return onboarding;
}

export const onboardingView = ({ sessions: _sessions, identity: _identity, kind, accountId, body, ...account }: Onboarding) => ({
  ...account,
  walletId: accountId,
  ...(kind === 'individual' ? { individual: body.individual } : { legalEntity: body.legalEntity }),
});
