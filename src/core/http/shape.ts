// What a reply from outside must look like before anybody reads it.

import type { Static, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

const MAX_FAULTS = 5;

/** What a reply must look like; fields beyond it are let through. */
export type Shape<Reply> = {
  Check(value: unknown): value is Reply;
  Errors(value: unknown): { instancePath: string; message: string }[];
};

/** Shape by a TypeBox schema, compiled when the first reply arrives: starting the service does not wait for it. */
export function shapeOf<Schema extends TSchema>(schema: Schema): Shape<Static<Schema>> {
  let compiled: Validator<Record<never, never>, Schema> | undefined;
  const validator = () => {
    compiled ??= Compile(schema);
    return compiled;
  };
  return { Check: (value): value is Static<Schema> => validator().Check(value), Errors: (value) => validator().Errors(value) };
}

/** Where and how a reply breaks its shape, for a log line; never with its values. */
export function faultsOf(shape: Shape<unknown>, reply: unknown): string[] {
  return shape
    .Errors(reply)
    .slice(0, MAX_FAULTS)
    .map((fault) => `${fault.instancePath || '/'} ${fault.message}`);
}

/** Parsed JSON; undefined for a text that is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
