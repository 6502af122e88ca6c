// Compiles the schemas of routes: bodies are validated without coercion, queries and paths are converted from text; unknown fields are dropped.

import SerializerSelector from '@fastify/fast-json-stringify-compiler';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import Format from 'typebox/format';
import { Settings } from 'typebox/system';
import type { FieldFault } from '../errors.ts';
import { isPatternOfIds } from '../uuid.ts';

const MAX_FAULTS = 20;
/** Errors of variants that were not selected are filtered out of these. */
const MAX_ERRORS = 200;

setFormats();
Settings.Set({ maxErrors: MAX_ERRORS });

/** Fastify's compiler: called once per route and part. Most routes are not asked for soon after the start: compiled at first use. */
export const compileSchema: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  let compiled: ReturnType<typeof Compile<TSchema>> | undefined;
  return (input) => {
    compiled ??= Compile(schema);
    const validator = compiled;
    const value = prepared(schema, input, httpPart !== 'body');
    if (validator.Check(value)) return { value };
    const faults = validator.Errors(value).flatMap((error) => faultsOf(schema, value, error));
    const validation = faults.slice(0, MAX_FAULTS).map(({ path, reason }) => ({ instancePath: path, message: reason }));
    return { error: Object.assign(new Error('invalid input'), { validation }) };
  };
};

/** Errors of {@link compileSchema} as faults of fields. `part` is body, params, querystring or headers. */
export function fieldFaults(found: readonly { instancePath: string; message?: string }[], part: string): FieldFault[] {
  const prefix = part === 'querystring' ? 'query' : part;
  return found.map(({ instancePath, message = 'is not valid' }) => ({ path: `${prefix}${instancePath}`, reason: message }));
}

/** The faults of an error; none when it belongs to a variant that the value did not select. */
function faultsOf(root: InputSchema, input: unknown, error: TLocalizedValidationError): FieldFault[] {
  const location = locationOf(root, input, error);
  if (!location) return [];
  const path = error.instancePath;
  const { discriminator } = location.schema;
  if (error.keyword === 'required') {
    const missing = error.params.requiredProperties.map((name) => ({ path: `${path}/${name}`, reason: 'is required' }));
    return discriminator ? [...missing, { path, reason: `tag "${discriminator.propertyName}" must be string` }] : missing;
  }
  if (error.keyword === 'oneOf' && discriminator) return tagFaults(discriminator.propertyName, location, path);
  if (error.keyword === 'uniqueItems') return [{ path, reason: `must NOT have duplicate items ${duplicateIn(location.value)}` }];
  if (error.keyword === 'type') return [{ path, reason: `must be ${error.params.type}` }];
  return [{ path, reason: error.message.replace(/^must not have/, 'must NOT have') }];
}

type Location = { schema: InputSchema; value: unknown };

/** Schema and value at an error; undefined within a variant that was not selected. */
function locationOf(root: InputSchema, input: unknown, error: TLocalizedValidationError): Location | undefined {
  const steps = error.schemaPath.split('/').slice(1).values();
  const names = error.instancePath.split('/').slice(1).values();
  let schema: InputSchema | undefined = root;
  let value = input;
  for (const step of steps) {
    if (step === 'anyOf') schema = schema?.anyOf?.[Number(steps.next().value)];
    else if (step === 'oneOf') {
      const variant: InputSchema | undefined = schema?.oneOf?.[Number(steps.next().value)];
      if (schema?.discriminator && variantOf(schema, value) !== variant) return undefined;
      schema = variant;
    } else {
      schema = step === 'items' ? schema?.items : schema?.properties?.[steps.next().value ?? ''];
      value = Object(value)[names.next().value ?? ''];
    }
  }
  return schema && { schema, value };
}

/** Fault of a discriminator that is no text or is unknown; a missing one is reported as required already. */
function tagFaults(name: string, { schema, value }: Location, path: string): FieldFault[] {
  const tag: unknown = Object(value)[name];
  if (tag === undefined || variantOf(schema, value)) return [];
  const reason = typeof tag === 'string' ? `value of tag "${name}" must be in oneOf` : `tag "${name}" must be string`;
  return [{ path, reason }];
}

/** Names the last pair of equal items of a list. */
function duplicateIn(list: unknown): string {
  const places = new Map<string, number>();
  for (const [place, item] of Array.isArray(list) ? [...list.entries()].reverse() : []) {
    const later = places.get(JSON.stringify(item));
    if (later !== undefined) return `(items ## ${later} and ${place} are identical)`;
    places.set(JSON.stringify(item), place);
  }
  return '';
}

/** The parts of JSON Schema that are used here. */
type InputSchema = {
  type?: string | readonly string[];
  pattern?: string;
  properties?: Readonly<Record<string, InputSchema>>;
  items?: InputSchema;
  maxItems?: number;
  anyOf?: readonly InputSchema[];
  oneOf?: readonly InputSchema[];
  discriminator?: { propertyName: string };
  const?: unknown;
  enum?: readonly unknown[];
  default?: unknown;
};

