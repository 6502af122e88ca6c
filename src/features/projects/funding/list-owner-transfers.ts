// Transfers to the project owner as administrators see them, with what may still be transferred.

import type { Static } from 'typebox';
import { type Cents, centsOf } from '../../../core/cents.ts';
import type { Database } from '../../../core/db/pool.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { decodeCursor, toPage } from '../../../core/http/pagination.ts';
import type { AppDeps } from '../../../deps.ts';
import { purseOf, readBalance } from '../../../money/ledger/index.ts';
import { type OpenPayments, readOpenPayments } from '../../../money/payments/index.ts';
import { readMoneyAtProvider } from '../../repayment/off-provider/index.ts';
import { vatBpsOfFees } from './company-fee.ts';
import { findOwnerTransfer, listOwnerTransferRows, type OwnerTransferRow, sumOwnerTransfers } from './owner-transfer-queries.ts';
import { findTransferProperty, listLiveFeeTransfers, readFeesPaid, type TransferProperty } from './queries.ts';
import { feeInclTaxCents, feesToCome, ownerCapCents, proposedCents } from './rules.ts';
import type { CompanyFeeDue, OwnerTransferAnswer, OwnerTransfers, OwnerTransfersQuery, OwnerTransferView } from './schemas.ts';

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
    rows.map(({ orderId }) => orderId),
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
    live.map(({ orderId }) => orderId),
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
      openPayment: open.get(ordered?.orderId ?? null) ?? null,
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
  const transfer = toOwnerTransferView(row, await readOpenPayments(tx, [row.orderId]));
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
    openPayment: open.get(row.orderId) ?? null,
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
export async function readAllowance(
  db: Database | Tx,
  property: TransferProperty,
  frenchVatBps: number,
): Promise<OwnerAllowance> {
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
    ...{ capCents, transferredCents, transferableCents },
    proposedCents: proposedCents({ transferableCents, mainCents, toComeCents }),
  };
}
