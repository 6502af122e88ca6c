// A project pays a fee to the platform, once, and its SPV gets an invoice.

import { basisPointsOf, type Cents, centsOf } from '../../../core/cents.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND, notCovered } from '../../../core/errors.ts';
import type { IdempotencyClaim } from '../../../core/http/idempotency.ts';
import type { RouteAudit } from '../../../core/http/route.ts';
import { newId } from '../../../core/ids.ts';
import { assertAllowed } from '../../../core/states.ts';
import type { AppDeps } from '../../../deps.ts';
import { lockPurses, move, PLATFORM, purseOf } from '../../../money/ledger/index.ts';
import {
  type BegunPayment,
  type EndedPayment,
  heldByProject,
  NOTHING_TO_POST,
  openPayment,
  P2P_FAILED_AT_PROVIDER,
  type PaidByRequest,
  payByRequest,
  settle,
} from '../../../money/payments/index.ts';
import { issueInvoice } from '../../investing/invoices/index.ts';
import { lockMoneyAtProvider, projectState, writeFeeTransfer } from '../project-life/index.ts';
import { vatBpsOfSpv, vatExemptionNote } from '../spvs/index.ts';
import {
  FIDUCIE_FEES_ALREADY_TRANSFERED,
  FIDUCIE_FEES_NOT_SET,
  FUNDING_FEES_ALREADY_TRANSFERED,
  FUNDING_FEES_NOT_SET,
} from './errors.ts';
import {
  findFeeOfProperty,
  findFeeTransfer,
  findLiveFeeTransfer,
  insertFeeTransfer,
  lockTransferProperty,
  markFeeTransfer,
  type TransferProperty,
} from './queries.ts';
import { FAILURE_DETAILS, type Fee, FUNDING_VERBS } from './rules.ts';
import type { CompanyFee, FeeTransfer } from './schemas.ts';

/** The fee, its property, and the administrator. */
type TransferCompanyFee = {
  propertyId: PropertyId;
  fee: Fee;
  audit: RouteAudit;
  idempotency: IdempotencyClaim | undefined;
};

const CODES = {
  funding: { notSet: FUNDING_FEES_NOT_SET, already: FUNDING_FEES_ALREADY_TRANSFERED },
  fiducie: { notSet: FIDUCIE_FEES_NOT_SET, already: FIDUCIE_FEES_ALREADY_TRANSFERED },
};

/**
 * POST .../funding/transfer-funding-fees and .../transfer-fiducie-fees: a project pays the platform, once, and its SPV gets an
 * invoice.
 * 1. under the property's lock write the intent, or find a payment whose outcome is not known yet; 2. commit and execute it; 3.
 * `settleCompanyFee` writes ledger, invoice and audit. A refusal frees the fee for another attempt; without an answer the payment
 * stays open, and the next call or the job looks it up by reference. Of two concurrent calls one succeeds, the other finds the
 * fee transferred. Returns the fee as `companyFees` shows it, without a transfer while it is pending at the provider.
 * Errors: `not-found`, the two codes of the fee, `p2p-failed-at-provider`.
 */
export async function transferCompanyFee(deps: AppDeps, input: TransferCompanyFee): Promise<CompanyFee> {
  return payByRequest(deps, input.idempotency, {
    begin: (tx) => begin(tx, deps, input),
    answer: (tx, paid) => answer(tx, input, paid),
  });
}

async function answer(
  tx: Tx,
  { propertyId, fee }: TransferCompanyFee,
  { subjectId, isOurs, result, byOthers }: PaidByRequest,
): Promise<CompanyFee> {
  if (result === 'failed' || result === 'unknown')
    throw new AppError(P2P_FAILED_AT_PROVIDER, { detail: FAILURE_DETAILS[result] });
  if (result === 'succeeded' && byOthers && !isOurs) throw new AppError(CODES[fee].already);
  const transfer = await findFeeOfProperty(tx, propertyId, fee);
  if (transfer === null && result === 'succeeded')
    throw new Error(`the ${fee} fees of property ${propertyId} were paid, but the property shows no transfer`);
  const { exclTaxCents } = await findFeeTransfer(tx, subjectId);
  return { amountExcludingTaxCents: exclTaxCents, transfer };
}

async function begin(tx: Tx, deps: Pick<AppDeps, 'clock' | 'config' | 'jobs'>, input: TransferCompanyFee): Promise<BegunPayment> {
  const property = await lockTransferProperty(tx, input.propertyId);
  if (!property) throw new AppError(NOT_FOUND, { detail: 'Property not found' });
  const exclTaxCents = input.fee === 'funding' ? property.fundingFeesExclTaxCents : property.fiducieFeesExclTaxCents;
  if (!exclTaxCents) throw new AppError(CODES[input.fee].notSet);
  const live = await findLiveFeeTransfer(tx, input.propertyId, input.fee);
  if (live?.status === 'transferred') throw new AppError(CODES[input.fee].already);
  if (live) return { paymentId: live.paymentId, isOurs: false };
  assertAllowed(FUNDING_VERBS['transfer-company-fee'], projectState(property));
  return { paymentId: await open(tx, deps, { ...input, property, exclTaxCents }), isOurs: true };
}

