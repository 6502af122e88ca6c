// Compiles the routes' schemas: bodies as they are (no coercion), queries and paths from text; unknown fields are dropped.

import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import { Settings } from 'typebox/system';
import type { FieldFault } from '../errors.ts';
import { setFormats } from './formats.ts';
import { type InputSchema, tidied, variantOf } from './input.ts';

const MAX_FAULTS = 20;
/** Of which some are left out: those of the variants that were not chosen. */
const MAX_ERRORS = 200;

setFormats();
Settings.Set({ maxErrors: MAX_ERRORS });

/** Fastify's compiler: called once per route and part. */
export const compileSchema: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const validator = Compile(schema);
  return (input) => {
    const value = tidied(schema, input, httpPart !== 'body');
    if (validator.Check(value)) return { value };
    const faults = validator.Errors(value).flatMap((error) => faultsOf(schema, value, error));
    const validation = faults.slice(0, MAX_FAULTS).map(({ path, reason }) => ({ instancePath: path, message: reason }));
    return { error: Object.assign(new Error('invalid input'), { validation }) };
  };
};

/** What {@link compileSchema} found, as our list of fields. `part` is body, params, querystring or headers. */
export function fieldFaults(found: readonly { instancePath: string; message?: string }[], part: string): FieldFault[] {
  const prefix = part === 'querystring' ? 'query' : part;
  return found.map(({ instancePath, message = 'is not valid' }) => ({ path: `${prefix}${instancePath}`, reason: message }));
}

/** What to say of an error; nothing where the value chose another variant. */
function faultsOf(root: InputSchema, input: unknown, error: TLocalizedValidationError): FieldFault[] {
  const place = placeOf(root, input, error);
  if (!place) return [];
  const path = error.instancePath;
  const { discriminator } = place.schema;
  if (error.keyword === 'required') {
    const missing = error.params.requiredProperties.map((name) => ({ path: `${path}/${name}`, reason: 'is required' }));
    return discriminator ? [...missing, { path, reason: `tag "${discriminator.propertyName}" must be string` }] : missing;
  }
  if (error.keyword === 'oneOf' && discriminator) return tagFaults(discriminator.propertyName, place, path);
  if (error.keyword === 'uniqueItems') return [{ path, reason: `must NOT have duplicate items ${twice(place.value)}` }];
  if (error.keyword === 'type') return [{ path, reason: `must be ${error.params.type}` }];
  return [{ path, reason: error.message.replace(/^must not have/, 'must NOT have') }];
}

type Place = { schema: InputSchema; value: unknown };

/** Where an error stands: its schema and the value there; undefined within a variant that was not chosen. */
function placeOf(root: InputSchema, input: unknown, error: TLocalizedValidationError): Place | undefined {
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

/** The field that chooses the variant is missing (which is said already), no text, or names none. */
function tagFaults(name: string, { schema, value }: Place, path: string): FieldFault[] {
  const tag: unknown = Object(value)[name];
  if (tag === undefined || variantOf(schema, value)) return [];
  const reason = typeof tag === 'string' ? `value of tag "${name}" must be in oneOf` : `tag "${name}" must be string`;
  return [{ path, reason }];
}

/** The last pair of equal items of a list. */
function twice(list: unknown): string {
  const places = new Map<string, number>();
  for (const [place, item] of Array.isArray(list) ? [...list.entries()].reverse() : []) {
    const later = places.get(JSON.stringify(item));
    if (later !== undefined) return `(items ## ${later} and ${place} are identical)`;
    places.set(JSON.stringify(item), place);
  }
  return '';
}
