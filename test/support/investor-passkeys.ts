// Passkeys of investors as their owner has them, registered through the product.

import type { Investor } from './actors.ts';
import { codesIn, waitForCode } from './codes.ts';
import { createPasskey } from './passkeys.ts';
import { forgetCodeRequests } from './session-states.ts';
import { expectStatus, type World } from './world.ts';

export const PASSKEYS = '/customers/security/passkeys';

export type Options = { options: { challenge: string } };
export type Passkey = ReturnType<typeof createPasskey>;
export type RegisteredPasskey = Passkey & { id: string };

/** A mailed code of one of the two actions on passkeys. */
export async function mailedPasskeyCode(
  world: World,
  { client, email, customerId }: Investor,
  action: 'passkey-registration' | 'passkey-removal',
): Promise<string> {
  await forgetCodeRequests(world, customerId);
  const known = (await codesIn(world, email, action)).length;
  expectStatus(await client.post('/auth/mfa/trigger-mfa', { action }), 201);
  return waitForCode(world, email, action, known + 1);
}

/** What the browser answers to the options of a registration. */
export async function attested(passkey: Passkey, { client }: Pick<Investor, 'client'>) {
  return passkey.attest(expectStatus(await client.post<Options>(`${PASSKEYS}/options`), 201).body);
}

/** Registered by a mailed code. */
export async function registerPasskey(world: World, person: Investor, name = 'portable'): Promise<RegisteredPasskey> {
  const passkey = createPasskey(world.url);
  const tfa = await mailedPasskeyCode(world, person, 'passkey-registration');
  const attestation = await attested(passkey, person);
  const { body } = expectStatus(await person.client.post<{ id: string }>(PASSKEYS, { name, attestation }, { tfa }), 201);
  return { ...passkey, ...body };
}

/** What a passkey signs for this action. */
export async function challengeFor({ client }: Pick<Investor, 'client'>, asked: object): Promise<Options> {
  return expectStatus(await client.post<Options>('/customers/security/challenge', asked), 201).body;
}

/** Sends what the passkey has signed for an action. */
export function sendAssertion({ client }: Pick<Investor, 'client'>, asked: object, assertion: object) {
  return client.post<{ code: string }>('/customers/security/confirmation', { asked, assertion });
}

/** The code of an action that a passkey gives. */
export async function codeByPasskey(person: Pick<Investor, 'client'>, passkey: Passkey, asked: object): Promise<string> {
  const assertion = passkey.assert(await challengeFor(person, asked));
  return expectStatus(await sendAssertion(person, asked, assertion), 201).body.code;
}
