// Withheld tax goes from the SPVs' wallets to the platform's tax account, and from there to the tax office.

import { recordAdminAction } from '../../../core/audit.ts';
import { type Cents, formatEuros } from '../../../core/cents.ts';
import { inTransaction, type Tx } from '../../../core/db/transaction.ts';
import { AppError, INTERNAL_ERROR, notCovered, VALIDATION_FAILED } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { EXTERNAL, lockBalance, move, PLATFORM, postToLedger } from '../../../money/ledger/index.ts';
import {
  type BegunPayment,
  type EndedPayment,
  NOTHING_TO_POST,
  openPayment,
  payByRequest,
  readOpenPayments,
  settle,
  sumOpenPayments,
} from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import { TRANSFER_FAILED_AT_PROVIDER } from '../../projects/funding/index.ts';
import { TAX_REMITTANCE_ALREADY_DONE, TAX_REMITTANCE_NOT_COVERED, TAX_REMITTANCE_NOTHING_TO_REMIT } from './errors.ts';
import { instantsOf, payOutFailure, toTaxRemittance } from './rules.ts';
import type { PayoutDeps } from './run-payouts.ts';
import type { TaxBankAccounts, TaxRemittance, TaxRemittanceBody } from './schemas.ts';
import {
  endRemittance,
  findRemittance,
  forgetTaxOrder,
  insertRemittance,
  listSpvsWithTaxes,
  lockRemittance,
  lockTaxesToMove,
  lockTaxesToRemit,
  type RemittanceRow,
  releaseTaxes,
  sumUnmovedTaxes,
  writeTaxOrder,
} from './tax-queries.ts';

/** A month, how its tax is paid, and the administrator's request. */
type RemitTax = {
  period: string;
  body: TaxRemittanceBody;
  endUser: { address: string; userAgent: string | undefined };
  audit: RouteAudit;
  idempotency: IdempotencyClaim | undefined;
};

/**
 * POST /administration/payouts/:period/tax-remittance: the tax withheld in a month goes to the tax office.
 * Once per month, the whole amount. `outside` has happened already and is only recorded. `withdraw`: 1. check the taxes,
 * and with the provider the bank account and the balance of the tax account; 2. write the pay-out with its audit row, or find the open one; 3.
 * carry it out and answer. After a refusal, now or days later, the month may be remitted
 * again (`settleTaxRemittance`). Errors: those of the table, `validation-failed` (bank account).
 */
export async function remitTax(deps: AppDeps, input: RemitTax): Promise<TaxRemittance> {
  const { period, body, idempotency } = input;
  if (body.action === 'outside') return recordOutside(deps, input, body.comment);
  const bankAccountId = body.providerWithdrawBankAccountId;
  return payByRequest(deps, idempotency, {
    prepare: () => assertPayable(deps, input, bankAccountId),
    begin: (tx) => begin(tx, deps, input, bankAccountId),
    isPayOut: true,
    answer: async (tx, { result }) => {
      if (result === 'failed' || result === 'unknown') throw payOutFailure(result);
      return answer(tx, period);
    },
  });
}

/** Unless a pay-out is open: there is tax to remit, the tax account at the provider covers it, and the bank account can be paid to. */
async function assertPayable(deps: AppDeps, { period, endUser }: RemitTax, bankAccountId: number): Promise<void> {
  const { open, taxCents } = await inTransaction(deps.db, (tx) => checkTaxes(tx, period));
  if (open) return;
  await assertPayableAccount(deps, { accountId: deps.config.PLATFORM_TAX_ACCOUNT_ID, bankAccountId, endUser });
  const balanceCents = await readProviderBalance(deps);
  if (balanceCents >= taxCents) return;
  // A request beside this one may have paid the month out meanwhile: then its remittance is there, and `begin` finds it.
  const meanwhile = await inTransaction(deps.db, (tx) => findRemittance(tx, period));
  if (!meanwhile) throw notCovered(TAX_REMITTANCE_NOT_COVERED, taxCents, balanceCents);
}

