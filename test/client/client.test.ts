// The typed client of clients/typescript against a whole service: session, refusals, lists, keys, files.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { PurchaseDealError } from '../../clients/typescript/src/generated/types.gen.ts';
import {
  createMortar,
  isRefusal,
  items,
  type Mortar,
  MortarError,
  pages,
  withIdempotencyKey,
} from '../../clients/typescript/src/index.ts';
import { openFunding, PASSWORD, signInAdministrator, signUp, verifiedInvestor } from '../support/actors.ts';
import { PNG } from '../support/files.ts';
import { PROFILE } from '../support/profiles.ts';
import { startWorld, type World } from '../support/world.ts';

let world: World;

before(async () => {
  world = await startWorld();
});
after(() => world.close());

async function signedIn(email: string): Promise<Mortar> {
  const mortar = createMortar({ url: world.url });
  await mortar.signIn({ body: { email, password: PASSWORD } });
  return mortar;
}

async function refusalOf(work: Promise<unknown>): Promise<MortarError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof MortarError, `not refused: ${error}`);
  return error;
}

describe('the session of the typed client', () => {
  it('signs in, calls as the investor, goes on from its cookie, and signs out', async () => {
    const { email, customerId } = await signUp(world);
    const mortar = await signedIn(email);
    const me = await mortar.readMe();
    assert.equal(me.id, customerId);
    const later = createMortar({ url: `${world.url}/`, cookie: mortar.cookie() });
    assert.equal((await later.showWallet()).availableCents, 0);
    await mortar.signOut();
    // The device stays known.
    assert.doesNotMatch(mortar.cookie(), /session/);
    assert.equal((await refusalOf(mortar.showWallet())).code, 'unauthenticated');
  });
});

describe('a refusal in the typed client', () => {
  it('carries status, code, detail, request id and the faults of fields', async () => {
    const mortar = await signedIn((await verifiedInvestor(world)).email);
    const missing = await refusalOf(mortar.purchaseDeal({ path: { dealId: randomUUID() } }));
    assert.deepEqual([missing.status, missing.code], [404, 'marketplace.buy.DEAL_NOT_FOUND']);
    assert.match(missing.requestId ?? '', /./);
    assert.match(missing.detail, /./);
    assert.ok(isRefusal(missing) && isRefusal(missing, 'unauthenticated', 'marketplace.buy.DEAL_NOT_FOUND'));
    assert.ok(!isRefusal(missing, 'unauthenticated') && !isRefusal(new TypeError('fetch failed')));
    const invalid = await refusalOf(mortar.purchaseDeal({ path: { dealId: 'x' } }));
    assert.deepEqual([invalid.code, invalid.errors.map(({ path }) => path)], ['validation-failed', ['params/dealId']]);
  });

  it('of the session layer has its code too', async () => {
    const { email } = await signUp(world);
    const wrong = createMortar({ url: world.url }).signIn({ body: { email, password: 'not the password' } });
    const refusal = await refusalOf(wrong);
    assert.deepEqual([refusal.status, refusal.code, refusal.requestId], [401, 'INVALID_EMAIL_OR_PASSWORD', undefined]);
    assert.match(refusal.detail, /password/i);
  });

  it('of something else in between has no code, and the text', async () => {
    const mortar = createMortar({ url: world.url, fetch: async () => new Response('bad gateway', { status: 502 }) });
    const refusal = await refusalOf(mortar.showWallet());
    assert.deepEqual([refusal.status, refusal.code, refusal.detail, isRefusal(refusal)], [502, undefined, 'bad gateway', false]);
  });

  it('is not made of a request without an answer', async () => {
    const mortar = createMortar({ url: world.url, fetch: () => Promise.reject(new TypeError('fetch failed')) });
    await assert.rejects(mortar.showWallet(), TypeError);
  });
});

describe('the types of the client', () => {
  it('know the codes of each operation, and what a call needs', () => {
    const known: PurchaseDealError['code'] = 'marketplace.buy.DEAL_NOT_FOUND';
    // @ts-expect-error: another operation's code.
    const strange: PurchaseDealError['code'] = 'marketplace.deletion.not-found';
    // @ts-expect-error: no operation answers this code.
    assert.ok(!isRefusal(new Error(known), strange, 'no-such-code'));
    // @ts-expect-error: a deal is named in the path.
    const nameless: Parameters<Mortar['purchaseDeal']>[0] = {};
    assert.deepEqual(nameless, {});
  });
});

