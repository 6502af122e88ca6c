// POST .../funding/transfer-funds-to-project-owner: pays the collected money to the owner, never more than the cap (A-funding-15).

import { recordAdminAction } from '../../../core/audit.ts';
import { invalidate } from '../../../core/cache.ts';
import type { Cents } from '../../../core/cents.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND, VALIDATION_FAILED } from '../../../core/errors.ts';
import { type IdempotencyClaim, inIdempotentTransaction } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import type { AppDeps } from '../../../deps.ts';
import { EXTERNAL, lockPurses, move, purseOf } from '../../../money/ledger/index.ts';
import {
  type BegunPayment,
  bookTransaction,
  heldByProject,
  openPayment,
  payByRequest,
  writePaymentAudit,
} from '../../../money/payments/index.ts';
import { lockMoneyAtProvider } from '../../treasury/off-provider/index.ts';
import { changeFinancialStatus, markPurchased, propertyCacheKey } from '../project-life/index.ts';
import { TRANSFER_EXCEEDS_FUNDING_AMOUNT, TRANSFER_FAILED_AT_PROVIDER } from './errors.ts';
import { readAllowance } from './owner-cap.ts';
import {
  findOwnerTransfer,
  findRecentTransfer,
  findUnansweredTransfer,
  insertOwnerTransfer,
  type OwnerTransferRow,
} from './owner-transfer-queries.ts';
import { toOwnerTransferView } from './owner-transfer-view.ts';
import { FAILURE_DETAILS } from './rules.ts';
import type { OwnerTransferAnswer, OwnerTransferBody } from './schemas.ts';
import { findTransferProperty, lockTransferProperty, type TransferProperty } from './transfer-queries.ts';

/** What to transfer, and who asks. */
export type TransferFunds = {
  propertyId: PropertyId;
  transfer: OwnerTransferBody;
  endUser: { address: string; userAgent: string | undefined };
  audit: RouteAudit;
  idempotency: IdempotencyClaim | undefined;
};

/**
 * Both variants are checked under the property's lock; waiting transfers count (G-13). `no-withdraw` was paid outside and is
 * recorded at once. `withdraw`: 1. check cap and bank account, which is read from the provider outside any transaction; 2. write
 * the intent, or find the same one (A-funding-14: its outcome is unknown, or it was just requested without a key); 3. commit and
 * execute it; 4. once the provider has the order, audit and answer. `settleOwnerTransfer` takes back what the provider refuses,
 * at once or days later.
 * Errors: `not-found`, `property.transfer-exceeds-funding-amount`, `validation-failed` (bank account),
 * `transfer-failed-at-provider`.
 */
export async function transferFundsToOwner(deps: AppDeps, input: TransferFunds): Promise<OwnerTransferAnswer> {
  const { transfer } = input;
  if (transfer.action === 'no-withdraw') return recordOutside(deps, input);
  const wanted = { ...input, amountCents: transfer.amountToTransfer, bankAccountId: transfer.providerWithdrawBankAccountId };
  return payByRequest(deps, input.idempotency, {
    prepare: () => assertPayable(deps, wanted),
    begin: (tx) => begin(tx, deps, wanted),
    isPayOut: true,
    answer: async (tx, { paymentId, subjectId, result }) => {
      if (result === 'failed' || result === 'unknown')
        throw new AppError(TRANSFER_FAILED_AT_PROVIDER, { detail: FAILURE_DETAILS[result] });
      // The provider has the order: the audit row is written once, whichever request answers first.
      await writePaymentAudit(tx, paymentId, deps.clock.now());
      return answer(tx, deps, input.propertyId, subjectId);
    },
  });
}

const NO_WALLET = 'The property has no SPV with a provider wallet.';

type Wanted = TransferFunds & { amountCents: Cents; bankAccountId: number };

/** Two equal withdrawals within this time are one request sent twice, unless the second has its own key (A-funding-14). */
const SENT_TWICE_WITHIN = { minutes: 10 };

/**
 * The transfer that this request repeats: the same withdrawal without an answer of the provider, or, for a request without a key,
 * the one that the same administrator has just requested and that is still waiting.
 */
async function findSame(
  db: AppDeps['db'] | Tx,
  { clock }: Pick<AppDeps, 'clock'>,
  wanted: Wanted,
): Promise<OwnerTransferRow | undefined> {
  const unanswered = await findUnansweredTransfer(db, wanted);
  if (unanswered || wanted.idempotency) return unanswered;
  const { administratorId } = wanted.audit.administrator;
  return findRecentTransfer(db, { ...wanted, administratorId, since: clock.now().subtract(SENT_TWICE_WITHIN) });
}

/** Checks amount and bank account, unless the same transfer is waiting and therefore counted already. */
async function assertPayable(deps: AppDeps, wanted: Wanted): Promise<void> {
  const found = await findTransferProperty(deps.db, wanted.propertyId);
  if (!found) throw new AppError(NOT_FOUND, { detail: 'Property not found' });
  if (await findSame(deps.db, deps, wanted)) return;
  await assertTransferable(deps.db, deps, found, wanted.amountCents);
  await assertBankAccount(deps, found.accountId, wanted);
}

/** At most the rest of the cap, and what the project has; nothing before the closing (A-funding-14). */
async function assertTransferable(
  db: AppDeps['db'] | Tx,
  { config }: Pick<AppDeps, 'config'>,
  property: TransferProperty,
  amountCents: Cents,
): Promise<void> {
  const { transferableCents } = await readAllowance(db, property, config.VAT_RATE_BPS);
  if (amountCents > transferableCents) throw new AppError(TRANSFER_EXCEEDS_FUNDING_AMOUNT);
}

