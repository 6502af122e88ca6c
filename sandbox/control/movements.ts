// Control routes that end payouts, debits, pending transfers and chargebacks, and make chargebacks and transfers, each with its
// notification.
import type { FastifyInstance } from 'fastify';
import type { Movement } from '../entities.ts';
import { refusal } from '../http.ts';
import { proof } from '../ledger.ts';
import { euros } from '../notifications.ts';
import {
  canBeContested,
  chargeBack,
  completeChargeBack,
  dropChargeBack,
  isOpenChargeBack,
  isOpenDebit,
  rejectDebit,
  settleDebit,
} from '../provider/moneyins.ts';
import { completePayout, failPayout, isOpenPayout } from '../provider/moneyouts.ts';
import { completeTransfer, failTransfer, isOpenTransfer, transferByHand } from '../provider/p2p.ts';
import type { World } from '../world.ts';
import { controlBody, found, openMovement, positiveCents } from './input.ts';

/** Status inside notifications (provider.md#code-lists). */
const SUCCESS = 0;
const ERROR = 6;

type Ending = {
  path: string;
  isOpen: (movement: Movement) => boolean;
  end: (world: World, movement: Movement) => void;
  /** Category and status of the notification; P2P has none, nor has the end of a chargeback. */
  category: number | null;
  status: number;
};

const ENDINGS: Ending[] = [
  { path: '/payouts/:id/complete', isOpen: isOpenPayout, end: completePayout, category: 37, status: SUCCESS },
  { path: '/payouts/:id/fail', isOpen: isOpenPayout, end: failPayout, category: 15, status: ERROR },
  { path: '/debits/:id/settle', isOpen: isOpenDebit, end: settleDebit, category: 11, status: SUCCESS },
  { path: '/debits/:id/reject', isOpen: isOpenDebit, end: rejectDebit, category: 11, status: ERROR },
  { path: '/p2p/:id/complete', isOpen: isOpenTransfer, end: completeTransfer, category: null, status: SUCCESS },
  { path: '/p2p/:id/fail', isOpen: isOpenTransfer, end: failTransfer, category: null, status: ERROR },
  { path: '/chargebacks/:id/complete', isOpen: isOpenChargeBack, end: completeChargeBack, category: null, status: SUCCESS },
  { path: '/chargebacks/:id/fail', isOpen: isOpenChargeBack, end: dropChargeBack, category: null, status: ERROR },
];

export function movementControl(app: FastifyInstance, world: World): void {
  for (const { path, isOpen, end, category, status } of ENDINGS) {
    app.post(path, async (request) => {
      const movement = openMovement(world, request, isOpen);
      end(world, movement);
      const notified = category !== null && (await tell(world, category, movement, status));
      return { id: movement.id, status: movement.status, notified };
    });
  }

  app.post('/chargebacks', async (request) => {
    const body = controlBody(request);
    const moneyInId = body.integer('moneyInId');
    const isPending = body.optionalFlag('isPending') ?? false;
    const origin = found(world.store.movements.get(moneyInId), `money-in ${moneyInId}`);
    if (!canBeContested(world, origin)) throw refusal(409, `movement ${moneyInId} is no money-in that can still be contested`);
    const row = chargeBack(world, origin, { isPending });
    const notified = await tell(world, 14, row, SUCCESS, { Comment: row.comment });
    return { id: row.id, moneyOutId: row.id, amountCents: row.amountCents, notified };
  });

  app.post('/transfers', async (request) => {
    const body = controlBody(request);
    const movement = transferByHand(world, {
      from: body.text('fromAccountId', { max: 100 }),
      to: body.text('toAccountId', { max: 100 }),
      cents: positiveCents(body.integer('amountCents'), 'amountCents'),
      comment: body.optionalText('comment', { max: 140 }) ?? '',
    });
    return { id: movement.id, status: movement.status };
  });

  app.get('/proof', async () => proof(world));
}

function tell(
  world: World,
  category: number,
  movement: Movement,
  status: number,
  more: Record<string, string> = {},
): Promise<boolean> {
  const accountId = movement.senderId ?? movement.receiverId ?? '';
  const account = found(world.store.accounts.get(accountId), `account ${accountId}`);
  return world.notifications.send(category, {
    ExtId: account.id,
    IntId: account.internalId,
    IdTransaction: movement.id,
    Amount: euros(movement.amountCents),
    Status: status,
    ...more,
  });
}
