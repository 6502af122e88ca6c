// The collected money is paid to the project owner, never more than the cap, and shown with what may still be transferred.

import type { Static } from 'typebox';
import { invalidate } from '../../../core/cache.ts';
import { type Cents, centsOf, formatEuros } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND, notCovered, VALIDATION_FAILED } from '../../../core/errors.ts';
import type { IdempotencyClaim } from '../../../core/http/idempotency.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { EXTERNAL, lockPurses, move, purseOf, readBalance } from '../../../money/ledger/index.ts';
import {
  type BegunPayment,
  type EndedPayment,
  heldByProject,
  NOTHING_TO_POST,
  type OpenPayments,
  openPayment,
  payByRequest,
  readOpenPayments,
  settle,
} from '../../../money/payments/index.ts';
import { enqueueChatMessage } from '../../../providers/chat/index.ts';
import {
  changeFinancialStatus,
  lockMoneyAtProvider,
  lockProperty,
  markPurchased,
  projectState,
  propertyCacheKey,
  readMoneyAtProvider,
  undoPurchase,
} from '../project-life/index.ts';
import { vatBpsOfFees } from './company-fee.ts';
import { OWNER_TRANSFER_OPEN, TRANSFER_EXCEEDS_FUNDING_AMOUNT, TRANSFER_FAILED_AT_PROVIDER } from './errors.ts';
import {
  findOwnerTransfer,
  findRecentTransfer,
  findUnansweredTransfer,
  insertOwnerTransfer,
  listOwnerTransferRows,
  markOwnerTransfer,
  type OwnerTransferRow,
  sumOwnerTransfers,
} from './owner-transfer-queries.ts';
import {
  findTransferProperty,
  listLiveFeeTransfers,
  lockTransferProperty,
  readFeesPaid,
  type TransferProperty,
} from './queries.ts';
import {
  FAILURE_DETAILS,
  FUNDING_VERBS,
  feeInclTaxCents,
  feesToCome,
  ownerCapCents,
  proposedCents,
  SENT_TWICE_WITHIN,
} from './rules.ts';
import type {
  CompanyFeeDue,
  OwnerTransferAnswer,
  OwnerTransferBody,
  OwnerTransfers,
  OwnerTransfersQuery,
  OwnerTransferView,
} from './schemas.ts';

/** What to transfer, and the administrator. */
type TransferFunds = {
  propertyId: PropertyId;
  transfer: Extract<OwnerTransferBody, { action: 'withdraw' }>;
  endUser: { address: string; userAgent: string | undefined };
  audit: RouteAudit;
  idempotency: IdempotencyClaim | undefined;
};

/**
 * POST .../funding/transfer-funds-to-project-owner, `withdraw`: pays the collected money to the owner, never more than the cap.
 * Checked under the property's lock; waiting transfers count (G-13). 1. check cap and bank account, which is read from the provider
 * outside any transaction; 2. write the intent with its audit row, or find the same one (A-funding-14: its outcome is unknown, or it was
 * just requested without a key); 3. commit and execute it; 4. answer. `settleOwnerTransfer` takes back what the provider refuses, at once
 * or days later.
 * Errors: `not-found`, `property.transfer-exceeds-funding-amount`, `property.owner-transfer-open`, `validation-failed` (bank
 * account), `transfer-failed-at-provider`.
 */
export async function transferFundsToOwner(deps: AppDeps, input: TransferFunds): Promise<OwnerTransferAnswer> {
  const { transfer } = input;
  const wanted = { ...input, amountCents: transfer.amountToTransfer, bankAccountId: transfer.providerWithdrawBankAccountId };
  return payByRequest(deps, input.idempotency, {
    prepare: () => assertPayable(deps, wanted),
    begin: (tx) => begin(tx, deps, wanted),
    isPayOut: true,
    answer: async (tx, { subjectId, result }) => {
      if (result === 'failed' || result === 'unknown')
        throw new AppError(TRANSFER_FAILED_AT_PROVIDER, { detail: FAILURE_DETAILS[result] });
      return readOwnerTransfer(tx, deps, input.propertyId, subjectId);
    },
  });
}