/** The taxes to remit, locked and covered by the tax account in our books; or the open remittance of the month. */
async function checkTaxes(tx: Tx, period: string): Promise<{ ids: string[]; taxCents: Cents; open: RemittanceRow | undefined }> {
  const taxes = await lockTaxesToRemit(tx, instantsOf(period));
  // After the lock on the taxes: another remittance of the month may have just taken them.
  const open = await findRemittance(tx, period);
  if (open) return { ...taxes, open };
  if (taxes.taxCents === 0) throw new AppError(TAX_REMITTANCE_NOTHING_TO_REMIT);
  const openCents = await sumOpenPayments(tx, 'tax-remittance');
  const bookedCents = await lockBalance(tx, PLATFORM.TAX);
  if (!taxes.isMoved) throw new AppError(TAX_REMITTANCE_NOT_COVERED);
  const freeCents = bookedCents - openCents;
  if (freeCents < taxes.taxCents) throw notCovered(TAX_REMITTANCE_NOT_COVERED, taxes.taxCents, freeCents);
  return { ...taxes, open };
}

async function begin(
  tx: Tx,
  deps: Pick<AppDeps, 'clock' | 'jobs' | 'config'>,
  { period, audit }: RemitTax,
  bankAccountId: number,
): Promise<BegunPayment> {
  const { open, ids, taxCents: amountCents } = await checkTaxes(tx, period);
  if (open) {
    if (open.status !== 'waiting' || open.paymentId === null) throw new AppError(TAX_REMITTANCE_ALREADY_DONE);
    return { paymentId: open.paymentId, isOurs: false };
  }
  const id = newId();
  const at = deps.clock.now();
  const remittance = { id, period, action: 'withdraw', amountCents } as const;
  const { paymentId } = await openPayment(tx, deps, {
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
  await insertRemittance(tx, { ...remittance, bankAccountId, paymentId, at, taxIds: ids });
  return { paymentId: paymentId, isOurs: true };
}

function auditOf(audit: RouteAudit, of: { id: string; period: string; action: string; amountCents: Cents }) {
  const { id, period, action, amountCents } = of;
  return { ...audit, target: { type: 'tax-remittance', id }, payload: { period, action, amountCents } };
}

/** The pay-out was made by hand at the provider: its balance must already be lower, and the tax leaves the books. */
async function recordOutside(deps: AppDeps, input: RemitTax, comment: string): Promise<TaxRemittance> {
  const { period } = input;
  const balanceCents = await readProviderBalance(deps);
  return inIdempotentTransaction(deps.db, input.idempotency, async (tx) => {
    const at = deps.clock.now();
    const { open, ids, taxCents: amountCents } = await checkTaxes(tx, period);
    if (open) throw new AppError(TAX_REMITTANCE_ALREADY_DONE);
    const openCents = await sumOpenPayments(tx, 'tax-remittance');
    const remainingCents = (await lockBalance(tx, PLATFORM.TAX)) - (await sumUnmovedTaxes(tx)) - openCents - amountCents;
    if (balanceCents < remainingCents) throw new AppError(TAX_REMITTANCE_NOT_COVERED);
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

/** Balance of the tax account, cents. Error: `transfer-failed-at-provider` when the provider does not answer. */
async function readProviderBalance({ payments, config }: Pick<AppDeps, 'payments' | 'config'>): Promise<Cents> {
  const account = await payments.getAccount(config.PLATFORM_TAX_ACCOUNT_ID);
  if (!account.ok) throw new AppError(TRANSFER_FAILED_AT_PROVIDER, { detail: account.message, cause: account });
  return account.value.balanceCents;
}

async function answer(tx: Tx, period: string): Promise<TaxRemittance> {
  const remittance = await findRemittance(tx, period);
  if (!remittance) throw payOutFailure('failed');
  return toTaxRemittance(remittance, await readOpenPayments(tx, [remittance.paymentId]));
}

/** Settlement of `tax-remittance`. Paid: PLAT TAX to EXT. Refused: the month's tax may be remitted again, and the team is alerted. */
export async function settleTaxRemittance(tx: Tx, deps: Pick<AppDeps, 'jobs'>, payment: EndedPayment): Promise<void> {
  const remittance = await lockRemittance(tx, payment.subjectId);
  await settle(tx, payment, {
    succeeded: async (at) => {
      await endRemittance(tx, remittance.id, { to: 'remitted', at });
      return move(remittance.amountCents, PLATFORM.TAX, EXTERNAL);
    },
    failed: async (at, { reason }) => {
      await endRemittance(tx, remittance.id, { to: 'failed', at });
      await releaseTaxes(tx, remittance.id);
      await enqueueChatMessage(tx, deps, {
        channel: 'internal-alerts',
        text: `Le reversement de ${formatEuros(remittance.amountCents)} d’impôt prélevé (${remittance.period}) n’a pas abouti : ${reason}. À ordonner de nouveau.`,
      });
      return NOTHING_TO_POST;
    },
  });
}

/**
 * GET /administration/payouts/tax-account/bank-accounts: the bank accounts to which the tax account may pay out.
 * In any status, without virtual ones, which only receive money; of the IBAN its end. Error: `internal-error`.
 */
export async function listTaxBankAccounts(
  deps: Pick<AppDeps, 'config' | 'payments'>,
  endUser: { address: string; userAgent: string | undefined },
): Promise<TaxBankAccounts> {
  const context = { userAddress: endUser.address, userAgent: endUser.userAgent };
  const listed = await deps.payments.listBankAccounts(deps.config.PLATFORM_TAX_ACCOUNT_ID, context);
  if (!listed.ok && listed.kind === 'not-found') return [];
  if (!listed.ok) throw new AppError(INTERNAL_ERROR, { detail: 'The call of the payment provider failed.', cause: listed });
  return listed.value
    .filter(({ virtual }) => !virtual)
    .map(({ bankAccountId, iban, holder, status }) => ({ id: bankAccountId, ibanEnd: iban.slice(-4), holder, status }));
}

/** A wallet, one of its bank accounts, and the end user of the request. */
type PayableAccount = {
  accountId: string;
  bankAccountId: number;
  endUser: { address: string; userAgent: string | undefined };
};

/**
 * Passes for a bank account of the wallet that is activated and not virtual. Errors: `validation-failed` for any other,
 * `transfer-failed-at-provider` when the provider cannot be asked.
 */
export async function assertPayableAccount({ payments }: Pick<AppDeps, 'payments'>, asked: PayableAccount): Promise<void> {
  const { accountId, bankAccountId, endUser } = asked;
  const listed = await payments.listBankAccounts(accountId, { userAddress: endUser.address, userAgent: endUser.userAgent });
  if (!listed.ok) throw new AppError(TRANSFER_FAILED_AT_PROVIDER, { detail: listed.message, cause: listed });
  const found = listed.value.find((candidate) => candidate.bankAccountId === bankAccountId && !candidate.virtual);
  if (found?.status === 'activated') return;
  const fault = found ? 'is not activated at the provider' : 'is no bank account of the wallet';
  throw new AppError(VALIDATION_FAILED, { faults: [{ path: 'body/providerWithdrawBankAccountId', reason: fault }] });
}

/**
 * Orders one transfer per SPV for all tax that no transfer has taken yet. Returns how many were ordered. A transfer may
 * carry the tax of several projects: the ledger took it from each project's own purse when its coupons were paid.
 */
export async function moveWithheldTaxes(deps: PayoutDeps): Promise<number> {
  let ordered = 0;
  for (const { spvId, accountId } of await listSpvsWithTaxes(deps.db)) {
    ordered += await inTransaction(deps.db, async (tx) => {
      const { ids, taxCents } = await lockTaxesToMove(tx, spvId);
      if (taxCents === 0) return 0;
      const { paymentId } = await openPayment(tx, deps, {
        order: {
          kind: 'transfer',
          purpose: 'withheld-tax',
          subjectId: newId(),
          fromAccountId: accountId,
          toAccountId: deps.config.PLATFORM_TAX_ACCOUNT_ID,
          amountCents: taxCents,
          comment: `Withheld tax ${spvId}`,
          at: deps.clock.now(),
        },
        sides: {},
      });
      await writeTaxOrder(tx, ids, paymentId);
      return 1;
    });
  }
  return ordered;
}

/** Settlement of `withheld-tax`. Nothing is posted: the ledger moved the tax with each coupon. The next run retries a refused transfer. */
export async function settleWithheldTax(tx: Tx, deps: Pick<AppDeps, 'jobs'>, payment: EndedPayment): Promise<void> {
  await settle(tx, payment, {
    succeeded: async () => NOTHING_TO_POST,
    failed: async (_at, { reason }) => {
      await forgetTaxOrder(tx, payment.id);
      await enqueueChatMessage(tx, deps, {
        channel: 'internal-alerts',
        text: `Le transfert de ${formatEuros(payment.amountCents)} d’impôt prélevé a été refusé : ${reason}. Il sera retenté.`,
      });
      return NOTHING_TO_POST;
    },
  });
}
