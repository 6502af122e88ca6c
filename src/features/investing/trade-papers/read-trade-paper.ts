// GET of the document of a purchase or a deal: its PDF, to its owner only.

import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { issuerOf } from '../invoices/index.ts';
import { NOT_CONFIRMED, TRADE_NOT_FOUND } from './errors.ts';
import { findDealStatus, findPaper, findPurchaseStatus } from './queries.ts';
import { paperNumber, type TradeKind } from './rules.ts';
import { renderTradePaper } from './trade-paper-pdf.ts';

type Wanted = { customerId: string } & ({ purchaseId: string } | { dealId: string });

const OF_DEALS: readonly TradeKind[] = ['deal-bought', 'deal-sold'];

/**
 * Printed from what was written down with the trade: the same bytes each time, while the issuer's settings stay. Errors:
 * `trade-paper.trade-not-found`, for others' trades too; `trade-paper.not-confirmed`, also for a purchase that was taken back.
 */
export async function readTradePaper(
  deps: Pick<AppDeps, 'db' | 'config'>,
  wanted: Wanted,
): Promise<{ name: string; bytes: Uint8Array }> {
  const { customerId } = wanted;
  const trade = 'dealId' in wanted ? await findDealStatus(deps.db, wanted) : await findPurchaseStatus(deps.db, wanted);
  if (!trade) throw new AppError(TRADE_NOT_FOUND);
  if (trade.status !== 'confirmed') throw new AppError(NOT_CONFIRMED);
  const subject = 'dealId' in wanted ? { subjectId: wanted.dealId, kinds: OF_DEALS } : purchaseOf(wanted.purchaseId);
  const paper = await findPaper(deps.db, { customerId, ...subject });
  if (!paper) throw new Error(`confirmed trade ${subject.subjectId} has no paper`);
  return { name: `${paperNumber(paper)}.pdf`, bytes: await renderTradePaper(paper, issuerOf(deps.config)) };
}

function purchaseOf(subjectId: string): { subjectId: string; kinds: readonly TradeKind[] } {
  return { subjectId, kinds: ['purchase'] };
}
