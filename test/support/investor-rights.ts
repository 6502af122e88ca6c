// What takes the right to trade away from an investor, and the moment in which it hurts: between the check and the act.

import { administratorOf, type Investor } from './actors.ts';
import { expectStatus, type World } from './world.ts';

/** One way to lose the right, as administrators and the provider do it, and the code that says so afterwards. */
export type LostRight = { what: string; change: (world: World, person: Investor) => Promise<unknown>; code: string };

const byAdministrator = async (world: World, { customerId }: Investor, change: object) =>
  expectStatus(await (await administratorOf(world)).client.patch(`/administration/customers/${customerId}`, change), 200);

export const LOST_RIGHTS: readonly LostRight[] = [
  {
    what: 'frozen',
    change: (world, person) => byAdministrator(world, person, { frozen: true, reason: 'Sous enquête' }),
    code: 'customer.rights.account-is-being-verified',
  },
  {
    what: 'blocked by the provider',
    change: (world, { customerId }) => world.control('PUT', `/accounts/${customerId}/blocked`, { blocked: true }),
    code: 'customer.rights.account-is-being-verified',
  },
  {
    what: 'not verified any more',
    change: (world, { customerId }) => world.control('PUT', `/accounts/${customerId}/status`, { status: 3 }),
    code: 'customer.rights.account-not-completed',
  },
];

/** The flag that the marketplace asks for besides. */
export const LOST_FLAG: LostRight = {
  what: 'without canSeeRoyalty',
  change: (world, person) => byAdministrator(world, person, { canSeeRoyalty: false }),
  code: 'marketplace-forbidden',
};

/** Settings of a world in which the provider is held back: on a busy machine the answer comes later still, and is no silence. */
export const PATIENT_WITH_PROVIDER = { PROVIDER_TIMEOUT_MS: '20000' };

/** Longer than a busy machine takes over one change. */
const HELD_BACK_MS = 2_000;

/** Runs `meanwhile` after `request` has asked the provider for the investor's balance and before the provider answers. */
export async function whileBalanceIsRead<T>(
  world: World,
  { customerId }: Investor,
  request: () => Promise<T>,
  meanwhile: () => Promise<unknown>,
): Promise<T> {
  const path = `/v2/accounts/${customerId}`;
  // A sign-in hashes a password: it would be most of what happens meanwhile.
  await administratorOf(world);
  const readings = async () =>
    (await world.control<{ path: string }[]>('GET', `/calls?path=${path}`)).filter((call) => call.path.endsWith(path)).length;
  const earlier = await readings();
  // Signed in before the provider is held back: a password takes its time.
  await administratorOf(world);
  await world.control('POST', '/faults', { route: `GET ${path}`, mode: 'latency', times: 1, latencyMs: HELD_BACK_MS });
  const pending = request();
  await world.until(async () => (await readings()) > earlier, 'the provider was asked');
  await meanwhile();
  return pending;
}
