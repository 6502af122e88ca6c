// Corrections of a profile as tests ask for them and look at them.

import { type Investor, verifiedInvestor } from './actors.ts';
import type { Answer } from './client.ts';
import { codesIn, waitForCode } from './codes.ts';
import { forgetCodeRequests } from './session-states.ts';
import { expectStatus, type World } from './world.ts';

export const CORRECTIONS = '/customers/profile/corrections';

export type Correction = {
  id: string;
  status: string;
  fields: string[];
  changes: Record<string, string> | null;
  reason: string | null;
  requestedAt: string;
  closedAt: string | null;
};
export type Me = {
  profile: Record<string, string | null>;
  pendingCorrection: { id: string; changes: Record<string, string>; requestedAt: string } | null;
  kycStatus: string;
};

/** A code of action profile-correction, from the mailbox; further ones once their wait is over. */
export async function correctionCode(world: World, person: Investor): Promise<string> {
  const known = (await codesIn(world, person.email, 'profile-correction')).length;
  await forgetCodeRequests(world, person.customerId);
  expectStatus(await person.client.post('/auth/mfa/trigger-mfa', { action: 'profile-correction' }), 201);
  return waitForCode(world, person.email, 'profile-correction', known + 1);
}

/** Asks with a fresh code, unless another one is given. */
export async function askCorrection(world: World, person: Investor, changes: object, tfa?: string): Promise<Answer<Correction>> {
  const code = tfa ?? (await correctionCode(world, person));
  return person.client.post<Correction>(CORRECTIONS, changes, { tfa: code });
}

/** A verified investor who has asked for these. */
export async function correcting(world: World, changes: object): Promise<{ person: Investor; correction: Correction }> {
  const person = await verifiedInvestor(world);
  return { person, correction: expectStatus(await askCorrection(world, person, changes), 201).body };
}

export const correctionsOf = async ({ client }: Investor) =>
  expectStatus(await client.get<{ items: Correction[] }>(CORRECTIONS), 200).body.items;
export const meOf = async ({ client }: Investor) => expectStatus(await client.get<Me>('/customers/me'), 200).body;

/** The correction once it is what `status` says. */
export const correctionIs = (world: World, person: Investor, id: string, status: string) =>
  world.until(
    async () => (await correctionsOf(person)).find((correction) => correction.id === id && correction.status === status),
    `the correction is ${status}`,
  );

type Call = { method: string; path: string; status: number; body: Record<string, unknown> };

/** Profiles that the provider was sent for this investor, the newest first. */
export const sentProfiles = async (world: World, { customerId }: Investor) =>
  (await world.control<Call[]>('GET', `/calls?path=${customerId}`)).filter(
    ({ method, path }) => method === 'PUT' && path.includes('/individual/'),
  );

/** The profile at the provider in the end: its last name is this one. */
export const lastNameAtProvider = (world: World, { customerId }: Investor, lastName: string) =>
  world.until(
    async () => (await world.control<{ lastName: string }>('GET', `/accounts/${customerId}`)).lastName === lastName,
    `${lastName} at the provider`,
  );

/** Orders a fault for the next profile that this investor's account is sent. */
export const onNextProfile = (world: World, { customerId }: Investor, mode: string, more: object = {}) =>
  world.control('POST', '/faults', { route: `PUT /v2/accounts/individual/${customerId}`, mode, times: 1, ...more });
