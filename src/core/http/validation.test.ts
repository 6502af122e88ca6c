// What routes see of a request, and what they say of a wrong one: the texts clients have known from the beginning.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type TSchema, Type } from 'typebox';
import { Cents, Email, Nullable, PageQuery, PlainDate, Timestamp, Uuid, Variants, Words } from './schemas.ts';
import { compileSchema, fieldFaults } from './validation.ts';

type Outcome = { value?: unknown; error?: { validation: Parameters<typeof fieldFaults>[0] } };

function check(schema: TSchema, input: unknown, httpPart = 'body'): unknown {
  const validate = compileSchema({ schema, httpPart, method: 'POST', url: '/' });
  // Border: the framework's own type says less than what our compiler answers.
  const { value, error } = validate(input) as Outcome;
  return error ? fieldFaults(error.validation, httpPart).map(({ path, reason }) => `${path} ${reason}`) : value;
}
const one = (schema: TSchema) => Type.Object({ a: schema });

describe('what the route sees', () => {
  it('nothing that no schema names, at any depth, in lists, variants and what may be null', () => {
    const inner = Type.Object({ x: Type.Integer() });
    const variant = Variants('Kind', 'kind', [Type.Object({ kind: Type.Literal('p'), x: Type.Integer() })]);
    const schema = Type.Object({ inner, list: Type.Array(inner), none: Nullable(inner), some: Nullable(inner), variant });
    const more = { x: 1, y: 2, constructor: 3 };
    const input = { inner: more, list: [more, more], none: null, some: more, variant: { kind: 'p', ...more }, other: more };
    const x = { x: 1 };
    assert.deepEqual(check(schema, input), { inner: x, list: [x, x], none: null, some: x, variant: { kind: 'p', x: 1 } });
    assert.deepEqual(input.list, [more, more], 'and the request stays as it came');
  });
  it('ids in small letters, also in lists, paths and what may be null', () => {
    const id = '9b2f7c1e-5d3a-4c86-8f10-2a6b4e9d7c35';
    const capitals = id.toUpperCase();
    const schema = Type.Object({
      a: Uuid,
      list: Type.Array(Uuid),
      none: Nullable(Uuid),
      some: Nullable(Uuid),
      text: Type.String(),
    });
    const input = { a: capitals, list: [capitals, id], none: null, some: capitals, text: capitals };
    assert.deepEqual(check(schema, input), { a: id, list: [id, id], none: null, some: id, text: capitals });
    assert.deepEqual(check(one(Uuid), { a: capitals }, 'params'), { a: id });
  });
  it('what was not said where anything may be said', () => {
    const anything = { deep: [{ er: null }] };
    assert.deepEqual(check(one(Type.Unknown()), { a: anything }), { a: anything });
  });
  it('defaults for what is missing, each request its own', () => {
    const schema = Type.Object({ a: Type.Array(Type.Integer(), { default: [1] }), b: Type.Optional(Type.Integer()) });
    const [first, second] = [check(schema, {}), check(schema, {})].map((seen) => seen as { a: number[] });
    assert.deepEqual([first, second], [{ a: [1] }, { a: [1] }]);
    assert.notEqual(first?.a, second?.a);
    assert.deepEqual(check(schema, { a: null }), ['body/a must be array']);
  });
  it('text of queries and paths as what the schema asks for', () => {
    const schema = Type.Object({
      ...{ integer: Type.Integer(), number: Type.Number(), flag: Type.Boolean(), text: Type.String() },
      ...{ list: Type.Array(Type.String()), numbers: Type.Array(Type.Integer()) },
    });
    const texts = { integer: '-7', number: '1.5', flag: 'true', text: '8', list: 'a', numbers: ['1', '2'] };
    const read = { integer: -7, number: 1.5, flag: true, text: '8', list: ['a'], numbers: [1, 2] };
    assert.deepEqual(check(schema, texts, 'querystring'), read);
    assert.deepEqual(check(one(Type.Integer()), { a: ['3'] }, 'params'), { a: 3 });
    assert.deepEqual(check(PageQuery, {}, 'querystring'), { limit: 50 });
    assert.deepEqual(check(one(Type.Integer()), { a: '3' }), ['body/a must be integer'], 'but never in bodies');
  });
});

