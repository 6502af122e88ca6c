// Examples of the API description: what is taken of an exchange, and that two runs give the same.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { byWorth, pruned, type Schema, scrubbed } from './example-rules.ts';

const text: Schema = { type: 'string' };

describe('an example', () => {
  it('has the fields that the schema names, and the first item of each list', () => {
    const schema: Schema = {
      type: 'object',
      properties: { list: { type: 'array', items: { type: 'object', properties: { a: text } } } },
    };
    assert.deepEqual(pruned(schema, { list: [{ a: 'x', secret: 'y' }, { a: 'z' }], more: 1 }), { list: [{ a: 'x' }] });
  });
  it('keeps the variant that fits', () => {
    const schema: Schema = { anyOf: [{ type: 'object', properties: { a: text } }, { type: 'null' }] };
    assert.deepEqual([pruned(schema, { a: 'x', b: 1 }), pruned(schema, null)], [{ a: 'x' }, null]);
  });
  it('is the same of two runs: ids, people, times and places', () => {
    const run = (id: string, day: string, port: number) =>
      scrubbed([
        { propertyId: id, email: `investor-${port}@example.test` },
        {
          id,
          at: `${day}T10:00:00.123Z`,
          dueDate: day,
          period: day.slice(0, 7),
          url: `http://127.0.0.1:${port}/files/${id}?signature=${port}`,
        },
      ]);
    const first = run('c19c7e8e-df1e-47df-917c-b1e14fe6f354', '2026-11-26', 41_000);
    assert.deepEqual(first, run('830a5e00-c77a-4a6d-b348-8a3f063a998c', '2027-01-03', 42_000));
    assert.deepEqual(first, [
      { propertyId: '5f0c3a1e-0000-4000-8000-000000000001', email: 'camille.martin@example.com' },
      {
        id: '5f0c3a1e-0000-4000-8000-000000000001',
        at: '2026-03-02T09:30:00Z',
        dueDate: '2026-03-05',
        period: '2026-03',
        url: 'https://mortar.example.com/files/5f0c3a1e-0000-4000-8000-000000000001',
      },
    ]);
  });
  it('has no password, code, hash or token of the run', () => {
    const sent = { password: 'p', otp: '778899', code: '778899', token: 'abc', newPasswordArgon2Hash: '$argon2id$mine' };
    const [clean] = scrubbed([sent]);
    assert.doesNotMatch(JSON.stringify(clean), /"p"|778899|abc|mine/);
  });
  it('is the exchange that shows most', () => {
    assert.deepEqual([{ a: null }, { a: 1, b: [2] }, { a: 1 }].sort(byWorth)[0], { a: 1, b: [2] });
  });
});
