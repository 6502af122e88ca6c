// Money-ins: direct debits, incoming wires, refunds, disputes; and how they end, for the control routes.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Movement } from '../entities.ts';
import { record } from '../fields.ts';
import { MAIN_ACCOUNT_ID, newMovement, OUTSIDE, post } from '../ledger.ts';
import type { World } from '../world.ts';
import { defaultCollectionDate } from './bank-days.ts';
import { providerError } from './errors.ts';
import {
  accountOf,
  amountCents,
  assertMayReceive,
  bodyOf,
  commissionCents,
  pathParam,
  queryOf,
  slashDate,
  toId,
} from './input.ts';
import { MANDATE_ENABLED, MANDATE_VALID, setMandateStatus, usableMandate } from './mandates.ts';
import { WIRE_OUT } from './moneyouts.ts';
import { changedIn, pageOf, search } from './search.ts';
import { transactionIn, transactionOut } from './views.ts';

const IN_DONE = 0;
const IN_PENDING = 4;
const IN_REFUSED = 6;
const IN_CANCELLED = 7;
const OUT_PENDING = 0;
const OUT_DONE = 3;
const OUT_FAILED = 4;
const REFUND_DONE = 0;
const WIRE_IN = 1;
const SDD = 14;

export function moneyInRoutes(app: FastifyInstance, world: World): void {
  const listOf = (movements: Movement[], query: Record<string, string | undefined>) => ({
    transactions: { value: pageOf(movements, query).map((movement) => transactionIn(world, movement)) },
  });

  app.post('/v2/moneyins/sdd/init', async (request) => ({ transaction: transactionIn(world, orderDebit(world, request)) }));

  app.get('/v2/moneyins/sdd', async (request) => {
    const query = queryOf(request);
    const { reference } = query;
    if (reference === undefined && query.updateDate === undefined)
      throw providerError(143, 'reference or updateDate is required');
    return listOf(
      changedIn(world, query, (m) => m.cause === 'debit' && (reference === undefined || m.reference === reference)),
      query,
    );
  });

  app.get('/v2/moneyins', async (request) => {
    const query = queryOf(request);
    const reference = query.transactionMerchantToken;
    return listOf(search(world, 'moneyIn', { id: query.transactionId, comment: query.transactionComment, reference }), query);
  });

  app.get('/v2/moneyins/bankwire', async (request) => {
    const query = queryOf(request);
    if (query.updateDate === undefined || query.updateEndDate === undefined)
      throw providerError(234, 'updateDate and updateEndDate are required');
    return listOf(
      changedIn(world, query, (m) => m.cause === 'wire'),
      query,
    );
  });

  app.put('/v2/moneyins/:transactionid/cancel', async (request) => {
    const accountId = bodyOf(request).text('account', { max: 100 });
    const movement = moneyIn(world, pathParam(request, 'transactionid'));
    if (movement.receiverId !== accountId) throw providerError(143, 'transaction not found');
    if (!isOpenDebit(movement)) throw providerError(234, 'only a pending debit can be cancelled');
    post(world, movement, [], { status: IN_CANCELLED });
    return { transaction: transactionIn(world, movement) };
  });

  // A refund is a money-out whose status has its own list: 0 is done.
  app.put('/v2/refund/:transactionid', async (request) => ({
    transaction: { ...transactionOut(world, refund(world, request)), status: REFUND_DONE },
  }));

  app.get('/v2/disputes', async (request) => {
    const query = queryOf(request);
    if (query.updateDate === undefined) throw providerError(234, 'updateDate is required');
    const rows = changedIn(world, query, (m) => m.cause === 'chargeback');
    return { transactions: { value: pageOf(rows, query).map((movement) => transactionOut(world, movement)) } };
  });
}

function moneyIn(world: World, id: string): Movement {
  const movement = world.store.movements.get(toId(id));
  if (movement?.kind !== 'moneyIn') throw providerError(143, 'transaction not found');
  return movement;
}

/** A debit is pending (status 4) until a control route settles or rejects it. */
function orderDebit(world: World, request: FastifyRequest): Movement {
  const body = record(request.body);
  const fields = bodyOf(request);
  const accountId = fields.text('accountId', { max: 100 });
  const mandateId = fields.integer('sddMandateId');
  const comment = fields.optionalText('comment', { max: 140 }) ?? '';
  const reference = fields.optionalText('reference', { max: 50 }) ?? '';
  const collectionDate = fields.optionalText('collectionDate');
  const cents = amountCents(body.totalAmount, 'totalAmount');
  const commission = commissionCents(body.commissionAmount, cents);
  assertMayReceive(accountOf(world, accountId));
  const mandate = usableMandate(world, accountId, mandateId);
  const movement = newMovement(world, {
    kind: 'moneyIn',
    cause: 'debit',
    receiverId: accountId,
    amountCents: cents,
    commissionCents: commission,
    status: IN_PENDING,
    method: SDD,
    comment,
    reference,
    mandateId: mandate.id,
    scheduledDate: collectionDay(world, collectionDate),
  });
  post(world, movement, []);
  return movement;
}

/** The requested day, which must be after the default one; without one the default. @throws 234 */
function collectionDay(world: World, wanted: string | undefined): string {
  const earliest = defaultCollectionDate(world.clock.paris());
  const date = wanted === undefined ? earliest : slashDate(wanted, 'collectionDate');
  if (wanted !== undefined && Temporal.PlainDate.compare(date, earliest) <= 0)
    throw providerError(234, `collectionDate must be later than ${earliest}`);
  return date.toString().replaceAll('-', '/');
}

