// The API description as a stranger and a generator read it, over HTTP.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openFunding, signInAdministrator } from '../../../../test/support/actors.ts';
import { expectStatus, startWorld, type World } from '../../../../test/support/world.ts';
import { ownSuccess } from '../../../core/http/openapi.ts';

type Media = { example?: unknown };
type Operation = {
  operationId: string;
  tags: string[];
  parameters?: { name: string; required?: boolean; schema: { default?: unknown } }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
};
type Description = {
  info: { description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
};

let world: World;
let description: Description;
let operations: Operation[];

before(async () => {
  world = await startWorld({ worker: false });
  description = expectStatus(await world.visitor().get<Description>('/openapi.json'), 200).body;
  operations = Object.values(description.paths).flatMap((path) => Object.values(path));
});
after(() => world.close());

describe('the description of the API', () => {
  it('asks for no parameter that has a default, and the routes do not either', async () => {
    const withDefault = operations.flatMap(({ operationId, parameters = [] }) =>
      parameters.filter(({ schema }) => schema.default !== undefined).map((found) => ({ operationId, ...found })),
    );
    assert.ok(withDefault.length > 40, String(withDefault.length));
    assert.deepEqual(
      withDefault.filter(({ required }) => required),
      [],
    );
    expectStatus(await world.visitor().get('/properties'), 200);
  });

  it('says what a form is made of', () => {
    const { requestBody } = operations.find(({ operationId }) => operationId === 'unsubscribeFromMails') ?? {};
    assert.deepEqual(Object.keys(requestBody?.content ?? {}), ['application/x-www-form-urlencoded']);
  });

  it('leads a stranger on its first page', () => {
    const headings = [...description.info.description.matchAll(/^# (.+)$/gm)].map(([, heading]) => heading);
    const wanted = [
      'Signing in',
      'Codes by mail',
      'Idempotency',
      'Errors',
      'Amounts and times',
      'Webhooks in',
      'The first five calls',
    ];
    assert.deepEqual(headings, wanted);
  });

  it('names on its first page only routes that are there', () => {
    const named = [...description.info.description.matchAll(/`(GET|POST) (\/[^`]+)`/g)].map(
      ([, method, path]) => `${method} ${path}`,
    );
    const known = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    assert.ok(named.length >= 8, named.join());
    assert.deepEqual(
      named.filter((one) => !known.includes(one)),
      [],
    );
  });

  it('says in its own words what each tag is for', () => {
    const about = description.tags.map((tag) => tag.description);
    assert.ok(about.every((text) => text.length > 20));
    assert.equal(new Set(about).size, about.length);
    const described = new Set(description.tags.map(({ name }) => name));
    assert.deepEqual(
      operations.flatMap(({ tags }) => tags).filter((tag) => !described.has(tag)),
      [],
    );
  });

  it('shows an example of every JSON body and answer', () => {
    const lacks = (content: Record<string, Media> = {}) =>
      content['application/json'] !== undefined && content['application/json'].example === undefined;
    const without = operations.filter(
      ({ requestBody, responses }) => lacks(requestBody?.content) || lacks(responses[ownSuccess(responses) ?? '']?.content),
    );
    assert.deepEqual(
      without.map(({ operationId }) => operationId),
      [],
    );
  });

  it('shows examples with the fields that are answered', async () => {
    const { client } = await signInAdministrator(world);
    const { propertyId } = await openFunding(world, { bricks: 10 });
    const places = {
      '/dev/clock': '/dev/clock',
      '/dev/jobs': '/dev/jobs',
      '/administration/property/{propertyId}/funding/progress': `/administration/property/${propertyId}/funding/progress`,
    };
    const answers = await Promise.all(
      Object.entries(places).map(async ([path, asked]) => ({ path, ...expectStatus(await client.get<object>(asked), 200) })),
    );
    const fieldsOf = (value: unknown) => Object.keys(Object(Array.isArray(value) ? value[0] : value));
    for (const { path, body } of answers) {
      const shown = description.paths[path]?.get?.responses[200]?.content?.['application/json']?.example;
      assert.deepEqual(fieldsOf(shown), fieldsOf(body), path);
    }
  });
});
