// The printed confirmation of a trade: recorded when the trade is confirmed, printed for its owner.

import { type Cents, centsOf, formatEuros } from '../../../core/cents.ts';
import { longDay, parisDate } from '../../../core/dates.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import type { Tx } from '../../../core/db/transaction.ts';
import {
  ACCENT,
  type Column,
  drawFeet,
  drawHead,
  drawParties,
  drawPdf,
  drawTable,
  GREY,
  LEFT,
  PALE,
  type Party,
  put,
  RIGHT,
  roomFor,
  type Sheet,
  WIDTH,
} from '../../../core/documents/pdf.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { NOT_CONFIRMED, TRADE_NOT_FOUND } from './errors.ts';
import { countryName, type Issuer, issuerOf } from './invoice-pdf.ts';
import { findCustomerParty, findDealStatus, findPaper, findPurchaseStatus, insertPaper, type TradePaper } from './queries.ts';
import { imprintOf, paperNumber, type TradeKind, vatInside } from './rules.ts';

// Records the data of a trade's paper, in the transaction that confirms the trade.

/** One side of a trade; cents. `commissionCents`: deducted from a seller's price, VAT at `vatBps` included (A-trade-papers-2). */
export type ConfirmedTrade = {
  kind: TradeKind;
  subjectId: string;
  customerId: CustomerId;
  propertyName: string;
  brickCount: number;
  priceCents: Cents;
  commission?: { commissionCents: Cents; vatBps: number };
  at: Temporal.Instant;
};

/** Once per side of a trade, with the party's current name and address, a business's being its company's. */
export async function issueTradePaper(tx: Tx, { commission, ...trade }: ConfirmedTrade): Promise<void> {
  const { commissionCents, vatBps } = commission ?? { commissionCents: 0, vatBps: 0 };
  const party = await findCustomerParty(tx, trade.customerId);
  const tax =
    commissionCents === 0 ? ({ vatBps: 0, vatCents: 0 } as const) : { vatBps, vatCents: vatInside(commissionCents, vatBps) };
  await insertPaper(tx, { ...trade, party, commissionCents, ...tax });
}

// GET of the document of a purchase or a deal: a PDF in French, to its owner only. It does not name the other party.

type AskedTrade = { customerId: CustomerId } & ({ purchaseId: string } | { dealId: string });

const DEAL_KINDS: readonly TradeKind[] = ['deal-bought', 'deal-sold'];

/**
 * Renders what was recorded with the trade: the same bytes each time while the issuer's settings stay the same. Errors:
 * `trade-paper.trade-not-found`, also for another investor's trade; `trade-paper.not-confirmed`, also for a canceled purchase.
 */
export async function readTradePaper(
  deps: Pick<AppDeps, 'db' | 'config'>,
  asked: AskedTrade,
): Promise<{ name: string; bytes: Uint8Array }> {
  const { customerId } = asked;
  const trade = 'dealId' in asked ? await findDealStatus(deps.db, asked) : await findPurchaseStatus(deps.db, asked);
  if (!trade) throw new AppError(TRADE_NOT_FOUND);
  if (trade.status !== 'confirmed') throw new AppError(NOT_CONFIRMED);
  const subject = 'dealId' in asked ? { subjectId: asked.dealId, kinds: DEAL_KINDS } : purchaseOf(asked.purchaseId);
  const paper = await findPaper(deps.db, { customerId, ...subject });
  if (!paper) throw new Error(`confirmed trade ${subject.subjectId} has no paper`);
  return { name: `${paperNumber(paper)}.pdf`, bytes: await renderTradePaper(paper, issuerOf(deps.config)) };
}

function purchaseOf(subjectId: string): { subjectId: string; kinds: readonly TradeKind[] } {
  return { subjectId, kinds: ['purchase'] };
}

const ROW = 16;
const TITLE = 'Avis d’opération';

/** By kind: the operation, the label of the total, and the note on payment and tax. */
const TEXTS = {
  purchase: {
    operation: 'Souscription de briques',
    total: 'Total payé',
    note: 'Montant prélevé sur votre portefeuille, sans frais. Opération non soumise à la TVA.',
  },
  'deal-bought': {
    operation: 'Achat de briques sur le marché secondaire',
    total: 'Total payé',
    note: 'Montant prélevé sur votre portefeuille, sans frais. Opération non soumise à la TVA.',
  },
  'deal-sold': {
    operation: 'Vente de briques sur le marché secondaire',
    total: 'Net reçu',
    note: 'Montant versé sur votre portefeuille. La cession n’est pas soumise à la TVA ; la commission l’est.',
  },
} as const;

