// Makes an example of the API description out of what a test sent or got: what its schema names, without what is secret or changes with each run.

import { Compile } from 'typebox/compile';
import { setFormats } from '../src/core/http/validation.ts';

setFormats();

/** The part of JSON Schema that the description uses, references resolved. */
export type Schema = {
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  minItems?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  type?: string | string[];
};

const ITEMS = 1;
const LONGEST_TEXT = 200;
const LONGEST_EXAMPLE = 2_500;

export function fits(schema: Schema, value: unknown): boolean {
  return Compile(schema).Check(value);
}

/** The value without fields that its schema does not name, each list and each map cut to its first items. */
export function pruned(schema: Schema, value: unknown): unknown {
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) {
    const candidates = variants.map((variant) => ({ variant, kept: pruned(variant, value) }));
    return candidates.find(({ variant, kept }) => fits(variant, kept))?.kept ?? value;
  }
  const { items, properties } = schema;
  if (Array.isArray(value)) return items ? value.slice(0, schema.minItems ?? ITEMS).map((item) => pruned(items, item)) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (typeof schema.additionalProperties === 'object') return Object.fromEntries(Object.entries(value).slice(0, ITEMS));
  if (!properties) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (properties[name] ? [[name, pruned(properties[name], inner)]] : [])),
  );
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-([47])[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/gi;
const EMAIL = /[\w.+-]+@[\w.-]+\.[a-z]+/gi;
const INSTANT = /^20[2-9]\d-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/;
const DAY = /^20[2-9]\d-\d\d-\d\d$/;
const MONTH = /^20[2-9]\d-\d\d$/;
const PORT = /(127\.0\.0\.1|localhost):\d+/g;
/** The code of a gift card. */
const CARD_CODE = /^(?:[0-9A-Z]{5}-){3}[0-9A-Z]{5}$/;
const HOST = /^https?:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?([^?]*).*$/;
const IBAN = /^[A-Z]{2}\d\d[A-Z0-9]{10,30}$/;
const HASH = '$argon2id$v=19$m=19456,t=2,p=1$c29tZSBzYWx0$b25lIHdheSBvbmx5';
/** By the name of the field, whatever it holds. */
const SECRETS: readonly [name: RegExp, instead: string][] = [
  [/^(?:password|newPassword)$/, 'three quiet words'],
  [/argon2hash$/i, HASH],
  [/^(?:token|key|secret|signature)$/, 'one-time-token'],
];

/**
 * The parts (body and answer of one exchange) with ids, addresses and times that are the same in every run: the first id is ...001, times
 * keep their order, and the links between the parts stay.
 */
export function scrubbed<T extends readonly unknown[]>(parts: T): unknown[] {
  const texts = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.add(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  parts.forEach(collect);
  const sorted = (form: RegExp) => [...texts].filter((text) => form.test(text)).sort();
  const moments = [sorted(INSTANT), sorted(DAY), sorted(MONTH)] as const;
  const ids = new Map<string, string>();
  const people = new Map<string, string>();
  const text = (name: string, value: string): string => {
    const secret = SECRETS.find(([form]) => form.test(name))?.[1];
    if (secret !== undefined && !new RegExp(`^${UUID.source}$`, 'i').test(value)) return secret;
    if (name === 'otp' || (name === 'code' && /^\d{6}$/.test(value))) return '123456';
    if (INSTANT.test(value)) return `2026-03-${twoDigits(2 + (moments[0].indexOf(value) % 27))}T09:30:00Z`;
    if (DAY.test(value)) return `${monthAfter(moments[1].indexOf(value))}-05`;
    if (MONTH.test(value)) return monthAfter(moments[2].indexOf(value));
    if (CARD_CODE.test(value)) return 'ABCDE-12345-ABCDE-12345';
    if (IBAN.test(value)) return 'FR7630006000011234567890189';
    return value
      .replace(HOST, 'https://mortar.example.com$1')
      .replace(PORT, '$1')
      .replace(UUID, (id, version: string) => numbered(ids, id.toLowerCase(), (n) => uuid(version, n)))
      .replace(EMAIL, (email) =>
        numbered(people, email, (n) => (n === 1 ? 'camille.martin@example.com' : `person-${n}@example.com`)),
      )
      .slice(0, LONGEST_TEXT);
  };
  const clean = (name: string, value: unknown): unknown => {
    if (typeof value === 'string') return text(name, value);
    if (Array.isArray(value)) return value.map((item) => clean(name, item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [text('', key), clean(key, inner)]));
  };
  return parts.map((part) => clean('', part));
}

/** The one that shows more comes first, then the shorter one; long ones come last. */
export function byWorth(a: unknown, b: unknown): number {
  const [one, other] = [JSON.stringify(a), JSON.stringify(b)];
  const tooLong = Number(one.length > LONGEST_EXAMPLE) - Number(other.length > LONGEST_EXAMPLE);
  return tooLong || shown(b) - shown(a) || one.length - other.length || (one < other ? -1 : 1);
}

function shown(value: unknown): number {
  if (typeof value !== 'object') return value === undefined ? 0 : 1;
  return value === null ? 0 : Object.values(value).reduce<number>((sum, inner) => sum + shown(inner), 0);
}

function numbered(known: Map<string, string>, key: string, name: (n: number) => string): string {
  const found = known.get(key) ?? name(known.size + 1);
  known.set(key, found);
  return found;
}

function uuid(version: string, n: number): string {
  return `5f0c3a1e-0000-${version}000-8000-${String(n).padStart(12, '0')}`;
}

function monthAfter(count: number): string {
  return `${2026 + Math.floor((2 + count) / 12)}-${twoDigits(((2 + count) % 12) + 1)}`;
}

function twoDigits(n: number): string {
  return String(n).padStart(2, '0');
}