/**
 * Refuses what the project has not collected or has spent (A-funding-11): the wallet may hold the money of other projects of the
 * SPV.
 */
async function open(
  tx: Tx,
  deps: Pick<AppDeps, 'clock' | 'config' | 'jobs'>,
  due: TransferCompanyFee & { property: TransferProperty; exclTaxCents: Cents },
): Promise<string> {
  const { property, fee, exclTaxCents } = due;
  const { propertyId, spvId, accountId, country, vatOverrideBps } = property;
  if (spvId === null || accountId === null || country === null)
    throw new AppError(P2P_FAILED_AT_PROVIDER, { detail: 'The property has no SPV with a provider wallet.' });
  const vatBps = vatBpsOfSpv({ country, vatOverrideBps }, deps.config.VAT_RATE_BPS);
  const vatCents = basisPointsOf(exclTaxCents, vatBps);
  const amountCents = centsOf(exclTaxCents + vatCents);
  const atProviderCents = await lockMoneyAtProvider(tx, propertyId, 'feesAndTransfers');
  const { MAIN: mainCents } = await lockPurses(tx, propertyId, ['MAIN', 'HELD']);
  const availableCents = property.collectedCents === null ? 0 : Math.min(mainCents, atProviderCents);
  if (availableCents < amountCents)
    throw notCovered(P2P_FAILED_AT_PROVIDER, amountCents, availableCents, 'The project has not collected enough money.');
  const id = newId();
  const at = deps.clock.now();
  const isFunding = fee === 'funding';
  const { paymentId, transactionIds } = await openPayment(tx, deps, {
    byRequest: true,
    propertyId,
    order: {
      kind: 'transfer',
      purpose: isFunding ? 'funding-fees' : 'fiducie-fees',
      subjectId: id,
      fromAccountId: accountId,
      toAccountId: isFunding ? deps.config.PLATFORM_ORIGINATION_ACCOUNT_ID : deps.config.PLATFORM_MAIN_ACCOUNT_ID,
      amountCents,
      comment: `${isFunding ? 'Funding' : 'Fiducie'} fees ${propertyId}`,
      at,
      audit: {
        ...due.audit,
        target: { type: 'property', id: propertyId },
        payload: { amountExcludingTaxCents: exclTaxCents, amountIncludingTaxCents: amountCents },
      },
    },
    sides: {
      fee: {
        type: isFunding ? 'FUNDING_FEES' : 'FIDUCIE_FEES',
        owner: { spvId },
        amountCents,
        hold: heldByProject(propertyId, { MAIN: amountCents }),
      },
    },
  });
  const amounts = { exclTaxCents, vatBps, vatCents, country };
  await insertFeeTransfer(tx, { id, propertyId, fee, ...amounts, paymentId, transactionId: transactionIds.fee, at });
  return paymentId;
}

/**
 * Settlement of purposes `funding-fees` and `fiducie-fees`: runs once per attempt, in the transaction that settles its payment.
 */
export async function settleCompanyFee(tx: Tx, deps: Pick<AppDeps, 'jobs'>, payment: EndedPayment): Promise<void> {
  const { id, propertyId, fee, exclTaxCents, vatBps, vatCents, country } = await findFeeTransfer(tx, payment.subjectId);
  const property = await lockTransferProperty(tx, propertyId);
  if (!property?.spvId) throw new Error(`property ${propertyId} has lost its SPV`);
  const { spvId, name } = property;
  const isFunding = fee === 'funding';
  await settle(tx, payment, {
    succeeded: async (at) => {
      const invoice = await issueInvoice(tx, deps, {
        party: { spvId, propertyId },
        reason: isFunding ? 'funding-fees' : 'fiducie-fees',
        subjectId: id,
        lines: [
          {
            label: `${isFunding ? 'Frais de structuration' : 'Frais de fiducie'} : ${name}`,
            amountExclTaxCents: exclTaxCents,
            vatBps,
          },
        ],
        ...(vatBps === 0 ? { note: vatExemptionNote(country) } : {}),
        at,
      });
      await markFeeTransfer(tx, id, { to: 'transferred', invoiceId: invoice.invoiceId, at });
      const shown: FeeTransfer = {
        amountExcludingTaxCents: exclTaxCents,
        vatRateBps: vatBps,
        vatCents,
        amountIncludingTaxCents: payment.amountCents,
        invoiceId: invoice.invoiceId,
        invoiceNumber: invoice.number,
        transferredAt: at.toString(),
      };
      await writeFeeTransfer(tx, propertyId, { fee, shown, at });
      return move(payment.amountCents, purseOf(propertyId, 'HELD'), isFunding ? PLATFORM.ORIGINATION : PLATFORM.MAIN);
    },
    failed: async (at) => {
      await markFeeTransfer(tx, id, { to: 'failed', invoiceId: null, at });
      return NOTHING_TO_POST;
    },
  });
}

/** Basis points; French VAT without an SPV. */
export function vatBpsOfFees({ country, vatOverrideBps }: TransferProperty, frenchVatBps: number): number {
  return country === null ? frenchVatBps : vatBpsOfSpv({ country, vatOverrideBps }, frenchVatBps);
}
