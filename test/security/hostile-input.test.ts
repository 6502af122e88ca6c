// Every declared route, called by whom it is for, with bodies, paths and queries that no schema foresaw: never a 5xx.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { faultOf, faultsOf, refusalFault } from './answer-rules.ts';
import { assembleCast, type Cast, ours, writing } from './callers.ts';
import { type DeclaredRoute, pathOf } from './declared-routes.ts';
import { anyJson, HOSTILE_QUERIES, HOSTILE_SEGMENTS, HOSTILE_VALUES, RAW_BODIES } from './hostile-values.ts';
import { fieldAt, fieldsOf, samplesOf, UNBOUND_TEXT, withField } from './sample-values.ts';

/** Most values are refused alike: each field takes some, the next field the next ones. Text that nothing binds takes more. */
const OF_UNBOUND_TEXT = 12;
const OF_ITS_TYPE = 6;
const OF_OTHER_TYPES = 2;

let cast: Cast;

before(async () => {
  cast = await assembleCast();
});
after(() => cast.world.close());

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
  const cases = writing(ours(cast.routes)).flatMap((route) => types.map((type) => ({ route, type, sent: type })));
  const faults = await faultsOf(cases, async ({ route, type }) =>
    refusalFault(route, await cast.send(route, { body: '{}', type }), 415, 'unsupported-media-type'),
  );
  assert.deepEqual(faults, []);
});

it('JSON that is broken or poisoned -> 400; what is merely odd is refused too, or ignored', async () => {
  const cases = writing(cast.routes).flatMap((route) => RAW_BODIES.map((raw) => ({ route, raw, sent: raw.what })));
  const faults = await faultsOf(cases, async ({ route, raw }) => {
    const answer = await cast.send(route, { body: raw.text });
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
  const cases = cast.routes.flatMap((route) =>
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
  assert.deepEqual(await faultsOf(cases, async ({ route, body }) => faultOf(route, await cast.send(route, { body }))), []);
});

it('any JSON at all is answered without a 5xx', async () => {
  const targets = writing(cast.routes);
  await fc.assert(
    fc.asyncProperty(fc.nat(targets.length - 1), anyJson, async (index, body) => {
      const route = targets[index];
      if (route) assert.equal(faultOf(route, await cast.send(route, { body: JSON.stringify(body) })), undefined);
    }),
    { numRuns: 200 },
  );
});

it('forms and files that make no sense are answered without a 5xx', async () => {
  const boundary = (parts: string) => ({ type: 'multipart/form-data; boundary=x', body: parts.replaceAll('\n', '\r\n') });
  const file = (name: string, bytes: string) =>
    `--x\nContent-Disposition: form-data; name="file"; filename="${name}"\nContent-Type: image/png\n\n${bytes}\n--x--\n`;
  const forms = [
    { type: 'multipart/form-data', body: 'x' },
    { type: 'multipart/form-data; boundary=', body: '--\r\n' },
    boundary(''),
    boundary('--x\n'),
    boundary('--x--\n'),
    boundary('--x\nContent-Disposition: form-data; name="__proto__"\n\nx\n--x--\n'),
    boundary('--x\nContent-Disposition: form-data\n\nx\n--x--\n'),
    boundary(file('../../etc/passwd', 'no image')),
    boundary(file('a.png', '\u0000'.repeat(100))),
    boundary(file('a.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')),
    boundary(file('', '')),
    boundary(`${Array.from({ length: 40 }, () => file('a.png', 'x').replace('--x--\n', '')).join('')}--x--\n`),
    { type: 'application/x-www-form-urlencoded', body: 'a=%ff&b=%&__proto__=1&a=%00&ExtId=%00' },
  ];
  const cases = writing(ours(cast.routes)).flatMap((route) => forms.map((form) => ({ route, ...form, sent: form.body })));
  assert.deepEqual(
    await faultsOf(cases, async ({ route, type, body }) => faultOf(route, await cast.send(route, { body, type }))),
    [],
  );
});

it('hostile paths and queries are answered without a 5xx', async () => {
  const encoded = Object.fromEntries(Object.entries(cast.params).map(([name, value]) => [name, encodeURIComponent(value)]));
  const paths = cast.routes.flatMap((route) =>
    Object.keys(route.params).flatMap((name) =>
      HOSTILE_SEGMENTS.map((segment) => ({
        route,
        sent: segment,
        path: pathOf(route, { ...encoded, [name]: segment }, { raw: true }),
        query: '',
      })),
    ),
  );
  const queries = cast.routes.flatMap((route) =>
    ['unknown', ...Object.keys(route.query)].flatMap((name) =>
      queriesFor(name).map((query) => ({
        route,
        sent: query,
        path: pathOf(route, cast.params),
        query,
      })),
    ),
  );
  const faults = await faultsOf([...paths, ...queries], async ({ route, path, query }) =>
    faultOf(route, await cast.send(route, { path, query })),
  );
  assert.deepEqual(faults, []);
});

/** A parameter that the route does not know is dropped whatever it is: a few will do. */
function queriesFor(name: string): string[] {
  const patterns = name === 'unknown' ? HOSTILE_QUERIES.slice(0, 3) : HOSTILE_QUERIES;
  return patterns.map((pattern) => pattern.replaceAll('{name}', name));
}

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
