// POST /administration/payouts/:period/tax-remittance: the tax withheld in a month goes to the tax office.

import { recordAdminAction } from '../../../core/audit.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { EXTERNAL, lockBalance, move, PLATFORM, postToLedger } from '../../../money/ledger/index.ts';
import {
  type BegunPayment,
  openPayment,
  payByRequest,
  renamePaymentAudit,
  sumOpenPayments,
  writePaymentAudit,
} from '../../../money/payments/index.ts';
import { TRANSFER_FAILED_AT_PROVIDER } from '../../projects/funding/index.ts';
import { assertPayableAccount } from './assert-payable-account.ts';
import { TAX_REMITTANCE_ALREADY_DONE, TAX_REMITTANCE_NOT_COVERED, TAX_REMITTANCE_NOTHING_TO_REMIT } from './errors.ts';
import { findRemittance, insertRemittance, lockTaxesToRemit, type RemittanceRow, sumUnmovedTaxes } from './remittance-queries.ts';
import { remittanceView } from './remittance-view.ts';
import { instantsOf } from './rules.ts';
import type { TaxRemittance, TaxRemittanceBody } from './schemas.ts';

/** Which month, how its tax is paid, and who asks. */
export type RemitTax = {
  period: string;
  body: TaxRemittanceBody;
  endUser: { address: string; userAgent: string | undefined };
  audit: RouteAudit;
  idempotency: IdempotencyClaim | undefined;
};

/**
 * Once per month, all of it (A-payouts-10). `outside` is a fact: recorded at once. `withdraw`: 1. what is to be remitted, and the
 * bank account and balance of the tax account, asked of the provider; 2. write the pay-out, or find the one on its way; 3. carry it
 * out; 4. once the provider has the order, audit and answer. What it refuses, now or days later, may be remitted again
 * (`settleTaxRemittance`). Errors: those of the table, `validation-failed` (bank account).
 */
export async function remitTax(deps: AppDeps, input: RemitTax): Promise<TaxRemittance> {
  const { period, body, idempotency } = input;
  if (body.action === 'outside') return recordOutside(deps, input, body.comment);
  const bankAccountId = body.providerWithdrawBankAccountId;
  return payByRequest(deps, idempotency, {
    prepare: () => assertPayable(deps, input, bankAccountId),
    begin: (tx) => begin(tx, deps, input, bankAccountId),
    isPayOut: true,
    answer: async (tx, { paymentId, result }) => {
      if (result === 'failed' || result === 'unknown')
        throw new AppError(TRANSFER_FAILED_AT_PROVIDER, { detail: DETAILS[result] });
      await writePaymentAudit(tx, paymentId, deps.clock.now());
      return answer(tx, period);
    },
  });
}

/** There is tax to remit, the provider has it, and pays to the bank account; unless a pay-out is on its way. */
async function assertPayable(deps: AppDeps, { period, endUser }: RemitTax, bankAccountId: number): Promise<void> {
  const { open, taxCents } = await inTransaction(deps.db, (tx) => judge(tx, period));
  if (open) return;
  await assertPayableAccount(deps, { accountId: deps.config.PLATFORM_TAX_ACCOUNT_ID, bankAccountId, endUser });
  if ((await readProviderBalance(deps)) < taxCents) throw new AppError(TAX_REMITTANCE_NOT_COVERED);
}

const DETAILS = {
  failed: 'The payment provider refused the pay-out.',
  unknown: 'The payment provider did not answer. The pay-out is looked up before any other attempt.',
};

/** The taxes to remit, locked: all of them have reached the tax account, and the books have them. Or the remittance that took them. */
async function judge(tx: Tx, period: string): Promise<{ ids: string[]; taxCents: number; open: RemittanceRow | undefined }> {
  const taxes = await lockTaxesToRemit(tx, instantsOf(period));
  // Asked once the taxes are locked: another remittance of the month may have just taken them.
  const open = await findRemittance(tx, period);
  if (open) return { ...taxes, open };
  if (taxes.taxCents === 0) throw new AppError(TAX_REMITTANCE_NOTHING_TO_REMIT);
  const promisedCents = await sumOpenPayments(tx, 'tax-remittance');
  const bookedCents = await lockBalance(tx, PLATFORM.TAX);
  if (!taxes.isMoved || bookedCents < promisedCents + taxes.taxCents) throw new AppError(TAX_REMITTANCE_NOT_COVERED);
  return { ...taxes, open };
}

