// The provider's notifications as tests send them, and the investors they are about.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { type Investor, signUp } from './actors.ts';
import type { Answer } from './client.ts';
import { PDF, uploadOf } from './files.ts';
import { PROFILE } from './profiles.ts';
import { expectCode, expectStatus, type World } from './world.ts';

export type Hook =
  | 'customer-status-changed'
  | 'document-status-changed'
  | 'customer-temporarily-blocked'
  | 'charge-back'
  | 'account-status-changed'
  | 'profile-status-changed'
  | 'requirement-change'
  | 'restriction-change';
/** What a control route of the sandbox answers: whether its notification was taken. */
export type Notified = { notified: boolean };
/** A row of provider_event. */
export type ReceivedEvent = { deliveries: number; processed_at: Date | null; last_error: string | null; payload: unknown };

const KEY = 'sandbox-webhook-key';

/** Sends a notification by hand; `key` null sends none. */
export function notify(world: World, hook: Hook, body: unknown, key: string | null = KEY): Promise<Answer> {
  return world.visitor().post(`/customers/provider/webhook/${hook}${key === null ? '' : `?apiKey=${key}`}`, body);
}

/** Events about one ExtId, oldest first. */
export function eventsOf(world: World, extId: string): Promise<ReceivedEvent[]> {
  return world.sql(
    `select deliveries, processed_at, last_error, payload from provider_event where payload ->> 'ExtId' = $1 order by received_at, id`,
    [extId],
  );
}

/** Lets the provider change something without telling. */
export async function silently(world: World, change: () => Promise<unknown>): Promise<void> {
  world.sandbox.setMortarUrl(undefined);
  await change();
  world.sandbox.setMortarUrl(world.url);
}

/** Somebody whose document the provider has: KYC waits. */
export async function waitingInvestor(world: World): Promise<Investor & { documentId: number }> {
  const person = await signUp(world);
  expectStatus(await person.client.patch('/customers/profile', PROFILE), 200);
  const answer = await person.client.post<{ identityDocuments: { providerId: number }[] }>(
    '/customers/investor-identity-document',
    uploadOf(PDF, { type: 'identityCard', name: 'carte.pdf' }),
  );
  return { ...person, documentId: expectStatus(answer, 201).body.identityDocuments[0]?.providerId ?? 0 };
}

/** A call of the provider's own interface, as its hosted pages and its dashboard make them: not by us. */
async function askProvider<Reply>(world: World, path: string, body: object): Promise<Reply> {
  const token = await fetch(`${world.sandbox.url}/oauth/api/v1/oauth/token`, {
    method: 'POST',
    headers: { authorization: 'Basic sandbox-provider-key', 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  });
  // Border: both answers are the sandbox's own, of documented shape.
  const { access_token } = (await token.json()) as { access_token: string };
  const answer = await fetch(`${world.sandbox.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json', 'psu-ip-address': '127.0.0.1' },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Reply;
}

/** An onboarding account (v2) that the provider opened by itself, with or without a wallet of this id. */
export async function openOnboarding(world: World, accountId: string): Promise<number> {
  return (await world.control<{ id: number }>('POST', '/onboardings', { accountId })).id;
}

/** A document that somebody else gave to the provider: the support team, or its hosted onboarding. Its number there. */
export async function uploadAtProvider(world: World, accountId: string, type: number): Promise<number> {
  const buffer = Buffer.from(PDF).toString('base64');
  const path = `/directkitrest/v2/accounts/${accountId}/documents/upload`;
  return (await askProvider<{ uploadDocument: { id: number } }>(world, path, { name: 'scan.pdf', type, buffer })).uploadDocument
    .id;
}

/** The rows that every webhook shares: the key, the body's type. `world` exists once the tests run. */
export function refusesStrangers(hook: Hook, world: () => World): void {
  it('without a key, with another one, even with a bad body -> 401 UnauthorizedException', async () => {
    const extId = randomUUID();
    const body = { ExtId: extId, IntId: '1' };
    for (const key of [null, '', `${KEY}x`]) expectCode(await notify(world(), hook, body, key), 401, 'UnauthorizedException');
    expectCode(await notify(world(), hook, '{', 'wrong'), 401, 'UnauthorizedException');
    assert.deepEqual(await eventsOf(world(), extId), []);
  });
  it('the key in a header or the body does not count -> 401 UnauthorizedException', async () => {
    const body = { ExtId: randomUUID(), IntId: '1', apiKey: KEY };
    const answer = await world().visitor().post(`/customers/provider/webhook/${hook}`, body, { 'x-api-key': KEY });
    expectCode(answer, 401, 'UnauthorizedException');
  });
  it('a body of another type -> 415 unsupported-media-type', async () =>
    expectCode(await notify(world(), hook, 'ExtId=1'), 415, 'unsupported-media-type'));
  it('JSON that is none: empty -> 400', async () => {
    const path = `/customers/provider/webhook/${hook}?apiKey=${KEY}`;
    const answer = await world().visitor().post(path, '{"ExtId":', { 'content-type': 'application/json' });
    assert.deepEqual([answer.status, answer.text], [400, '']);
  });
}