/** The input as the route will see it if it is valid. `fromText`: convert text, for queries and paths. */
function prepared(schema: InputSchema, input: unknown, fromText: boolean): unknown {
  const value = fromText ? readText(schema.type, input) : input;
  const inner = narrowed(schema, value);
  if (inner) return prepared(inner, value, fromText);
  if (typeof value === 'string' && isPatternOfIds(schema.pattern)) return value.toLowerCase();
  if (Array.isArray(value) && schema.items) {
    const { items, maxItems = Number.POSITIVE_INFINITY } = schema;
    // One item above the limit is enough for the refusal: the rest need not be validated.
    return value.slice(0, maxItems + 1).map((item) => prepared(items, item, fromText));
  }
  if (!isRecord(value) || !schema.properties) return value;
  const { properties } = schema;
  const kept = Object.entries(value).flatMap(([name, given]): [string, unknown][] => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return property && given !== undefined ? [[name, prepared(property, given, fromText)]] : [];
  });
  const result: Record<string, unknown> = Object.fromEntries(kept);
  for (const [name, property] of Object.entries(properties))
    if (property.default !== undefined && !Object.hasOwn(result, name)) result[name] = structuredClone(property.default);
  return result;
}

/** The applicable schema of a nullable one or of a discriminated union. */
function narrowed(schema: InputSchema, value: unknown): InputSchema | undefined {
  if (schema.discriminator) return variantOf(schema, value);
  const others = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  return value !== null && others.length === 1 ? others[0] : undefined;
}

/** The variant that the discriminator of the value selects; undefined when it is missing or unknown. */
function variantOf({ discriminator, oneOf = [] }: InputSchema, value: unknown): InputSchema | undefined {
  if (!discriminator || !isRecord(value)) return undefined;
  const tag = value[discriminator.propertyName];
  if (typeof tag !== 'string') return undefined;
  return oneOf.find(({ properties }) => {
    const chosen = properties?.[discriminator.propertyName];
    return chosen?.const === tag || chosen?.enum?.includes(tag);
  });
}

/** Digits as people write them: no exponent, no hexadecimal, no blanks. */
const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** Converts text to `type`; a single value becomes a list of one, and the reverse. What cannot be converted is left for validation to refuse. */
function readText(type: InputSchema['type'], input: unknown): unknown {
  if (type === 'array') return Array.isArray(input) || input === undefined ? input : [input];
  const text = Array.isArray(input) && input.length === 1 ? input[0] : input;
  if (typeof text !== 'string') return text;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (type !== 'number' && type !== 'integer') return text;
  const number = DECIMAL.test(text) ? Number(text) : Number.NaN;
  return (type === 'integer' ? Number.isInteger(number) : Number.isFinite(number)) ? number : text;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const TIME = /^(\d\d):(\d\d):(\d\d(?:\.\d+)?)(?:z|([+-])(\d\d)(?::?(\d\d))?)$/i;
const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const LABEL = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?';
const EMAIL = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${LABEL}$`, 'i');

/** Registers them with TypeBox. Its defaults differ: they refuse an offset without a colon and accept an address on a bare host name. */
export function setFormats(): void {
  Format.Set('date-time', isDateTime);
  Format.Set('date-or-time', (text) => Format.IsDate(text) || isDateTime(text));
  Format.Set('email', (text) => EMAIL.test(text));
}

/** RFC 3339 with an offset of hours and optional minutes, with or without a colon; a leap second only at the end of a UTC day. */
function isDateTime(text: string): boolean {
  const [date = '', time = '', ...more] = text.split(/t|\s/i);
  const parts = TIME.exec(time);
  if (more.length > 0 || !parts || !Format.IsDate(date)) return false;
  const [hour = 0, minute = 0, second = 0] = parts.slice(1, 4).map(Number);
  const [offsetHour, offsetMinute] = [Number(parts[5] ?? 0), Number(parts[6] ?? 0)];
  if (offsetHour > 23 || offsetMinute > 59) return false;
  if (hour <= 23 && minute <= 59 && second < 60) return true;
  const sign = parts[4] === '-' ? -1 : 1;
  const utcMinute = minute - offsetMinute * sign;
  const utcHour = hour - offsetHour * sign - (utcMinute < 0 ? 1 : 0);
  return (utcHour === 23 || utcHour === -1) && (utcMinute === 59 || utcMinute === -1) && second < 61;
}

type BuildSerializer = ReturnType<typeof SerializerSelector>;

type Serialize = ReturnType<ReturnType<BuildSerializer>>;

/** By schema: a process of the tests starts many servers, all of the same routes. */
const serializers = new WeakMap<object, Serialize>();

/** Fastify's own factory, delayed. */
export const buildSerializer: BuildSerializer = (schemas, options) => {
  const compile = SerializerSelector()(schemas, options);
  return (definition) => {
    const { schema } = definition;
    const key = typeof schema === 'object' && schema !== null ? schema : definition;
    let serialize: Serialize | undefined;
    return (answer) => {
      if (serialize === undefined) {
        serialize = serializers.get(key) ?? compile(definition);
        serializers.set(key, serialize);
      }
      return serialize(answer);
    };
  };
};
