// A value that a schema accepts, so that a test can spoil one part of it and keep the rest.

import { randomUUID } from 'node:crypto';
import type { Schema } from './declared-routes.ts';

const BY_FORMAT: Record<string, string> = {
  email: 'someone@example.test',
  date: '2026-03-04',
  'date-time': '2026-03-04T05:06:07Z',
  uri: 'https://example.test/picture.png',
};
/** Texts for the patterns of our schemas, tried in this order. */
const CANDIDATES = [
  'plain text',
  'France',
  '123456',
  '936213743',
  '44109',
  'P1D',
  'FR7630006000011234567890189',
  '+33612345678',
  '2026-03-04',
  '2026-03',
  '0',
  '/console/wires',
  'state=archived',
];

/** The sample of a text that nothing but its length binds. */
export const UNBOUND_TEXT = 'xxx';

/** Accepted as far as the schema says; the rules behind it may still refuse. One value per variant of a union. */
export function samplesOf(schema: Schema): unknown[] {
  const variants = schema.oneOf ?? schema.anyOf;
  if (variants) return variants.flatMap(samplesOf);
  return [sampleOf(schema)];
}

function sampleOf(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [variant] = schema.oneOf ?? schema.anyOf ?? [];
  if (variant) return sampleOf(variant);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, field]) => [name, sampleOf(field)]));
    case 'array':
      return [sampleOf(schema.items ?? {})];
    case 'string':
      return textOf(schema);
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1);
    case 'boolean':
      return true;
    default:
      return null;
  }
}

function textOf({ format, pattern, minLength = 0 }: Schema): string {
  const known = format === undefined ? undefined : BY_FORMAT[format];
  if (known !== undefined) return known;
  if (pattern === undefined) return UNBOUND_TEXT.padEnd(minLength, 'x');
  const accepted = new RegExp(pattern, 'u');
  const uuid = randomUUID();
  const fitting = [uuid, `${uuid.slice(0, 14)}7${uuid.slice(15)}`, ...CANDIDATES].find((candidate) => accepted.test(candidate));
  if (fitting === undefined) throw new Error(`no sample is known for the pattern ${pattern}: add one to CANDIDATES`);
  return fitting;
}

/** Where a field stands in a body: names and indexes from the outside in. */
export type FieldPath = readonly (string | number)[];

/** Every field of a sample, nested ones too; the body itself is the empty path. */
export function fieldsOf(value: unknown, path: FieldPath = []): FieldPath[] {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [path, ...inner.flatMap(([name, child]) => fieldsOf(child, [...path, Array.isArray(value) ? Number(name) : name]))];
}

/** The value of a field. */
export function fieldAt(sample: unknown, path: FieldPath): unknown {
  // Border: the path was read from this very sample.
  return path.reduce((value, name) => (value as Record<string | number, unknown>)[name], sample);
}

/** A copy of the sample with one field replaced. */
export function withField(sample: unknown, path: FieldPath, replacement: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return replacement;
  const copy: unknown[] | Record<string, unknown> = Array.isArray(sample) ? [...sample] : { ...(sample as object) };
  // Border: the path was read from this very sample.
  const slots = copy as Record<string | number, unknown>;
  slots[name] = withField(slots[name], rest, replacement);
  return copy;
}