const COLUMNS: readonly Column<TradePaper>[] = [
  { title: 'Projet', x: LEFT + 10, width: 214, align: 'left', of: (paper) => paper.propertyName },
  { title: 'Briques', x: 284, width: 60, align: 'right', of: (paper) => paper.brickCount.toLocaleString('fr-FR') },
  {
    title: 'Prix d’une brique',
    x: 346,
    width: 90,
    align: 'right',
    of: (paper) => formatEuros(centsOf(Math.round(paper.priceCents / paper.brickCount))),
  },
  { title: 'Montant', x: 438, width: 91, align: 'right', of: (paper) => formatEuros(paper.priceCents) },
];

/** The same paper gives the same bytes. */
async function renderTradePaper(paper: TradePaper, issuer: Issuer): Promise<Uint8Array> {
  const number = paperNumber(paper);
  const { operation } = TEXTS[paper.kind];
  const country = await countryName(paper.party.country);
  const facts = [`Date de l’opération : ${longDay(parisDate(paper.tradedAt))}`, `Référence : ${paper.subjectId}`];
  return drawPdf({ title: `${TITLE} ${number}`, author: issuer.name, writtenAt: paper.tradedAt }, (sheet) => {
    drawHead(sheet, { company: issuer.name, title: TITLE, line: `N° ${number}`, facts });
    const end = drawParties(sheet, { y: 148, height: 104 }, partiesOf(paper, { issuer, country }));
    put(sheet, operation, { x: LEFT, y: end + 24, width: WIDTH, size: 12, bold: true });
    drawTotals(sheet, paper, drawTable(sheet, { y: end + 48, columns: COLUMNS, rows: [paper] }));
    drawFeet(sheet, imprintOf(issuer), number);
  });
}

function partiesOf({ party }: TradePaper, { issuer, country }: { issuer: Issuer; country: string | undefined }): Party[] {
  const width = (WIDTH - 20) / 2;
  const rows = [...party.address, ...(country ? [country] : [])];
  if (party.registrationNumber !== undefined) rows.push(`SIREN ${party.registrationNumber}`);
  return [
    { title: 'Émis par', name: issuer.name, rows: issuer.address, x: LEFT, width },
    { title: 'Adressé à', name: party.name, rows, x: LEFT + width + 20, width, boxed: true },
  ];
}

/** The total, above it the commission and its tax where there was one. */
function drawTotals(sheet: Sheet, paper: TradePaper, end: number): void {
  const { kind, priceCents, commissionCents, vatBps, vatCents } = paper;
  const rate = `${(vatBps / 100).toLocaleString('fr-FR')} %`;
  const rows: [string, Cents][] = [];
  if (kind === 'deal-sold') rows.push(['Prix de vente', priceCents]);
  if (commissionCents > 0)
    rows.push(
      ['Commission HT', centsOf(vatCents - commissionCents)],
      [`TVA ${rate}`, centsOf(-vatCents)],
      ['Commission TTC', centsOf(-commissionCents)],
    );
  const top = roomFor(sheet, rows.length * ROW + 52, end) + 18;
  rows.forEach(([label, cents], index) => {
    put(sheet, label, { x: 350, y: top + index * ROW, width: 90, size: 9.5, color: GREY });
    put(sheet, formatEuros(cents), { x: 440, y: top + index * ROW, width: 89, size: 9.5, align: 'right' });
  });
  const box = top + rows.length * ROW + 4;
  const { total, note } = TEXTS[kind];
  sheet.roundedRect(338, box, RIGHT - 338, 30, 4).fill(PALE);
  put(sheet, total, { x: 350, y: box + 9, width: 90, size: 11, bold: true });
  const totalText = formatEuros(centsOf(priceCents - commissionCents));
  put(sheet, totalText, { x: 440, y: box + 9, width: 89, size: 11, bold: true, color: ACCENT, align: 'right' });
  put(sheet, note, { x: LEFT, y: top, width: 260, size: 9, color: GREY, wraps: true });
}
