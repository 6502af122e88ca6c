// One caller for each guard, and things that the paths can name, for the tests of all routes.

import { openFunding, resaleProperty, signInAdministrator, verifiedInvestor } from '../support/actors.ts';
import type { Answer, Client } from '../support/client.ts';
import { expectStatus, startWorld, type World } from '../support/world.ts';
import { type DeclaredRoute, declaredRoutes, type Guard, pathOf } from './declared-routes.ts';

export type Callers = {
  world: World;
  routes: DeclaredRoute[];
  clients: Record<Guard, Client>;
  /** A value that exists, for each parameter of a path. */
  params: Record<string, string>;
  /** Sends as the caller whom the guard of the route lets in; `body` is JSON text unless `type` says otherwise. */
  send(route: DeclaredRoute, options?: { path?: string; query?: string; body?: string; type?: string }): Promise<Answer>;
};

/** The keys of the two platforms that call us, as they are outside production. */
export const KEYS = { provider: 'sandbox-webhook-key', defaults: 'sandbox-defaults-key' };

/** A world whose jobs lie still, with its callers. */
export async function createCallers(): Promise<Callers> {
  const world = await startWorld({ worker: false });
  const [routes, investor, other, administrator] = await Promise.all([
    declaredRoutes(world.visitor()),
    verifiedInvestor(world, { fundsCents: 100_000 }),
    verifiedInvestor(world),
    signInAdministrator(world),
  ]);
  const clients: Callers['clients'] = {
    public: world.visitor(),
    customer: investor.client,
    administrator: administrator.client,
    'provider-webhook': world.visitor(),
    'defaults-webhook': world.visitor(),
    // Open outside production, where no token is set.
    metrics: world.visitor(),
  };
  const params = await nameThings(world, other);
  const send: Callers['send'] = (route, { path = pathOf(route, params), query = '', body, type = 'application/json' } = {}) => {
    const parts = [route.guard === 'provider-webhook' ? `apiKey=${KEYS.provider}` : '', query].filter(Boolean);
    return clients[route.guard].send(route.method, parts.length > 0 ? `${path}?${parts.join('&')}` : path, body, {
      ...(body === undefined ? {} : { 'content-type': type }),
      ...(route.guard === 'defaults-webhook' ? { 'x-api-key': KEYS.defaults } : {}),
      // The header that some routes ask for before they look at the body.
      tfa: '000000',
    });
  };
  return { world, routes, clients, params, send };
}

async function nameThings(world: World, other: Awaited<ReturnType<typeof verifiedInvestor>>): Promise<Record<string, string>> {
  const { propertyId } = await openFunding(world, { bricks: 50 });
  const resale = await resaleProperty(world, { owners: [{ customerId: other.customerId, bricks: 20 }] });
  const offer = { propertyId: resale.propertyId, amount: 2, price: 900 };
  const deal = expectStatus(await other.client.post<{ id: string }>('/marketplace/deal', offer), 201).body;
  return {
    id: other.customerId,
    customerId: other.customerId,
    propertyId,
    projectId: resale.propertyId,
    dealId: deal.id,
    email: other.email,
    action: 'withdraw',
    endType: 'success',
    name: 'ledger-proof',
    '*': 'nothing-here',
  };
}

/** Routes that write, or may. */
export function writing(routes: readonly DeclaredRoute[]): DeclaredRoute[] {
  return routes.filter(({ method }) => method !== 'GET');
}

/** Routes whose refusals are ours; those of the session layer have its own shape. */
export function ours(routes: readonly DeclaredRoute[]): DeclaredRoute[] {
  return routes.filter(({ tag }) => tag !== 'session');
}
