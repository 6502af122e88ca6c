// Payouts to a bank account: order, search, cancel; and how they end, for the control routes.
import type { FastifyInstance } from 'fastify';
import type { Iban, Movement } from '../entities.ts';
import { record } from '../fields.ts';
import { MAIN_ACCOUNT_ID, newMovement, OUTSIDE, post, TRANSIT } from '../ledger.ts';
import type { World } from '../world.ts';
import { providerError } from './errors.ts';
import { IBAN_ACTIVATED } from './ibans.ts';
import {
  accountOf,
  amountCents,
  assertMaySpend,
  bodyOf,
  commissionCents,
  pathParam,
  providerFields,
  queryOf,
  toId,
} from './input.ts';
import { pageOf, search } from './search.ts';
import { transactionOut } from './views.ts';

const PAYOUT_PENDING = 0;
const PAYOUT_DONE = 3;
const PAYOUT_FAILED = 4;
/** provider.md#the-sandbox: cancelling gives 7. */
const CANCELLED = 7;
export const WIRE_OUT = 3;

export function moneyOutRoutes(app: FastifyInstance, world: World): void {
  app.post('/v2/moneyouts', async (request) => ({ transaction: transactionOut(world, order(world, record(request.body))) }));

  app.get('/v2/moneyouts', async (request) => {
    const query = queryOf(request);
    const found = search(world, 'moneyOut', {
      id: query.transactionid,
      comment: query.transactionComment,
      reference: query.reference,
    });
    return { transactions: { value: pageOf(found, query).map((movement) => transactionOut(world, movement)) } };
  });

  app.put('/v2/moneyouts/:transactionid/cancel', async (request) => {
    const accountId = bodyOf(request).optionalText('accountId');
    const movement = world.store.movements.get(toId(pathParam(request, 'transactionid')));
    if (movement?.kind !== 'moneyOut' || (accountId !== undefined && movement.senderId !== accountId))
      throw providerError(143, 'transaction not found');
    if (!isOpenPayout(movement)) throw providerError(234, 'the money has already left');
    giveBack(world, movement, CANCELLED);
    return { transaction: transactionOut(world, movement) };
  });
}

/** Debits the account at once; the payout is pending until a control route ends it. */
function order(world: World, body: Record<string, unknown>): Movement {
  const fields = providerFields(body);
  const accountId = fields.text('accountId', { max: 100 });
  const ibanId = fields.optionalInteger('ibanId');
  fields.flag('autoCommission');
  const comment = fields.optionalText('comment', { max: 140 }) ?? '';
  const reference = fields.optionalText('reference', { max: 50 }) ?? '';
  const cents = amountCents(body.totalAmount, 'totalAmount');
  const commission = commissionCents(body.commissionAmount, cents);
  const account = accountOf(world, accountId);
  assertMaySpend(account);
  const iban = usableIban(world, accountId, ibanId);
  const movement = newMovement(world, {
    kind: 'moneyOut',
    cause: 'payout',
    senderId: accountId,
    amountCents: cents,
    commissionCents: commission,
    status: PAYOUT_PENDING,
    method: WIRE_OUT,
    comment,
    reference,
    ibanId: iban.id,
  });
  post(world, movement, [{ from: accountId, to: TRANSIT, cents }]);
  return movement;
}

/** The requested IBAN, or the last approved one. @throws 215 */
function usableIban(world: World, accountId: string, ibanId: number | undefined): Iban {
  const approved = world.store.ofAccount(accountId).ibans.filter(({ status, virtual }) => status === IBAN_ACTIVATED && !virtual);
  const iban = ibanId === undefined ? approved.at(-1) : approved.find(({ id }) => id === ibanId);
  if (iban === undefined) throw providerError(215, 'no approved IBAN on the account');
  return iban;
}

export const isOpenPayout = ({ cause, status }: Movement) => cause === 'payout' && status === PAYOUT_PENDING;

/** Completes a payout: the total minus the commission leaves the provider. */
export function completePayout(world: World, movement: Movement): void {
  const { amountCents: cents, commissionCents: commission } = movement;
  const legs = [
    { from: TRANSIT, to: OUTSIDE, cents: cents - commission },
    { from: TRANSIT, to: MAIN_ACCOUNT_ID, cents: commission },
  ];
  post(world, movement, legs, { status: PAYOUT_DONE, executionDate: world.clock.unixSeconds() });
}

/** Fails a payout: the account gets the total back. */
export function failPayout(world: World, movement: Movement): void {
  giveBack(world, movement, PAYOUT_FAILED);
}

function giveBack(world: World, movement: Movement, status: number): void {
  post(world, movement, [{ from: TRANSIT, to: movement.senderId ?? OUTSIDE, cents: movement.amountCents }], { status });
}
