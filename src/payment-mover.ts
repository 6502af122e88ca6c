// Implements the PaymentMover of money/payments by the provider's port, as neither may import the other.

import type { Cents } from './core/cents.ts';
import type { Payment, PaymentMover, PaymentReport } from './money/payments/index.ts';
import type { PaymentProvider, PaymentStatus, ProviderFailure, ProviderResult } from './providers/payments/index.ts';

type Movement = { paymentId: number; status: PaymentStatus; amountCents: Cents };

/** The provider for payments. The payment's id is the reference of the movement. */
export function createPaymentMover(payments: PaymentProvider): PaymentMover {
  return {
    send: async (payment) => {
      const result = await send(payments, payment);
      return result.ok ? report(result.value) : refusal(result);
    },
    find: async (payment) => {
      const result = await find(payments, payment);
      if (!result.ok) return result.kind === 'not-found' ? { status: 'absent' } : { status: 'unknown' };
      return result.value === null ? { status: 'absent' } : report(result.value);
    },
    movements: async (payment) => {
      const result = await list(payments, payment);
      if (!result.ok) return undefined;
      return result.value.filter(({ status }) => status === 'succeeded' || status === 'pending');
    },
  };
}

async function send(payments: PaymentProvider, payment: Payment): Promise<ProviderResult<Movement>> {
  const { amountCents, comment, id: reference, fromAccountId } = payment;
  if (payment.kind === 'transfer')
    return payments.transfer({ amountCents, comment, reference, fromAccountId, toAccountId: payment.toAccountId });
  const bankAccountId = payment.providerBankAccountId;
  const result = await payments.payOut({ amountCents, comment, reference, accountId: fromAccountId, bankAccountId });
  return result.ok ? { ok: true, value: { ...result.value, paymentId: result.value.payoutId } } : result;
}

async function find(payments: PaymentProvider, payment: Payment): Promise<ProviderResult<Movement | null>> {
  const { id: reference, providerPaymentId } = payment;
  if (payment.kind === 'transfer')
    return payments.getTransfer(providerPaymentId === null ? { reference } : { paymentId: providerPaymentId });
  const result = await payments.getPayOut(providerPaymentId === null ? { reference } : { payoutId: providerPaymentId });
  if (!result.ok) return result;
  return { ok: true, value: result.value && { ...result.value, paymentId: result.value.payoutId } };
}

async function list(payments: PaymentProvider, { id: reference, kind }: Payment): Promise<ProviderResult<readonly Movement[]>> {
  if (kind === 'transfer') return payments.listTransfers({ reference });
  const result = await payments.listPayOuts({ reference });
  return result.ok ? { ok: true, value: result.value.map((payOut) => ({ ...payOut, paymentId: payOut.payoutId })) } : result;
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

/** Only a functional refusal is a failure; anything else leaves the outcome unknown. */
function refusal(failure: ProviderFailure): PaymentReport {
  if (failure.kind === 'unavailable' || failure.kind === 'unauthorized') return { status: 'unknown' };
  return { status: 'failed', paymentId: null, reason: `${failure.kind}: ${failure.message}` };
}