describe('lists in the typed client', () => {
  it('are gone through over all pages', async () => {
    const people = await Promise.all([1, 2, 3].map(() => signUp(world)));
    const mortar = await signedIn((await signInAdministrator(world)).email);
    const whole = await mortar.listCustomers();
    const ids: string[] = [];
    for await (const { id } of items((page) => mortar.listCustomers({ query: { limit: 2, ...page } }))) ids.push(id);
    assert.deepEqual(
      ids,
      whole.items.map(({ id }) => id),
    );
    assert.ok(people.every(({ customerId }) => ids.includes(customerId)));
    const sizes: number[] = [];
    for await (const page of pages((query) => mortar.listCustomers({ query: { limit: 2, ...query } })))
      sizes.push(page.items.length);
    assert.equal(sizes.length, Math.ceil(ids.length / 2));
  });
});

describe('keys in the typed client', () => {
  it('make two calls with the same key one purchase, and calls without one as many', async () => {
    const { propertyId } = await openFunding(world, { bricks: 10 });
    const mortar = await signedIn((await verifiedInvestor(world, { fundsCents: 5_000 })).email);
    const purchase = { path: { propertyId }, body: { amount: 1 } };
    const once = withIdempotencyKey();
    await mortar.purchaseBricks({ ...purchase, ...once });
    await mortar.purchaseBricks({ ...purchase, ...once });
    assert.equal((await mortar.listPurchases()).items.length, 1);
    await mortar.purchaseBricks(purchase);
    await mortar.purchaseBricks(purchase);
    assert.equal((await mortar.listPurchases()).items.length, 3);
  });

  it('stay the same when the answer was 503 and the call is repeated', async () => {
    const { propertyId } = await openFunding(world, { bricks: 10 });
    const { email } = await verifiedInvestor(world, { fundsCents: 5_000 });
    const { mortar, seen } = overloaded(1, (await signedIn(email)).cookie());
    await mortar.purchaseBricks({ path: { propertyId }, body: { amount: 2 } });
    assert.equal(seen.length, 2);
    assert.match(seen[0]?.key ?? '', /^[0-9a-f-]{36}$/);
    assert.equal(seen[1]?.key, seen[0]?.key);
    assert.deepEqual(
      seen.map(({ text }) => text),
      ['{"amount":2}', '{"amount":2}'],
    );
    assert.equal((await mortar.listPurchases()).items.length, 1);
  });
});

describe('a 503 in the typed client', () => {
  it('is repeated a bounded number of times for a GET', async () => {
    const { mortar, seen } = overloaded(100);
    const refusal = await refusalOf(mortar.checkLiveness());
    assert.deepEqual([seen.length, refusal.status, refusal.retryAfter], [3, 503, 0]);
  });

  it('is not repeated where the request may have an effect each time, nor without Retry-After', async () => {
    const changes = overloaded(100);
    await refusalOf(changes.mortar.saveProfile({ body: PROFILE }));
    const body = { action: 'no-withdraw', amountToTransfer: 1_000 } as const;
    await refusalOf(changes.mortar.transferFundsToOwner({ path: { propertyId: randomUUID() }, body }));
    assert.deepEqual(
      changes.seen.map(({ key }) => key),
      [null, null],
    );
    const silent = overloaded(100, '', {});
    await refusalOf(silent.mortar.checkLiveness());
    assert.equal(silent.seen.length, 1);
  });
});

describe('files in the typed client', () => {
  it('are uploaded and downloaded', async () => {
    const { email, customerId } = await signUp(world);
    const mortar = await signedIn(email);
    await mortar.saveProfile({ body: PROFILE });
    const file = new File([PNG], 'card.png', { type: 'image/png' });
    await mortar.uploadIdentityDocument({ body: { file, type: 'identityCard' } });
    const administrator = await signedIn((await signInAdministrator(world)).email);
    const documents = await administrator.listCustomerDocuments({ path: { customerId } });
    const [document] = documents.items;
    assert.ok(document);
    const stored = await administrator.readDocumentFile({ path: { customerId, documentId: document.id } });
    assert.deepEqual(new Uint8Array(await stored.arrayBuffer()), PNG);
  });
});

/** A client whose first `times` requests are answered 503 by a proxy; `seen` lists what was sent. */
function overloaded(times: number, cookie = '', headers: Record<string, string> = { 'retry-after': '0' }) {
  const seen: { key: string | null; text: string }[] = [];
  const mortar = createMortar({
    url: world.url,
    cookie,
    fetch: async (request) => {
      seen.push({ key: request.headers.get('idempotency-key'), text: await request.clone().text() });
      return seen.length <= times ? new Response('{}', { status: 503, headers }) : fetch(request);
    },
  });
  return { mortar, seen };
}