const NO_WALLET = 'The property has no SPV with a provider wallet.';

type Wanted = TransferFunds & { amountCents: Cents; bankAccountId: number };

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
  if (unanswered || wanted.idempotency?.isSent) return unanswered;
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

/** The bank account must belong to the SPV's wallet and be activated at the provider now. */
async function assertBankAccount({ payments }: AppDeps, accountId: string | null, wanted: Wanted): Promise<void> {
  if (accountId === null) throw new AppError(TRANSFER_FAILED_AT_PROVIDER, { detail: NO_WALLET });
  const { address: userAddress, userAgent } = wanted.endUser;
  const listed = await payments.listBankAccounts(accountId, { userAddress, userAgent });
  if (!listed.ok) throw new AppError(TRANSFER_FAILED_AT_PROVIDER, { detail: listed.message, cause: listed });
  const account = listed.value.find(({ bankAccountId, virtual }) => bankAccountId === wanted.bankAccountId && !virtual);
  if (account?.status === 'activated') return;
  const fault = account ? 'is not activated at the provider' : "is no bank account of the SPV's wallet";
  throw new AppError(VALIDATION_FAILED, { faults: [{ path: 'body/providerWithdrawBankAccountId', reason: fault }] });
}

async function begin(tx: Tx, deps: Pick<AppDeps, 'clock' | 'config' | 'jobs'>, wanted: Wanted): Promise<BegunPayment> {
  const property = await lockTransferProperty(tx, wanted.propertyId);
  if (!property) throw new AppError(NOT_FOUND, { detail: 'Property not found' });
  const same = await findSame(tx, deps, wanted);
  if (same?.paymentId) return { paymentId: same.paymentId, isOurs: false };
  const { amountCents, bankAccountId, propertyId } = wanted;
  await lockMoneyAtProvider(tx, propertyId, 'feesAndTransfers');
  await lockPurses(tx, propertyId, ['MAIN', 'HELD']);
  await assertTransferable(tx, deps, property, amountCents);
  // To another account it would be paid a second time, should the provider have the first.
  if (await findUnansweredTransfer(tx, { propertyId, amountCents })) throw new AppError(OWNER_TRANSFER_OPEN);
  const { spvId, accountId } = property;
  if (spvId === null || accountId === null) throw new AppError(TRANSFER_FAILED_AT_PROVIDER, { detail: NO_WALLET });
  const id = newId();
  const at = deps.clock.now();
  const payload = { transferId: id, action: 'withdraw', amountCents };
  const { paymentId, transactionIds } = await openPayment(tx, deps, {
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
  await insertOwnerTransfer(tx, { ...written, action: 'withdraw', bankAccountId, paymentId });
  await beginRepayment(tx, propertyId, at);
  return { paymentId: paymentId, isOurs: true };
}

/** Settlement of purpose `owner-transfer`: runs once per transfer, in the transaction that settles its payment. */
export async function settleOwnerTransfer(tx: Tx, deps: Pick<AppDeps, 'jobs'>, payment: EndedPayment): Promise<void> {
  const transfer = await findOwnerTransfer(tx, payment.subjectId);
  if (!transfer) throw new Error(`there is no transfer ${payment.subjectId}`);
  await lockProperty(tx, transfer.propertyId);
  await settle(tx, payment, {
    succeeded: async (at) => {
      await markOwnerTransfer(tx, transfer.id, { to: 'transferred', at });
      return move(transfer.amountCents, purseOf(transfer.propertyId, 'HELD'), EXTERNAL);
    },
    failed: async (at, { reason }) => {
      await markOwnerTransfer(tx, transfer.id, { to: 'failed', at });
      await undoRepayment(tx, transfer.propertyId, at);
      // Only after a later attempt: a refusal of the first one is the answer to the administrator's request.
      if (payment.attempts > 1) await alertTeam(tx, deps, transfer, reason);
      return NOTHING_TO_POST;
    },
  });
}

async function alertTeam(tx: Tx, deps: Pick<AppDeps, 'jobs'>, transfer: OwnerTransferRow, reason: string): Promise<void> {
  const { id, propertyId, amountCents } = transfer;
  await enqueueChatMessage(tx, deps, {
    channel: 'internal-alerts',
    text: `Le virement de ${formatEuros(amountCents)} au porteur du projet ${propertyId} (${id}) n’a pas abouti : ${reason}. Le montant est de nouveau transférable.`,
  });
}

/** At most the rest of the cap, and what the project has; nothing before the closing (A-funding-14). */
export async function assertTransferable(
  db: Database | Tx,
  { config }: Pick<AppDeps, 'config'>,
  property: TransferProperty,
  amountCents: Cents,
): Promise<void> {
  assertAllowed(FUNDING_VERBS['transfer-funds-to-owner'], projectState(property));
  const { transferableCents } = await readAllowance(db, property, config.VAT_RATE_BPS);
  if (amountCents > transferableCents) throw notCovered(TRANSFER_EXCEEDS_FUNDING_AMOUNT, amountCents, transferableCents);
}

/** The first transfer starts the repayment; a later status stays. */
export async function beginRepayment(tx: Tx, propertyId: PropertyId, at: Temporal.Instant): Promise<void> {
  await markPurchased(tx, propertyId, at);
  await changeFinancialStatus(tx, propertyId, 'first-transfer-to-owner', at);
  await invalidate(tx, [propertyCacheKey(propertyId)]);
}

/** After a transfer was refused or taken back: where it was the only one, the property returns to its former status. */
export async function undoRepayment(tx: Tx, propertyId: PropertyId, at: Temporal.Instant): Promise<void> {
  if ((await sumOwnerTransfers(tx, propertyId)) > 0) return;
  if (!(await changeFinancialStatus(tx, propertyId, 'transfer-came-back', at))) return;
  await undoPurchase(tx, propertyId, at);
  await invalidate(tx, [propertyCacheKey(propertyId)]);
}

/**
 * GET /administration/property/:propertyId/funding/transfers: transfers to the project owner, and what may still be transferred.
 * One page, newest first. Failed transfers are listed but do not count in the amounts, which are those of all transfers, whatever
 * the page and the filters. Errors: `not-found`, `validation-failed` for a malformed cursor.
 */
export async function listOwnerTransfers(
  deps: Pick<AppDeps, 'db' | 'config'>,
  input: Static<typeof OwnerTransfersQuery> & { propertyId: PropertyId },
): Promise<OwnerTransfers> {
  const { propertyId, limit, cursor, ...filters } = input;
  const after = decodeCursor(cursor);
  const property = await findTransferProperty(deps.db, propertyId);
  if (!property) throw new AppError(NOT_FOUND, { detail: 'Property not found' });
  const allowance = await readAllowance(deps.db, property, deps.config.VAT_RATE_BPS);
  const rows = await listOwnerTransferRows(deps.db, propertyId, { after, limit: limit + 1, filters });
  const open = await readOpenPayments(
    deps.db,
    rows.map(({ paymentId }) => paymentId),
  );
  const { items, nextCursor } = toPage(
    rows,
    limit,
    ({ createdAt: at, id }) => ({ at, id }),
    (row) => toOwnerTransferView(row, open),
  );
  const companyFees = await readCompanyFees(deps, property);
  return { ...allowance, companyFees, transfers: items, nextCursor };
}

/** As they were ordered, else as they are set, with the present VAT of the SPV; null where none is set. */
async function readCompanyFees(
  { db, config }: Pick<AppDeps, 'db' | 'config'>,
  property: TransferProperty,
): Promise<OwnerTransfers['companyFees']> {
  const live = await listLiveFeeTransfers(db, property.propertyId);
  const open = await readOpenPayments(
    db,
    live.map(({ paymentId }) => paymentId),
  );
  const vatBps = vatBpsOfFees(property, config.VAT_RATE_BPS);
  const due = (fee: 'funding' | 'fiducie', setCents: Cents | null): CompanyFeeDue | null => {
    const ordered = live.find((each) => each.fee === fee);
    const exclTaxCents = ordered?.exclTaxCents ?? setCents;
    if (!exclTaxCents) return null;
    const inclTaxCents = ordered ? centsOf(exclTaxCents + ordered.vatCents) : feeInclTaxCents(exclTaxCents, vatBps);
    return {
      amountExcludingTaxCents: exclTaxCents,
      vatCents: centsOf(inclTaxCents - exclTaxCents),
      amountIncludingTaxCents: inclTaxCents,
      status: ordered?.status ?? 'open',
      openPayment: open.get(ordered?.paymentId ?? null) ?? null,
    };
  };
  return {
    fundingFees: due('funding', property.fundingFeesExclTaxCents),
    fiducieFees: due('fiducie', property.fiducieFeesExclTaxCents),
  };
}

/** Throws when there is no such property or transfer. */
export async function readOwnerTransfer(
  tx: Tx,
  { config }: Pick<AppDeps, 'config'>,
  propertyId: PropertyId,
  id: string,
): Promise<OwnerTransferAnswer> {
  const [property, row] = [await findTransferProperty(tx, propertyId), await findOwnerTransfer(tx, id)];
  if (!property || !row) throw new Error(`transfer ${id} was not found`);
  const { transferredCents, transferableCents, proposedCents } = await readAllowance(tx, property, config.VAT_RATE_BPS);
  const transfer = toOwnerTransferView(row, await readOpenPayments(tx, [row.paymentId]));
  return { transfer, transferredCents, transferableCents, proposedCents };
}

/** `open`: payments without an outcome, by id. */
function toOwnerTransferView(row: OwnerTransferRow, open: OpenPayments): OwnerTransferView {
  const { bypassingAdministratorId: administratorId, bypassingAdministratorEmail: email } = row;
  return {
    id: row.id,
    action: row.action,
    status: row.status,
    amountCents: row.amountCents,
    providerWithdrawBankAccountId: row.bankAccountId,
    withdrawBypassed: row.withdrawBypassed,
    bypassingAdmin: administratorId === null || email === null ? null : { administratorId, email },
    createdAt: row.createdAt.toString(),
    openPayment: open.get(row.paymentId) ?? null,
    settledAt: row.settledAt?.toString() ?? null,
  };
}

/**
 * Cents. `transferableCents` is negative when the cap has fallen below what was transferred; `proposedCents` leaves in the project what
 * fees and works will take.
 */
type OwnerAllowance = { capCents: Cents; transferredCents: Cents; transferableCents: Cents; proposedCents: Cents };

/**
 * Fees count as they were paid, else as they are set, with the present VAT of the SPV (French VAT without an SPV). Nothing is
 * transferable before the funding was closed with success. Exact only while the property and its purse MAIN are locked.
 */
async function readAllowance(db: Database | Tx, property: TransferProperty, frenchVatBps: number): Promise<OwnerAllowance> {
  const { propertyId, collectedCents } = property;
  const vatBps = vatBpsOfFees(property, frenchVatBps);
  const paid = await readFeesPaid(db, propertyId);
  const capCents = ownerCapCents(property, vatBps, paid);
  const transferredCents = await sumOwnerTransfers(db, propertyId);
  const mainCents = collectedCents === null ? 0 : await readBalance(db, purseOf(propertyId, 'MAIN'));
  const atProviderCents = await readMoneyAtProvider(db, propertyId, 'feesAndTransfers');
  const transferableCents = centsOf(Math.min(capCents - transferredCents, mainCents, atProviderCents));
  const toComeCents = centsOf(feesToCome(property, vatBps, paid) + property.totalConstructionBudgetCents);
  return {
    capCents,
    transferredCents,
    transferableCents,
    proposedCents: proposedCents({ transferableCents, mainCents, toComeCents }),
  };
}
