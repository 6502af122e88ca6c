// Validation of control requests; error messages say what to send instead.
import type { FastifyRequest } from 'fastify';
import type { Account, Movement } from '../entities.ts';
import { reader, record } from '../fields.ts';
import { refusal } from '../http.ts';
import type { World } from '../world.ts';

export const controlBody = (request: FastifyRequest) =>
  reader(record(request.body), (field, expected) => refusal(400, `${field} must be ${expected}`));

export const param = (request: FastifyRequest, name: string) => String(record(request.params)[name]);

export function queryText(request: FastifyRequest, name: string): string | undefined {
  const value = record(request.query)[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** @throws 404 */
export function controlAccount(world: World, request: FastifyRequest): Account {
  const accountId = param(request, 'accountId');
  return found(world.store.accounts.get(accountId), `account ${accountId}`);
}

/** The movement of the path; `isOpen`: it is still pending. @throws 404, 409 */
export function openMovement(world: World, request: FastifyRequest, isOpen: (movement: Movement) => boolean): Movement {
  const id = Number(param(request, 'id'));
  const movement = found(world.store.movements.get(id), `movement ${id}`);
  if (!isOpen(movement)) throw refusal(409, `${movement.cause} ${id} has status ${movement.status} and is not waiting for this`);
  return movement;
}

export function found<T>(row: T | undefined, name: string): T {
  if (row === undefined) throw refusal(404, `${name} does not exist in the sandbox`);
  return row;
}

/** A whole positive number of cents from a control body. @throws 400 */
export function positiveCents(cents: number, name: string): number {
  if (cents <= 0) throw refusal(400, `${name} must be more than 0`);
  return cents;
}

/** @throws 400 with the values that exist */
export function oneOf<T>(value: T, allowed: readonly T[], name: string): T {
  if (!allowed.includes(value)) throw refusal(400, `${name} must be one of ${allowed.join(', ')}`);
  return value;
}