describe('what is said of a wrong one', () => {
  const WRONG: [string, TSchema, unknown, string[]][] = [
    ['no body', one(Type.Integer()), null, ['body must be object']],
    ['each missing field', Type.Object({ a: Cents, b: Cents }), {}, ['body/a is required', 'body/b is required']],
    ['a type', one(Type.String()), { a: 1 }, ['body/a must be string']],
    ['types', one(Type.Unsafe({ type: ['object', 'null'] })), { a: 1 }, ['body/a must be object,null']],
    ['a fraction', one(Type.Integer()), { a: 1.5 }, ['body/a must be integer']],
    ['bounds', one(Type.Integer({ minimum: 1, maximum: 5 })), { a: 6 }, ['body/a must be <= 5']],
    ['an open bound', one(Type.Number({ exclusiveMinimum: 0 })), { a: 0 }, ['body/a must be > 0']],
    ['too long', one(Type.String({ maxLength: 2 })), { a: 'abc' }, ['body/a must NOT have more than 2 characters']],
    ['too short', one(Type.String({ minLength: 1 })), { a: '' }, ['body/a must NOT have fewer than 1 characters']],
    ['too many', one(Type.Array(Cents, { maxItems: 1 })), { a: [1, 2] }, ['body/a must NOT have more than 1 items']],
    ['too few', one(Type.Array(Cents, { minItems: 1 })), { a: [] }, ['body/a must NOT have fewer than 1 items']],
    [
      'twice',
      one(Type.Array(Cents, { uniqueItems: true })),
      { a: [1, 2, 1] },
      ['body/a must NOT have duplicate items (items ## 2 and 0 are identical)'],
    ],
    ['a word', one(Words(['x', 'y'], { title: 'Letter' })), { a: 'z' }, ['body/a must be equal to one of the allowed values']],
    ['a constant', one(Type.Literal('x')), { a: 'z' }, ['body/a must be equal to constant']],
    ['a pattern', one(Type.String({ pattern: '^x' })), { a: 'z' }, ['body/a must match pattern "^x"']],
    ['a day', one(PlainDate), { a: '2026-02-30' }, ['body/a must match format "date"']],
    ['a mailbox', one(Email), { a: 'a@localhost' }, ['body/a must match format "email"']],
    ['a place in a list', one(Type.Array(one(Cents))), { a: [{ a: 1 }, { a: -1 }] }, ['body/a/1/a must be >= 0']],
    [
      'this or null',
      one(Nullable(Cents)),
      { a: 'x' },
      ['body/a must be integer', 'body/a must be null', 'body/a must match a schema in anyOf'],
    ],
  ];
  for (const [what, schema, input, faults] of WRONG) it(what, () => assert.deepEqual(check(schema, input), faults));

  it('in queries and paths, by the names of those parts', () => {
    assert.deepEqual(check(one(Type.Integer()), { a: '' }, 'querystring'), ['query/a must be integer']);
    assert.deepEqual(check(one(Type.Boolean()), { a: '1' }, 'querystring'), ['query/a must be boolean']);
    assert.match(String(check(one(Uuid), { a: 'x' }, 'params')), /^params\/a must match pattern/);
  });
  it('only of the chosen variant', () => {
    const money = Type.Object({ kind: Words(['wire', 'debit'], { title: 'Way' }), cents: Cents });
    const comment = Type.Object({ kind: Type.Literal('comment'), text: Type.String() });
    const schema = one(Variants('Kind', 'kind', [money, comment]));
    assert.deepEqual(check(schema, { a: { kind: 'debit', cents: 1 } }), { a: { kind: 'debit', cents: 1 } });
    assert.deepEqual(check(schema, { a: { kind: 'wire' } }), ['body/a/cents is required']);
    assert.deepEqual(check(schema, { a: { kind: 'comment', text: 1 } }), ['body/a/text must be string']);
    assert.deepEqual(check(schema, { a: { kind: 'x' } }), ['body/a value of tag "kind" must be in oneOf']);
    assert.deepEqual(check(schema, { a: { kind: 1 } }), ['body/a tag "kind" must be string']);
    assert.deepEqual(check(schema, { a: {} }), ['body/a/kind is required', 'body/a tag "kind" must be string']);
    assert.deepEqual(check(schema, { a: 1 }), ['body/a must be object']);
  });
  it('twenty faults at most', () => {
    const names = Array.from({ length: 30 }, (_, index) => `f${index}`);
    const schema = Type.Object(Object.fromEntries(names.map((name) => [name, Cents])));
    const wrong = Object.fromEntries(names.map((name) => [name, 'x']));
    for (const [input, reason] of [
      [{}, 'is required'],
      [wrong, 'must be integer'],
    ] as const)
      assert.deepEqual(
        check(schema, input),
        names.slice(0, 20).map((name) => `body/${name} ${reason}`),
      );
  });
});

describe('moments and mailboxes', () => {
  const takes = (schema: TSchema, text: string) => !Array.isArray(check(one(schema), { a: text }));
  it('a moment has its offset, with or without a colon, and was or will be', () => {
    for (const text of [
      '2026-02-28T10:00:00Z',
      '2024-02-29T23:59:59.123456789+01:00',
      '2026-02-28T10:00:00-0330',
      '2016-12-31T23:59:60Z',
    ])
      assert.equal(takes(Timestamp, text), true, text);
    for (const text of [
      '2026-02-28T10:00:00',
      '2026-02-29T10:00:00Z',
      '2026-02-28T24:00:00Z',
      '2026-02-28T10:00:60Z',
      '2026-02-28T10:00:00+24:00',
    ])
      assert.equal(takes(Timestamp, text), false, text);
  });
  it('a mailbox is at a domain', () => {
    for (const text of ["o'hara+x@a-b.example.fr", 'A@B.FR']) assert.equal(takes(Email, text), true, text);
    for (const text of [
      'a@b',
      'a..b@c.fr',
      '"q"@b.fr',
      'a@[1.2.3.4]',
      'é@b.fr',
      'a@-b.fr',
      'a b@c.fr',
      `${'a'.repeat(250)}@b.fr`,
    ])
      assert.equal(takes(Email, text), false, text);
  });
});
