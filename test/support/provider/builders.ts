// Words in which our shapes of the provider's calls are written.

import type { DescribedCall, Service } from './calls.ts';
import type { Shape } from './shape.ts';

const INT32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };

export const text = (max?: number, min = 0): Shape =>
  max === undefined ? { type: 'string' } : { type: 'string', minLength: min, maxLength: max };
export const patterned = (pattern: string, limits: Shape = {}): Shape => ({ type: 'string', pattern, ...limits });
export const flag: Shape = { type: 'boolean' };
/** A number of the provider: an id, or Unix seconds in a query. */
export const id: Shape = { type: 'integer' };
/** Cents, and everything else that is small: 21 million euros at most. */
export const integer: Shape = { type: 'integer', ...INT32 };
export const oneOf = (...values: number[]): Shape => ({ ...integer, enum: values });
export const word = (...values: string[]): Shape => ({ type: 'string', enum: values });
export const list = (items: Shape): Shape => ({ type: 'array', items });
export const either = (...anyOf: Shape[]): Shape => ({ anyOf });

/** Fields that must be there, and others that may. */
export const fields = (must: Record<string, Shape>, may: Record<string, Shape> = {}): Shape => ({
  type: 'object',
  properties: { ...must, ...may },
  required: Object.keys(must),
});

/** `'GET /v2/p2p'`: the call, with its query (all of it optional by default), body and answer. */
export function call(
  service: Service,
  methodAndPath: string,
  { query, body, answer }: { query?: Shape; body?: Shape; answer?: Shape },
): DescribedCall {
  const [method = '', path = ''] = methodAndPath.split(' ');
  return { service, method, path, query: query ?? fields({}), body, answer };
}

export const paged = (may: Record<string, Shape>, must: Record<string, Shape> = {}): Shape =>
  fields(must, { ...may, page: integer, limit: integer });
/** Unix seconds in a query, where everything is text. */
export const seconds = patterned('^[0-9]{1,12}$');
/** An id that must be digits in a query too. */
export const digits: Shape = { ...id, pattern: '^[0-9]{1,19}$' };
/** `yyyy/MM/dd`. */
export const slashDate = patterned('^[12]\\d{3}/(0[1-9]|1[0-2])/(0[1-9]|[12]\\d|3[01])$');
