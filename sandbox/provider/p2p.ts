// Transfers between accounts: post and search; and how a pending one ends, for the control routes.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Movement } from '../entities.ts';
import { record } from '../fields.ts';
import { newMovement, OUTSIDE, post, TRANSIT } from '../ledger.ts';
import type { World } from '../world.ts';
import { providerError } from './errors.ts';
import { accountOf, amountCents, assertMayReceive, assertMaySpend, providerFields, queryOf, slashDate } from './input.ts';
import { pageOf, search } from './search.ts';
import { transactionP2P } from './views.ts';

const P2P_PENDING = 0;
const P2P_DONE = 3;
/** The provider documents no failure status for P2P; that of money-out is used. */
const P2P_FAILED = 4;
const METHOD = 4;

export function p2pRoutes(app: FastifyInstance, world: World): void {
  // `reference` does not deduplicate: the same POST twice moves money twice, like at the real provider.
  app.post('/v2/p2p', async (request) => ({ transaction: transactionP2P(transfer(world, request)) }));

  app.get('/v2/p2p', async (request) => {
    const query = queryOf(request);
    const found = search(world, 'p2p', {
      id: query.transactionId,
      comment: query.transactionComment,
      reference: query.reference,
    });
    return { transactions: { value: pageOf(found, query).map(transactionP2P) } };
  });
}

function transfer(world: World, request: FastifyRequest): Movement {
  const body = record(request.body);
  const fields = providerFields(body);
  const senderId = fields.text('debitAccountId', { max: 100 });
  const receiverId = fields.text('creditAccountId', { max: 100 });
  const comment = fields.optionalText('comment', { max: 140 }) ?? '';
  const reference = fields.optionalText('reference', { max: 36 }) ?? '';
  const scheduledDate = fields.optionalText('scheduledDate') ?? null;
  const cents = amountCents(body.amount, 'amount');
  const isLater =
    scheduledDate !== null &&
    Temporal.PlainDate.compare(slashDate(scheduledDate, 'scheduledDate'), world.clock.paris().toPlainDate()) > 0;
  assertParties(world, senderId, receiverId);
  const pending = isLater || world.faults.on(request, 'pending') !== undefined;
  const movement = newMovement(world, {
    kind: 'p2p',
    cause: 'transfer',
    senderId,
    receiverId,
    amountCents: cents,
    status: P2P_PENDING,
    method: METHOD,
    comment,
    reference,
    scheduledDate,
    originId: fields.optionalInteger('originTransactionId') ?? null,
  });
  if (pending) post(world, movement, [{ from: senderId, to: TRANSIT, cents }]);
  else post(world, movement, [{ from: senderId, to: receiverId, cents }], { status: P2P_DONE, executionDate: movement.date });
  return movement;
}

/** @throws 186, 147, 167, 111, 168 or 146, in this order */
function assertParties(world: World, senderId: string, receiverId: string): void {
  if (senderId === receiverId) throw providerError(186, 'a transfer needs two accounts');
  const sender = accountOf(world, senderId);
  const receiver = accountOf(world, receiverId);
  assertMaySpend(sender);
  assertMayReceive(receiver);
}

/** A transfer that the provider makes by hand, as its support does: without a reference. @throws as an ordered one */
export function transferByHand(
  world: World,
  { from, to, cents, comment }: { from: string; to: string; cents: number; comment: string },
): Movement {
  assertParties(world, from, to);
  const sides = { senderId: from, receiverId: to, amountCents: cents, comment };
  const movement = newMovement(world, { kind: 'p2p', cause: 'transfer', ...sides, status: P2P_DONE, method: METHOD });
  post(world, movement, [{ from, to, cents }], { executionDate: movement.date });
  return movement;
}

export const isOpenTransfer = ({ kind, status }: Movement) => kind === 'p2p' && status === P2P_PENDING;

/** Completes a pending transfer. */
export function completeTransfer(world: World, movement: Movement): void {
  const legs = [{ from: TRANSIT, to: movement.receiverId ?? OUTSIDE, cents: movement.amountCents }];
  post(world, movement, legs, { status: P2P_DONE, executionDate: world.clock.unixSeconds() });
}

/** Fails a pending transfer and returns the money to its sender. */
export function failTransfer(world: World, movement: Movement): void {
  post(world, movement, [{ from: TRANSIT, to: movement.senderId ?? OUTSIDE, cents: movement.amountCents }], {
    status: P2P_FAILED,
  });
}