/** The bank account must belong to the SPV's wallet and be activated at the provider now. */
async function assertBankAccount({ payments }: AppDeps, accountId: string | null, wanted: Wanted): Promise<void> {
  if (accountId === null) throw new AppError(TRANSFER_FAILED_AT_PROVIDER, { detail: NO_WALLET });
  const { address: userAddress, userAgent } = wanted.endUser;
  const listed = await payments.listBankAccounts(accountId, { userAddress, userAgent });
  if (!listed.ok) throw new AppError(TRANSFER_FAILED_AT_PROVIDER, { detail: listed.message, cause: listed });
  const account = listed.value.find(({ bankAccountId, virtual }) => bankAccountId === wanted.bankAccountId && !virtual);
  if (account?.status === 'activated') return;
  const reason = account ? 'is not activated at the provider' : "is no bank account of the SPV's wallet";
  throw new AppError(VALIDATION_FAILED, { faults: [{ path: 'body/providerWithdrawBankAccountId', reason }] });
}

async function begin(tx: Tx, deps: Pick<AppDeps, 'clock' | 'config' | 'jobs'>, wanted: Wanted): Promise<BegunPayment> {
  const property = await lockTransferProperty(tx, wanted.propertyId);
  if (!property) throw new AppError(NOT_FOUND, { detail: 'Property not found' });
  const same = await findSame(tx, deps, wanted);
  if (same?.orderId) return { paymentId: same.orderId, isOurs: false };
  const { amountCents, bankAccountId, propertyId } = wanted;
  await lockMoneyAtProvider(tx, propertyId, 'feesAndTransfers');
  await lockPurses(tx, propertyId, ['MAIN', 'HELD']);
  await assertTransferable(tx, deps, property, amountCents);
  const { spvId, accountId } = property;
  if (spvId === null || accountId === null) throw new AppError(TRANSFER_FAILED_AT_PROVIDER, { detail: NO_WALLET });
  const id = newId();
  const at = deps.clock.now();
  const payload = { transferId: id, action: 'withdraw', amountCents };
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
      audit: { ...wanted.audit, target: { type: 'property', id: propertyId }, payload },
    },
    sides: {
      transfer: {
        type: 'OWNER_TRANSFER',
        owner: { spvId },
        amountCents,
        hold: heldByProject(propertyId, { MAIN: amountCents }),
      },
    },
  });
  const { administrator } = wanted.audit;
  const written = { id, propertyId, spvId, amountCents, administrator, transactionId: transactionIds.transfer, at };
  await insertOwnerTransfer(tx, { ...written, action: 'withdraw', bankAccountId, orderId });
  await beginRepayment(tx, propertyId, at);
  return { paymentId: orderId, isOurs: true };
}

/** Records a transfer that was made outside: the whole amount has left the project (A-funding-13). */
async function recordOutside(deps: Pick<AppDeps, 'db' | 'clock' | 'config'>, input: TransferFunds): Promise<OwnerTransferAnswer> {
  const { propertyId, audit } = input;
  const amountCents = input.transfer.amountToTransfer;
  const at = deps.clock.now();
  return inIdempotentTransaction(deps.db, input.idempotency, async (tx) => {
    const property = await lockTransferProperty(tx, propertyId);
    if (!property) throw new AppError(NOT_FOUND, { detail: 'Property not found' });
    await lockMoneyAtProvider(tx, propertyId, 'feesAndTransfers');
    await lockPurses(tx, propertyId, ['MAIN']);
    await assertTransferable(tx, deps, property, amountCents);
    const { spvId } = property;
    if (spvId === null) throw new Error(`property ${propertyId} has collected money without an SPV`);
    const transactionId = await bookTransaction(tx, {
      type: 'OWNER_TRANSFER',
      owner: { spvId },
      amountCents,
      propertyId,
      at,
      eventAt: at,
      lines: move(amountCents, purseOf(propertyId, 'MAIN'), EXTERNAL),
    });
    const id = newId();
    const written = { id, propertyId, spvId, amountCents, administrator: audit.administrator, transactionId, at };
    await insertOwnerTransfer(tx, { ...written, action: 'no-withdraw' });
    await beginRepayment(tx, propertyId, at);
    const payload = { transferId: id, action: 'no-withdraw', amountCents, withdrawBypassed: true };
    await recordAdminAction(tx, { ...audit, target: { type: 'property', id: propertyId }, payload, at });
    return answer(tx, deps, propertyId, id);
  });
}

async function answer(
  tx: Tx,
  { config }: Pick<AppDeps, 'config'>,
  propertyId: PropertyId,
  id: string,
): Promise<OwnerTransferAnswer> {
  const [property, row] = [await findTransferProperty(tx, propertyId), await findOwnerTransfer(tx, id)];
  if (!property || !row) throw new Error(`transfer ${id} was not found`);
  const { transferredCents, transferableCents } = await readAllowance(tx, property, config.VAT_RATE_BPS);
  return { transfer: toOwnerTransferView(row), transferredCents, transferableCents };
}

/** The first transfer starts the repayment; a later status stays. */
async function beginRepayment(tx: Tx, propertyId: PropertyId, at: Temporal.Instant): Promise<void> {
  await markPurchased(tx, propertyId, at);
  await changeFinancialStatus(tx, propertyId, 'first-transfer-to-owner', at);
  await invalidate(tx, [propertyCacheKey(propertyId)]);
}