async function begin(
  tx: Tx,
  deps: Pick<AppDeps, 'clock' | 'jobs' | 'config'>,
  { period, audit }: RemitTax,
  bankAccountId: number,
): Promise<BegunPayment> {
  const { open, ids, taxCents: amountCents } = await judge(tx, period);
  if (open) {
    if (open.status !== 'waiting' || open.orderId === null) throw new AppError(TAX_REMITTANCE_ALREADY_DONE);
    await renamePaymentAudit(tx, open.orderId, auditOf(audit, open));
    return { paymentId: open.orderId, isOurs: false };
  }
  const id = newId();
  const at = deps.clock.now();
  const remittance = { id, period, action: 'withdraw', amountCents } as const;
  const { orderId } = await openPayment(tx, deps, {
    byRequest: true,
    order: {
      kind: 'payOut',
      purpose: 'tax-remittance',
      subjectId: id,
      fromAccountId: deps.config.PLATFORM_TAX_ACCOUNT_ID,
      providerBankAccountId: bankAccountId,
      amountCents,
      comment: `Withheld tax ${period}`,
      at,
      audit: auditOf(audit, remittance),
    },
    sides: {},
  });
  await insertRemittance(tx, { ...remittance, bankAccountId, orderId, at, taxIds: ids });
  return { paymentId: orderId, isOurs: true };
}

function auditOf(audit: RouteAudit, of: { id: string; period: string; action: string; amountCents: number }) {
  const { id, period, action, amountCents } = of;
  return { ...audit, target: { type: 'tax-remittance', id }, payload: { period, action, amountCents } };
}

/** The pay-out was made by hand at the provider: the tax leaves the books, and the provider's balance must allow for it. */
async function recordOutside(deps: AppDeps, input: RemitTax, comment: string): Promise<TaxRemittance> {
  const { period } = input;
  const balanceCents = await readProviderBalance(deps);
  return inIdempotentTransaction(deps.db, input.idempotency, async (tx) => {
    const at = deps.clock.now();
    const { open, ids, taxCents: amountCents } = await judge(tx, period);
    if (open) throw new AppError(TAX_REMITTANCE_ALREADY_DONE);
    const promisedCents = await sumOpenPayments(tx, 'tax-remittance');
    const staysCents = (await lockBalance(tx, PLATFORM.TAX)) - (await sumUnmovedTaxes(tx)) - promisedCents - amountCents;
    if (balanceCents < staysCents) throw new AppError(TAX_REMITTANCE_NOT_COVERED);
    const remittance = { id: newId(), period, action: 'outside', amountCents } as const;
    await insertRemittance(tx, { ...remittance, comment, at, taxIds: ids });
    const lines = move(amountCents, PLATFORM.TAX, EXTERNAL);
    await postToLedger(tx, {
      reference: remittance.id,
      step: 'confirm',
      type: 'TAX_REMITTANCE',
      eventAt: at,
      createdAt: at,
      lines,
    });
    await recordAdminAction(tx, { ...auditOf(input.audit, remittance), at });
    return answer(tx, period);
  });
}

/** Of the tax account, cents. Error: `transfer-failed-at-provider` when the provider does not tell. */
async function readProviderBalance({ payments, config }: Pick<AppDeps, 'payments' | 'config'>): Promise<number> {
  const account = await payments.getAccount(config.PLATFORM_TAX_ACCOUNT_ID);
  if (!account.ok) throw new AppError(TRANSFER_FAILED_AT_PROVIDER, { detail: account.message, cause: account });
  return account.value.balanceCents;
}

async function answer(tx: Tx, period: string): Promise<TaxRemittance> {
  const remittance = await findRemittance(tx, period);
  if (!remittance) throw new AppError(TRANSFER_FAILED_AT_PROVIDER, { detail: DETAILS.failed });
  return remittanceView(remittance);
}
