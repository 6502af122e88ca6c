// Provider routes for direct-debit mandates: list, create, unregister.
import type { FastifyInstance } from 'fastify';
import type { Mandate } from '../entities.ts';
import type { World } from '../world.ts';
import { providerError } from './errors.ts';
import { compactIban, isIban } from './ibans.ts';
import { accountOf, bodyOf, pathParam, queryOf, toId } from './input.ts';
import { pageOf } from './search.ts';
import { mandateView } from './views.ts';

export const MANDATE_STATUSES = [0, 5, 6, 8, 9];
export const MANDATE_VALID = 5;
export const MANDATE_ENABLED = 6;
const PENDING = 0;
const DISABLED = 8;

export function mandateRoutes(app: FastifyInstance, world: World): void {
  app.get('/v2/moneyins/:accountid/mandate', async (request) => {
    const account = accountOf(world, pathParam(request, 'accountid'));
    return { mandates: pageOf(world.store.ofAccount(account.id).mandates.map(mandateView), queryOf(request)) };
  });

  // The key `SSDMandate` in the reply is the provider's own misspelling.
  app.post('/v2/moneyins/sdd/mandate', async (request) => {
    const body = bodyOf(request);
    const accountId = body.text('wallet', { max: 100 });
    const holder = body.text('holder', { max: 256 });
    const bic = body.text('bic', { min: 8, max: 11 });
    const iban = compactIban(body.text('iban', { max: 100 }));
    body.flag('isRecurring');
    const rum = body.optionalText('rum', { max: 35 });
    accountOf(world, accountId);
    if (!isIban(iban)) throw providerError(221, 'iban is misformed');
    return { SSDMandate: mandateView(addMandate(world, { accountId, holder, bic, iban, status: PENDING }, rum)) };
  });

  app.put('/v2/moneyins/sdd/mandate/:mandatid/unregister', async (request) => {
    const accountId = bodyOf(request).text('account', { max: 100 });
    accountOf(world, accountId);
    const mandate = world.store.mandates.get(toId(pathParam(request, 'mandatid')));
    if (mandate?.accountId !== accountId) throw providerError(234, 'no such mandate on this account');
    setMandateStatus(world, mandate, DISABLED);
    return { SDDMandate: mandateView(mandate) };
  });
}

/** Stores a mandate without validation; also for the control routes. */
export function addMandate(
  world: World,
  fields: Pick<Mandate, 'accountId' | 'iban' | 'bic' | 'holder' | 'status'>,
  rum?: string,
): Mandate {
  const id = world.store.nextId();
  const mandate: Mandate = { id, reference: rum ?? `SANDBOX-${id}`, changedAt: world.clock.unixSeconds(), ...fields };
  world.store.put(['mandates', mandate]);
  return mandate;
}

export function setMandateStatus(world: World, mandate: Mandate, status: number): void {
  mandate.status = status;
  mandate.changedAt = world.clock.unixSeconds();
  world.store.put(['mandates', mandate]);
}

/** A usable mandate of the account. @throws 234 */
export function usableMandate(world: World, accountId: string, mandateId: number): Mandate {
  const mandate = world.store.mandates.get(mandateId);
  if (mandate?.accountId !== accountId) throw providerError(234, 'no such mandate on this account');
  if (mandate.status !== MANDATE_VALID && mandate.status !== MANDATE_ENABLED)
    throw providerError(234, 'the mandate is not valid');
  return mandate;
}
