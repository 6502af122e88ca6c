// Every declared route, called by whom it is for, with bodies that no schema foresaw: never a 5xx.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { faultOf, faultsOf, refusalFault } from './answer-rules.ts';
import { type Callers, createCallers, ours, writing } from './callers.ts';
import type { DeclaredRoute } from './declared-routes.ts';
import { anyJson, HOSTILE_VALUES, RAW_BODIES } from './hostile-values.ts';
import { fieldAt, fieldsOf, samplesOf, UNBOUND_TEXT, withField } from './sample-values.ts';

/** Most values are refused alike: each field takes some, the next field the next ones. Text that nothing binds takes more. */
const OF_UNBOUND_TEXT = 12;
const OF_ITS_TYPE = 6;
const OF_OTHER_TYPES = 2;

let callers: Callers;

before(async () => {
  callers = await createCallers();
});
after(() => callers.world.close());

it('a content type that the route does not name -> 415 unsupported-media-type', async () => {
  const types = [
    'text/plain',
    'application/xml',
    'application/jsonx',
    'application/json-patch+json',
    'application/octet-stream',
    'application/json, text/plain',
    'application/ json',
    ';',
  ];
  const cases = writing(ours(callers.routes)).flatMap((route) => types.map((type) => ({ route, type, sent: type })));
  const faults = await faultsOf(cases, async ({ route, type }) =>
    refusalFault(route, await callers.send(route, { body: '{}', type }), 415, 'unsupported-media-type'),
  );
  assert.deepEqual(faults, []);
});

it('JSON that is broken or poisoned -> 400; what is merely odd is refused too, or ignored', async () => {
  const cases = writing(callers.routes).flatMap((route) => RAW_BODIES.map((raw) => ({ route, raw, sent: raw.what })));
  const faults = await faultsOf(cases, async ({ route, raw }) => {
    const answer = await callers.send(route, { body: raw.text });
    const mustRefuse = raw.broken && route.body !== undefined && route.tag !== 'session';
    return mustRefuse && answer.status !== 400 ? `${route.name}: took it: ${answer.status}` : faultOf(route, answer);
  });
  assert.deepEqual(faults, []);
});

it('every field of every body takes every hostile value of its type without a 5xx', async () => {
  let turn = 0;
  const some = (count: number, values: readonly unknown[]) =>
    Array.from({ length: Math.min(count, values.length) }, () => values[turn++ % values.length]);
  const valuesFor = (honest: unknown) => {
    const alike = HOSTILE_VALUES.filter((value) => typeOf(value) === typeOf(honest));
    const others = HOSTILE_VALUES.filter((value) => typeOf(value) !== typeOf(honest));
    return [...some(honest === UNBOUND_TEXT ? OF_UNBOUND_TEXT : OF_ITS_TYPE, alike), ...some(OF_OTHER_TYPES, others)];
  };
  const cases = callers.routes.flatMap((route) =>
    samplesOfBody(route).flatMap((sample) =>
      fieldsOf(sample).flatMap((field) =>
        valuesFor(fieldAt(sample, field)).map((value) => ({
          route,
          body: JSON.stringify(withField(sample, field, value)),
          sent: `${field.join('.')} = ${JSON.stringify(value)}`,
        })),
      ),
    ),
  );
  assert.ok(cases.length > 1_000, `${cases.length} cases`);
  assert.deepEqual(await faultsOf(cases, async ({ route, body }) => faultOf(route, await callers.send(route, { body }))), []);
});

it('any JSON at all is answered without a 5xx', async () => {
  const targets = writing(callers.routes);
  await fc.assert(
    fc.asyncProperty(fc.nat(targets.length - 1), anyJson, async (index, body) => {
      const route = targets[index];
      if (route) assert.equal(faultOf(route, await callers.send(route, { body: JSON.stringify(body) })), undefined);
    }),
    { numRuns: 200 },
  );
});

/** The provider's notifications are described in words only. */
const NOTIFICATION = {
  ExtId: '5f3e1d2c-0000-4000-8000-000000000001',
  IntId: '17',
  DocId: '3',
  DocType: '0',
  NotifDate: '04/03/2026 05:06:07',
  NotifCategory: '9',
  Status: '2',
  Blocked: '1',
};

function samplesOfBody({ body, guard }: DeclaredRoute): unknown[] {
  if (guard === 'provider-webhook') return ['8', '9', '13'].map((NotifCategory) => ({ ...NOTIFICATION, NotifCategory }));
  return body ? samplesOf(body) : [];
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
}
