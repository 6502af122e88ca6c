// POST .../funding/transfer-funding-fees and .../transfer-fiducie-fees: the SPV pays the platform, once, and gets an invoice.

import { basisPointsOf } from '../../core/cents.ts';
import { inTransaction, type Tx } from '../../core/db/transaction.ts';
import { AppError, NOT_FOUND, P2P_FAILED_AT_PROVIDER } from '../../core/errors.ts';
import { type IdempotencyClaim, rememberAnswer } from '../../core/http/idempotency.ts';
import type { RouteAudit } from '../../core/http/route.ts';
import { newId } from '../../core/ids.ts';
import type { AppDeps } from '../../deps.ts';
import { carryOutPaymentOrder, lockSpendableMain, openPayment } from '../../money/wallet/index.ts';
import { vatBpsOfSpv } from '../spvs/index.ts';
import {
  FIDUCIE_FEES_ALREADY_TRANSFERED,
  FIDUCIE_FEES_NOT_SET,
  FUNDING_FEES_ALREADY_TRANSFERED,
  FUNDING_FEES_NOT_SET,
} from './errors.ts';
import type { CompanyFee } from './schemas.ts';
import {
  type Fee,
  findFeeOfProperty,
  findLiveFeeTransfer,
  insertFeeTransfer,
  lockTransferProperty,
  type TransferProperty,
} from './transfer-queries.ts';

/** Which fee of which property, and who asks. */
export type TransferCompanyFee = {
  propertyId: string;
  fee: Fee;
  audit: RouteAudit;
  idempotency: IdempotencyClaim | undefined;
};

const CODES = {
  funding: { notSet: FUNDING_FEES_NOT_SET, already: FUNDING_FEES_ALREADY_TRANSFERED },
  fiducie: { notSet: FIDUCIE_FEES_NOT_SET, already: FIDUCIE_FEES_ALREADY_TRANSFERED },
};

/**
 * 1. under the property's lock write the intent, or find the one whose outcome nobody knows yet; 2. commit, carry it out; 3. what
 * follows is the settlement's (`settleCompanyFee`): ledger, invoice, audit. A refusal frees the fee for another attempt; silence
 * leaves the order open, and the next call or the job asks by reference. Of two calls at once one succeeds, the other finds the
 * fee transferred. Answers the fee as `companyFees` shows it. Errors: `not-found`, the two codes of the fee, `p2p-failed-at-provider`.
 */
export async function transferCompanyFee(deps: AppDeps, input: TransferCompanyFee): Promise<CompanyFee> {
  const { propertyId, fee, idempotency } = input;
  const { orderId, isOurs } = await inTransaction(deps.db, (tx) => begin(tx, deps, input));
  const { result, byOthers } = await carryOutPaymentOrder(deps, orderId, { waitOnly: !isOurs });
  if (result !== 'succeeded') throw new AppError(P2P_FAILED_AT_PROVIDER, { detail: DETAILS[result] });
  if (byOthers && !isOurs) throw new AppError(CODES[fee].already);
  const transfer = await findFeeOfProperty(deps.db, propertyId, fee);
  if (transfer === null) throw new Error(`the ${fee} fees of property ${propertyId} are paid, and it does not know`);
  const body = { amountExcludingTaxCents: transfer.amountExcludingTaxCents, transfer };
  const at = deps.clock.now();
  await inTransaction(deps.db, (tx) => rememberAnswer(tx, idempotency, { status: 201, body, at }));
  return body;
}

const DETAILS = {
  failed: 'The payment provider refused the transfer.',
  pending: 'The payment provider has not executed the transfer yet. It will be booked as soon as it has.',
  unknown: 'The payment provider did not answer. The transfer is looked up before any other attempt.',
};

async function begin(
  tx: Tx,
  deps: Pick<AppDeps, 'clock' | 'config' | 'jobs'>,
  input: TransferCompanyFee,
): Promise<{ orderId: string; isOurs: boolean }> {
  const property = await lockTransferProperty(tx, input.propertyId);
  if (!property) throw new AppError(NOT_FOUND, { detail: 'Property not found' });
  const exclTaxCents = input.fee === 'funding' ? property.fundingFeesExclTaxCents : property.fiducieFeesExclTaxCents;
  if (!exclTaxCents) throw new AppError(CODES[input.fee].notSet);
  const live = await findLiveFeeTransfer(tx, input.propertyId, input.fee);
  if (live?.status === 'transferred') throw new AppError(CODES[input.fee].already);
  if (live) return { orderId: live.orderId, isOurs: false };
  return { orderId: await open(tx, deps, { ...input, property, exclTaxCents }), isOurs: true };
}

/** The SPV's MAIN must hold the fee: what the books lack, the provider would refuse too (A-funding-11). */
async function open(
  tx: Tx,
  deps: Pick<AppDeps, 'clock' | 'config' | 'jobs'>,
  due: TransferCompanyFee & { property: TransferProperty; exclTaxCents: number },
): Promise<string> {
  const { property, fee, exclTaxCents } = due;
  const { spvId, accountId, country, vatOverrideBps } = property;
  if (spvId === null || accountId === null || country === null)
    throw new AppError(P2P_FAILED_AT_PROVIDER, { detail: 'The property has no SPV with a provider wallet.' });
  const vatBps = vatBpsOfSpv({ country, vatOverrideBps }, deps.config.VAT_RATE_BPS);
  const vatCents = basisPointsOf(exclTaxCents, vatBps);
  const amountCents = exclTaxCents + vatCents;
  if ((await lockSpendableMain(tx, spvId)) < amountCents)
    throw new AppError(P2P_FAILED_AT_PROVIDER, { detail: 'The SPV does not hold enough collected money.' });
  const id = newId();
  const at = deps.clock.now();
  const isFunding = fee === 'funding';
  const { orderId, transactionIds } = await openPayment(tx, deps, {
    byRequest: true,
    propertyId: property.propertyId,
    order: {
      kind: 'transfer',
      purpose: isFunding ? 'funding-fees' : 'fiducie-fees',
      subjectId: id,
      fromAccountId: accountId,
      toAccountId: isFunding ? deps.config.PLATFORM_ORIGINATION_ACCOUNT_ID : deps.config.PLATFORM_MAIN_ACCOUNT_ID,
      amountCents,
      comment: `${isFunding ? 'Funding' : 'Fiducie'} fees ${property.propertyId}`,
      at,
    },
    sides: [{ type: isFunding ? 'FUNDING_FEES' : 'FIDUCIE_FEES', owner: { spvId }, amountCents, held: false }],
  });
  const [transactionId = ''] = transactionIds;
  const amounts = { exclTaxCents, vatBps, vatCents };
  await insertFeeTransfer(tx, { id, ...due, ...amounts, orderId, transactionId, at });
  return orderId;
}
