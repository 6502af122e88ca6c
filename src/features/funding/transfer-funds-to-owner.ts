// POST .../funding/transfer-funds-to-project-owner: the owner gets what was collected, never more than the cap.

import { recordAdminAction } from '../../core/audit.ts';
import { invalidate } from '../../core/cache.ts';
import { propertyCacheKey } from '../../core/cache-keys.ts';
import { inTransaction, type Tx } from '../../core/db/transaction.ts';
import { AppError, IDEMPOTENCY_KEY_REUSED, NOT_FOUND, VALIDATION_FAILED } from '../../core/errors.ts';
import { type IdempotencyClaim, rememberAnswer } from '../../core/http/idempotency.ts';
import type { RouteAudit } from '../../core/http/route.ts';
import { newId } from '../../core/ids.ts';
import type { AppDeps } from '../../deps.ts';
import { EXTERNAL, move, purseOf } from '../../money/ledger/index.ts';
import { bookTransaction, carryOutPaymentOrder, lockSpendableMain, openPayment } from '../../money/wallet/index.ts';
import { changeFinancialStatus } from '../project-life/index.ts';
import { TRANSFER_EXCEEDS_FUNDING_AMOUNT, TRANSFER_FAILED_AT_PROVIDER } from './errors.ts';
import { capOf } from './owner-cap.ts';
import { insertOwnerTransfer, markPurchased, takePendingAudit } from './owner-transfer-queries.ts';
import { toOwnerTransferView } from './owner-transfer-view.ts';
import type { OwnerTransferAnswer, OwnerTransferBody } from './schemas.ts';
import {
  findOwnerTransfer,
  findOwnerTransferByKey,
  findTransferProperty,
  findUnansweredTransfer,
  lockTransferProperty,
  type OwnerTransferRow,
  sumOwnerTransfers,
} from './transfer-queries.ts';

/** What to transfer, and who asks. */
export type TransferFunds = {
  propertyId: string;
  transfer: OwnerTransferBody;
  endUser: { address: string; userAgent: string | undefined };
  audit: RouteAudit;
  idempotency: IdempotencyClaim | undefined;
};

/**
 * Both variants are judged under the property's lock; waiting transfers count (G-13). `no-withdraw` is a fact: recorded at once.
 * `withdraw`: 1. cap and bank account, the latter asked of the provider outside any transaction; 2. write the intent, or find the
 * same one whose outcome nobody knows (a repeated request never pays twice, A-funding-14); 3. commit, carry it out; 4. once the
 * provider has the order, audit and answer. What it refuses, now or days later, is given back (`settleOwnerTransfer`).
 * Errors: `not-found`, `property.transfer-exceeds-funding-amount`, `validation-failed` (bank account), `transfer-failed-at-provider`.
 */
export async function transferFundsToOwner(deps: AppDeps, input: TransferFunds): Promise<OwnerTransferAnswer> {
  const { transfer } = input;
  if (transfer.action === 'no-withdraw') return recordOutside(deps, input);
  const wanted = { ...input, amountCents: transfer.amountToTransfer, bankAccountId: transfer.providerWithdrawBankAccountId };
  const found = await findTransferProperty(deps.db, input.propertyId);
  if (!found) throw new AppError(NOT_FOUND, { detail: 'Property not found' });
  const isRepeated = (await findSame(deps.db, wanted)) !== undefined;
  if (!isRepeated) {
    const transferredCents = await sumOwnerTransfers(deps.db, input.propertyId);
    assertBelowCap(capOf(found, deps.config.VAT_RATE_BPS), transferredCents, wanted.amountCents);
    await assertBankAccount(deps, found.accountId, wanted);
  }
  const { id, orderId, isOurs } = await inTransaction(deps.db, (tx) => begin(tx, deps, wanted));
  const { result } = await carryOutPaymentOrder(deps, orderId, { waitOnly: !isOurs });
  if (result === 'failed' || result === 'unknown') throw new AppError(TRANSFER_FAILED_AT_PROVIDER, { detail: DETAILS[result] });
  return accept(deps, input, id);
}

