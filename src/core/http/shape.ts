// Validation of replies of external services.

import type { Static, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

const MAX_FAULTS = 5;

/** Expected shape of a reply; additional fields are allowed. */
export type Shape<Reply> = {
  Check(value: unknown): value is Reply;
  Errors(value: unknown): { instancePath: string; message: string }[];
};

/** Shape of a TypeBox schema, compiled at the first reply to keep the start of the service fast. */
export function shapeOf<Schema extends TSchema>(schema: Schema): Shape<Static<Schema>> {
  let compiled: Validator<Record<never, never>, Schema> | undefined;
  const validator = () => {
    compiled ??= Compile(schema);
    return compiled;
  };
  return { Check: (value): value is Static<Schema> => validator().Check(value), Errors: (value) => validator().Errors(value) };
}

/** Where and how a reply violates its shape, for a log line; without its values. */
export function faultsOf(shape: Shape<unknown>, reply: unknown): string[] {
  return shape
    .Errors(reply)
    .slice(0, MAX_FAULTS)
    .map((fault) => `${fault.instancePath || '/'} ${fault.message}`);
}

/** Parsed JSON; undefined when the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
