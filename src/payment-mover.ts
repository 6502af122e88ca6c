// Joins the two sides that may not know each other: the wallet's payment orders and the payment provider's port.

import type { PaymentMover, PaymentOrder, PaymentReport } from './money/wallet/index.ts';
import type { PaymentProvider, PaymentStatus, ProviderFailure, ProviderResult } from './providers/payments/index.ts';

type Movement = { paymentId: number; status: PaymentStatus; comment: string };

/** The provider as the wallet needs it. The order's id is the reference of the movement. */
export function createPaymentMover(payments: PaymentProvider): PaymentMover {
  return {
    send: async (order) => {
      const result = await send(payments, order);
      return result.ok ? report(result.value) : refusal(result);
    },
    find: async (order) => {
      const result = await find(payments, order);
      if (!result.ok) return result.kind === 'not-found' ? { status: 'absent' } : { status: 'unknown' };
      return result.value === null ? { status: 'absent' } : report(result.value);
    },
  };
}

async function send(payments: PaymentProvider, order: PaymentOrder): Promise<ProviderResult<Movement>> {
  const common = { amountCents: order.amountCents, comment: order.comment, reference: order.id };
  if (order.kind === 'payOut') {
    const result = await payments.payOut({
      ...common,
      accountId: order.fromAccountId,
      bankAccountId: order.providerBankAccountId ?? 0,
    });
    return result.ok ? { ok: true, value: { ...result.value, paymentId: result.value.payoutId } } : result;
  }
  return payments.transfer({ ...common, fromAccountId: order.fromAccountId, toAccountId: order.toAccountId ?? '' });
}

async function find(payments: PaymentProvider, order: PaymentOrder): Promise<ProviderResult<Movement | null>> {
  const id = order.providerPaymentId;
  if (order.kind === 'payOut') {
    const result = await payments.getPayOut(id === null ? { reference: order.id } : { payoutId: id });
    return result.ok && result.value
      ? { ok: true, value: { ...result.value, paymentId: result.value.payoutId } }
      : (result as ProviderResult<null>);
  }
  return payments.getTransfer(id === null ? { reference: order.id } : { paymentId: id });
}

function report(movement: Movement): PaymentReport {
  switch (movement.status) {
    case 'succeeded':
    case 'pending':
      return { status: movement.status, paymentId: movement.paymentId };
    default:
      return { status: 'failed', paymentId: movement.paymentId, reason: `the provider reports ${movement.status}` };
  }
}

/** Only a clear functional refusal is a failure; anything else leaves the outcome open. */
function refusal(failure: ProviderFailure): PaymentReport {
  if (failure.kind === 'unavailable' || failure.kind === 'unauthorized') return { status: 'unknown' };
  return { status: 'failed', paymentId: null, reason: `${failure.kind}: ${failure.message}` };
}
