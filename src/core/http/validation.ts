// Compiles the schemas of routes: bodies are validated without coercion, queries and paths are converted from text; unknown fields are dropped.

import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import { Settings } from 'typebox/system';
import type { FieldFault } from '../errors.ts';
import { setFormats } from './formats.ts';
import { type InputSchema, prepared, variantOf } from './input.ts';

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