const DETAILS = {
  failed: 'The payment provider refused the transfer.',
  unknown: 'The payment provider did not answer. The transfer is looked up before any other attempt.',
};

type Wanted = TransferFunds & { amountCents: number; bankAccountId: number };

const keyOf = ({ propertyId, audit, idempotency }: TransferFunds) => ({
  propertyId,
  administratorId: audit.administrator.administratorId,
  idempotencyKey: idempotency?.key ?? null,
});

/** The transfer that this request asked for before: by its key, else the same withdrawal without an answer. */
async function findSame(db: AppDeps['db'] | Tx, wanted: Wanted): Promise<OwnerTransferRow | undefined> {
  const keyed = await findOwnerTransferByKey(db, keyOf(wanted));
  if (keyed && (keyed.amountCents !== wanted.amountCents || keyed.bankAccountId !== wanted.bankAccountId))
    throw new AppError(IDEMPOTENCY_KEY_REUSED, { detail: 'This key was used for another transfer.' });
  return keyed ?? findUnansweredTransfer(db, wanted);
}

function assertBelowCap(capCents: number, transferredCents: number, amountCents: number): void {
  if (transferredCents + amountCents > capCents) throw new AppError(TRANSFER_EXCEEDS_FUNDING_AMOUNT);
}

/** A bank account of the SPV's own wallet that can be paid to, as the provider sees it now. */
async function assertBankAccount({ payments }: AppDeps, accountId: string | null, wanted: Wanted): Promise<void> {
  if (accountId === null)
    throw new AppError(TRANSFER_FAILED_AT_PROVIDER, { detail: 'The property has no SPV with a provider wallet.' });
  const { address: userAddress, userAgent } = wanted.endUser;
  const listed = await payments.listBankAccounts(accountId, { userAddress, userAgent });
  if (!listed.ok) throw new AppError(TRANSFER_FAILED_AT_PROVIDER, { detail: listed.message, cause: listed });
  const account = listed.value.find(({ bankAccountId, virtual }) => bankAccountId === wanted.bankAccountId && !virtual);
  if (account?.status === 'activated') return;
  const reason = account ? 'is not activated at the provider' : "is no bank account of the SPV's wallet";
  throw new AppError(VALIDATION_FAILED, { faults: [{ path: 'body/providerWithdrawBankAccountId', reason }] });
}

async function begin(tx: Tx, deps: Pick<AppDeps, 'clock' | 'config' | 'jobs'>, wanted: Wanted) {
  const property = await lockTransferProperty(tx, wanted.propertyId);
  if (!property) throw new AppError(NOT_FOUND, { detail: 'Property not found' });
  const same = await findSame(tx, wanted);
  if (same?.orderId) return { id: same.id, orderId: same.orderId, isOurs: false };
  const { amountCents, bankAccountId, propertyId } = wanted;
  assertBelowCap(capOf(property, deps.config.VAT_RATE_BPS), await sumOwnerTransfers(tx, propertyId), amountCents);
  const { spvId, accountId } = property;
  // MAIN never falls below zero (DOMAIN §5.2): what our books lack is refused as the provider would (A-funding-11).
  if (spvId === null || accountId === null || (await lockSpendableMain(tx, spvId)) < amountCents)
    throw new AppError(TRANSFER_FAILED_AT_PROVIDER, { detail: 'The SPV does not hold enough collected money.' });
  const id = newId();
  const at = deps.clock.now();
  const { orderId, transactionIds } = await openPayment(tx, deps, {
    byRequest: true,
    propertyId,
    order: {
      kind: 'payOut',
      purpose: 'owner-transfer',
      subjectId: id,
      fromAccountId: accountId,
      providerBankAccountId: bankAccountId,
      amountCents,
      comment: `Funds of ${propertyId}`,
      at,
    },
    sides: [{ type: 'OWNER_TRANSFER', owner: { spvId }, amountCents, held: false }],
  });
  const [transactionId = null] = transactionIds;
  const written = { id, ...keyOf(wanted), spvId, amountCents, audit: wanted.audit, transactionId, at };
  await insertOwnerTransfer(tx, { ...written, action: 'withdraw', bankAccountId, orderId });
  await beginRepayment(tx, propertyId, at);
  return { id, orderId, isOurs: true };
}

