// Compiles the routes' schemas: bodies as they are (no coercion), queries and paths from text; unknown fields are dropped.

import { Ajv, type ErrorObject, type Options } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import type { FieldFault } from '../errors.ts';

const MOST_FAULTS = 20;

const common: Options = { allErrors: true, removeAdditional: 'all', useDefaults: true, discriminator: true, strict: false };

function create(options: Options): Ajv {
  const ajv = new Ajv({ ...common, ...options });
  // Border: ajv-formats types its default export as a namespace under nodenext.
  (addFormats as unknown as (target: Ajv) => void)(ajv);
  return ajv;
}

const forBodies = create({});
const forText = create({ coerceTypes: 'array' });

/** Fastify's compiler: called once per route and part. */
export const compileSchema: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const validate = (httpPart === 'body' ? forBodies : forText).compile(schema);
  return (value) => {
    if (validate(value)) return { value };
    const error = new Error('invalid input');
    return { error: Object.assign(error, { validation: validate.errors ?? [] }) };
  };
};

/** Ajv's errors as our list of fields. `part` is body, params, querystring or headers. */
export function fieldFaults(errors: readonly Partial<ErrorObject>[], part: string): FieldFault[] {
  const prefix = part === 'querystring' ? 'query' : part;
  return errors.slice(0, MOST_FAULTS).map((error) => ({
    path: `${prefix}${error.instancePath ?? ''}${missing(error)}`,
    reason: error.keyword === 'required' ? 'is required' : (error.message ?? 'is not valid'),
  }));
}

function missing(error: Partial<ErrorObject>): string {
  return error.keyword === 'required' && error.params ? `/${String(error.params.missingProperty)}` : '';
}
