// Every declared route, called by whom it is for, with forms, files, paths and queries that no schema foresaw: never a 5xx.

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { faultOf, faultsOf } from './answer-rules.ts';
import { type Callers, createCallers, ours, writing } from './callers.ts';
import { pathOf } from './declared-routes.ts';
import { HOSTILE_QUERIES, HOSTILE_SEGMENTS } from './hostile-values.ts';

let callers: Callers;

before(async () => {
  callers = await createCallers();
});
after(() => callers.world.close());

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
  const cases = writing(ours(callers.routes)).flatMap((route) => forms.map((form) => ({ route, ...form, sent: form.body })));
  assert.deepEqual(
    await faultsOf(cases, async ({ route, type, body }) => faultOf(route, await callers.send(route, { body, type }))),
    [],
  );
});

it('hostile paths and queries are answered without a 5xx', async () => {
  const encoded = Object.fromEntries(Object.entries(callers.params).map(([name, value]) => [name, encodeURIComponent(value)]));
  const paths = callers.routes.flatMap((route) =>
    Object.keys(route.params).flatMap((name) =>
      HOSTILE_SEGMENTS.map((segment) => ({
        route,
        sent: segment,
        path: pathOf(route, { ...encoded, [name]: segment }, { raw: true }),
        query: '',
      })),
    ),
  );
  const queries = callers.routes.flatMap((route) =>
    ['unknown', ...Object.keys(route.query)].flatMap((name) =>
      queriesFor(name).map((query) => ({
        route,
        sent: query,
        path: pathOf(route, callers.params),
        query,
      })),
    ),
  );
  const faults = await faultsOf([...paths, ...queries], async ({ route, path, query }) =>
    faultOf(route, await callers.send(route, { path, query })),
  );
  assert.deepEqual(faults, []);
});

/** A parameter that the route does not know is dropped whatever it is: a few will do. */
function queriesFor(name: string): string[] {
  const patterns = name === 'unknown' ? HOSTILE_QUERIES.slice(0, 3) : HOSTILE_QUERIES;
  return patterns.map((pattern) => pattern.replaceAll('{name}', name));
}