/** The provider has the order: the audit row, once whoever answers, and the answer. */
async function accept(deps: AppDeps, input: TransferFunds, id: string): Promise<OwnerTransferAnswer> {
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const audit = await takePendingAudit(tx, id);
    if (audit) {
      const { amountToTransfer, action } = input.transfer;
      const payload = { transferId: id, action, amountCents: amountToTransfer };
      await recordAdminAction(tx, { ...audit, target: { type: 'property', id: input.propertyId }, payload, at });
    }
    const body = await answer(tx, deps, input.propertyId, id);
    await rememberAnswer(tx, input.idempotency, { status: 201, body, at });
    return body;
  });
}

/** Recorded with its flags; our books give what MAIN holds of it, the rest never was in them (A-funding-13). */
async function recordOutside(deps: Pick<AppDeps, 'db' | 'clock' | 'config'>, input: TransferFunds): Promise<OwnerTransferAnswer> {
  const { propertyId, audit } = input;
  const amountCents = input.transfer.amountToTransfer;
  const at = deps.clock.now();
  return inTransaction(deps.db, async (tx) => {
    const property = await lockTransferProperty(tx, propertyId);
    if (!property) throw new AppError(NOT_FOUND, { detail: 'Property not found' });
    assertBelowCap(capOf(property, deps.config.VAT_RATE_BPS), await sumOwnerTransfers(tx, propertyId), amountCents);
    const { spvId } = property;
    const bookedCents = spvId === null ? 0 : Math.max(0, Math.min(await lockSpendableMain(tx, spvId), amountCents));
    const transactionId =
      spvId === null || bookedCents === 0 ? null : await bookOutside(tx, { propertyId, spvId, bookedCents, at });
    const id = newId();
    const written = { id, ...keyOf(input), spvId, amountCents, audit, transactionId, at };
    // The stored answer is enough: a fact outside has no order to find again.
    await insertOwnerTransfer(tx, { ...written, idempotencyKey: null, action: 'no-withdraw', bookedCents });
    await beginRepayment(tx, propertyId, at);
    const payload = { transferId: id, action: 'no-withdraw', amountCents, withdrawBypassed: true };
    await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload, at });
    const body = await answer(tx, deps, propertyId, id);
    await rememberAnswer(tx, input.idempotency, { status: 201, body, at });
    return body;
  });
}

async function bookOutside(
  tx: Tx,
  { propertyId, spvId, bookedCents, at }: { propertyId: string; spvId: string; bookedCents: number; at: Temporal.Instant },
): Promise<string> {
  return bookTransaction(tx, {
    type: 'OWNER_TRANSFER',
    owner: { spvId },
    amountCents: bookedCents,
    propertyId,
    at,
    eventAt: at,
    lines: move(bookedCents, purseOf(spvId, 'MAIN'), EXTERNAL),
  });
}

async function answer(tx: Tx, { config }: Pick<AppDeps, 'config'>, propertyId: string, id: string): Promise<OwnerTransferAnswer> {
  const [property, row, transferredCents] = [
    await findTransferProperty(tx, propertyId),
    await findOwnerTransfer(tx, id),
    await sumOwnerTransfers(tx, propertyId),
  ];
  if (!property || !row) throw new Error(`transfer ${id} has gone`);
  const transferableCents = capOf(property, config.VAT_RATE_BPS) - transferredCents;
  return { transfer: toOwnerTransferView(row), transferredCents, transferableCents };
}

/** A status beyond the first transfer stays. */
async function beginRepayment(tx: Tx, propertyId: string, at: Temporal.Instant): Promise<void> {
  await markPurchased(tx, propertyId, at);
  await changeFinancialStatus(tx, propertyId, 'first-transfer-to-owner', at);
  await invalidate(tx, [propertyCacheKey(propertyId)]);
}
