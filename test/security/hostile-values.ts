// What no honest client sends: values, texts, paths and raw bodies that have broken services before.

import fc from 'fast-check';

const DEEP = 20_000;

/** JSON values to put into any field, whatever its type. */
export const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  0.1,
  1e308,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 2,
  -Number.MAX_SAFE_INTEGER,
  2_147_483_648,
  '',
  ' ',
  'NaN',
  'Infinity',
  '1e3',
  '0x10',
  'x'.repeat(5_000),
  "'; drop table customer; --",
  '{{7*7}}<script>alert(1)</script>',
  '../../../../etc/passwd',
  '\r\nSet-Cookie: hostile=1',
  '\u0000',
  '\u0001\u001f\u007f',
  'half a pair \ud83d',
  '\u{1f9f1}\u202e\u200b\ufeff',
  'A0B1C2D3-E4F5-4678-89AB-CDEF01234567',
  '00000000-0000-0000-0000-000000000000',
  '9999-12-31',
  '2026-02-30',
  '+275760-09-13T00:00:00Z',
  '2026-03-04T05:06:07.1234567891Z',
  [],
  {},
  [null],
  [[[]]],
  Array.from({ length: 2_000 }, () => 'x'),
  nested(2_000),
  { toString: 'x', valueOf: 'x', length: -1, hasOwnProperty: null },
];

function nested(levels: number): unknown {
  let value: unknown = 'the bottom';
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

/** Any JSON at all, with an inclination to odd keys and numbers. */
export const anyJson = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.nat(HOSTILE_VALUES.length - 1).map((index) => HOSTILE_VALUES[index]),
    fc.string({ unit: 'binary' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      fc.oneof(fc.string(), fc.constantFrom('id', 'toString', 'hasOwnProperty', 'length', '$ref', '')),
      tie('value'),
      {
        maxKeys: 4,
      },
    ),
  ),
})).value;

/** Bodies as they stand on the wire. `broken`: no JSON at all, 400 on every route that reads JSON. */
export const RAW_BODIES: readonly { what: string; text: string; broken: boolean }[] = [
  { what: 'a cut object', text: '{"name":', broken: true },
  { what: 'a trailing comma', text: '{"name":1,}', broken: true },
  { what: 'NaN', text: '{"name":NaN}', broken: true },
  { what: 'a word', text: 'undefined', broken: true },
  { what: 'XML', text: '<name>1</name>', broken: true },
  { what: '__proto__', text: '{"__proto__":{"role":"admin"},"name":1}', broken: true },
  { what: 'an escaped __proto__', text: '{"\\u005f_proto__":{"role":"admin"}}', broken: true },
  { what: 'constructor.prototype', text: '{"constructor":{"prototype":{"role":"admin"}}}', broken: true },
  { what: 'a NUL in a name', text: '{"na\\u0000me":1}', broken: true },
  { what: 'half a surrogate pair', text: '{"name":"\\ud800"}', broken: true },
  { what: 'a raw control character', text: '{"name":"\u0001"}', broken: true },
  { what: 'a number beyond all', text: '{"name":1e999,"amount":1e999,"price":-1e999}', broken: false },
  { what: 'a number of many digits', text: `{"amount":${'9'.repeat(5_000)}}`, broken: false },
  { what: 'the same name twice', text: '{"action":"withdraw","action":{"action":"login"}}', broken: false },
  { what: 'deep lists', text: `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`, broken: false },
  { what: 'deep objects', text: `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`, broken: false },
  { what: 'deep lists with an emoji', text: `${'['.repeat(DEEP)}"\\ud83e\\uddf1"${']'.repeat(DEEP)}`, broken: false },
];

/** Texts for a path parameter, already percent-encoded. */
export const HOSTILE_SEGMENTS: readonly string[] = [
  'null',
  '-1',
  '%20',
  '%00',
  'a%00b',
  '%ff',
  '%E0%A4%A',
  '%',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e%2f',
  '%0d%0aSet-Cookie:%20hostile=1',
  "'%20or%201=1--",
  '%F0%9F%A7%B1',
  'A0B1C2D3-E4F5-4678-89AB-CDEF01234567',
  '00000000-0000-1000-8000-000000000000',
  '__proto__',
  'constructor',
  'a'.repeat(501),
  'a'.repeat(6_000),
];

/** Query strings for any route, and for each of its parameters (`{name}`). */
export const HOSTILE_QUERIES: readonly string[] = [
  '{name}=1&{name}[]=1',
  '{name}=%ff',
  '__proto__[{name}]=1&constructor[prototype][{name}]=1',
  '{name}=',
  '{name}=null',
  '{name}=-1',
  '{name}=1e9',
  '{name}=99999999999999999999999',
  '{name}=0.5',
  '{name}=%00',
  '{name}=a&{name}=b',
  '{name}=%F0%9F%A7%B1%27%22%3B',
  '{name}=2026-02-30',
  '{name}=A0B1C2D3-E4F5-4678-89AB-CDEF01234567',
  '{name}=MjAyNi0wMi0zMFQwMDowMDowMFp8MDAwMDAwMDAtMDAwMC00MDAwLTgwMDAtMDAwMDAwMDAwMDAw',
  `{name}=${'x'.repeat(5_000)}`,
  '&&&===',
];