/** Refunds a wire or card payment from the account that received it. @throws 143, 234, 188 or 110 */
function refund(world: World, request: FastifyRequest): Movement {
  const origin = moneyIn(world, pathParam(request, 'transactionid'));
  const { amountToRefund } = record(request.body);
  const comment = bodyOf(request).optionalText('comment', { max: 140 }) ?? '';
  const leftCents = origin.amountCents - origin.refundedCents;
  if (origin.cause === 'debit') throw providerError(234, 'a direct debit cannot be refunded');
  if (origin.status !== IN_DONE || leftCents === 0) throw providerError(234, 'there is nothing to refund');
  const cents =
    amountToRefund === undefined || amountToRefund === null ? leftCents : amountCents(amountToRefund, 'amountToRefund');
  if (cents > leftCents) throw providerError(188, 'amountToRefund is more than is left');
  const refunded = takeBack(world, origin, 'refund', { cents, comment });
  origin.refundedCents += cents;
  world.store.put(['movements', origin]);
  return refunded;
}

function takeBack(
  world: World,
  origin: Movement,
  cause: 'refund' | 'chargeback',
  { cents, comment, isPending = false }: { cents: number; comment: string; isPending?: boolean },
): Movement {
  const senderId = origin.receiverId ?? OUTSIDE;
  const movement = newMovement(world, {
    kind: 'moneyOut',
    cause,
    senderId,
    amountCents: cents,
    status: isPending ? OUT_PENDING : OUT_DONE,
    method: WIRE_OUT,
    comment,
    originId: origin.id,
  });
  if (isPending) post(world, movement, []);
  else post(world, movement, [{ from: senderId, to: OUTSIDE, cents }], { executionDate: movement.date });
  return movement;
}

/** Credits an incoming wire. */
export function receiveWire(world: World, accountId: string, cents: number, comment: string): Movement {
  const movement = newMovement(world, {
    kind: 'moneyIn',
    cause: 'wire',
    receiverId: accountId,
    amountCents: cents,
    status: IN_DONE,
    method: WIRE_IN,
    comment,
  });
  post(world, movement, [{ from: OUTSIDE, to: accountId, cents }], { executionDate: movement.date });
  return movement;
}

export const isOpenDebit = ({ cause, status }: Movement) => cause === 'debit' && status === IN_PENDING;

/** Settles a debit: the account is credited minus the commission, and a first debit enables its mandate. */
export function settleDebit(world: World, movement: Movement): void {
  const { amountCents: cents, commissionCents: commission, receiverId, mandateId } = movement;
  const legs = [
    { from: OUTSIDE, to: receiverId ?? OUTSIDE, cents: cents - commission },
    { from: OUTSIDE, to: MAIN_ACCOUNT_ID, cents: commission },
  ];
  post(world, movement, legs, { status: IN_DONE, executionDate: world.clock.unixSeconds() });
  const mandate = mandateId === null ? undefined : world.store.mandates.get(mandateId);
  if (mandate?.status === MANDATE_VALID) setMandateStatus(world, mandate, MANDATE_ENABLED);
}

/** Rejects a debit; no money moves. */
export function rejectDebit(world: World, movement: Movement): void {
  post(world, movement, [], { status: IN_REFUSED });
}

/** True when the payer can still dispute it: it succeeded and was not charged back before. */
export function canBeContested(world: World, movement: Movement): boolean {
  const { movements } = world.store.ofAccount(movement.receiverId ?? OUTSIDE);
  const contested = movements.some(({ cause, originId }) => cause === 'chargeback' && originId === movement.id);
  return movement.kind === 'moneyIn' && movement.status === IN_DONE && !contested;
}

/**
 * Charges a money-in back: a money-out with `originId`. As balances must not become negative, it takes at most what the account still
 * has; the provider bears the rest. `isPending`: announced only, and nothing is taken before {@link completeChargeBack}.
 */
export function chargeBack(world: World, origin: Movement, { isPending = false } = {}): Movement {
  const account = world.store.accounts.get(origin.receiverId ?? '');
  const cents = Math.min(origin.amountCents - origin.commissionCents - origin.refundedCents, account?.balanceCents ?? 0);
  const change = { cents: Math.max(0, cents), comment: `chargeback of ${origin.id}`, isPending };
  return takeBack(world, origin, 'chargeback', change);
}

export const isOpenChargeBack = ({ cause, status }: Movement) => cause === 'chargeback' && status === OUT_PENDING;

/** Takes what a chargeback announced, at most what is there by now. */
export function completeChargeBack(world: World, movement: Movement): void {
  const senderId = movement.senderId ?? OUTSIDE;
  const cents = Math.min(movement.amountCents, world.store.accounts.get(senderId)?.balanceCents ?? 0);
  const done = { amountCents: cents, status: OUT_DONE, executionDate: world.clock.unixSeconds() };
  post(world, movement, [{ from: senderId, to: OUTSIDE, cents }], done);
}

/** The bank gives the dispute up: the money stays. */
export function dropChargeBack(world: World, movement: Movement): void {
  post(world, movement, [], { status: OUT_FAILED });
}
