// The sheet of paper of a trade, in French. Who stands on the other side is not told.

import { formatEuros } from '../../../core/cents.ts';
import { parisDate } from '../../../core/dates.ts';
import {
  ACCENT,
  type Column,
  drawFeet,
  drawHead,
  drawParty,
  drawPdf,
  drawTable,
  GREY,
  LEFT,
  longDay,
  PALE,
  put,
  RIGHT,
  roomFor,
  type Sheet,
  WIDTH,
} from '../../../core/pdf-sheet.ts';
import { countryName, type Issuer, imprintOf } from '../invoices/index.ts';
import type { TradePaper } from './queries.ts';
import { paperNumber } from './rules.ts';

const ROW = 16;
const TITLE = 'Avis d’opération';

/** Operation, what was traded, the label of the total, and what is said of tax. */
const WORDS = {
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
    of: (paper) => formatEuros(paper.priceCents / paper.brickCount),
  },
  { title: 'Montant', x: 438, width: 91, align: 'right', of: (paper) => formatEuros(paper.priceCents) },
];

/** Renders the PDF; the same paper gives the same bytes. */
export async function renderTradePaper(paper: TradePaper, issuer: Issuer): Promise<Uint8Array> {
  const number = paperNumber(paper);
  const { operation } = WORDS[paper.kind];
  const country = await countryName(paper.party.country);
  const facts = [`Date de l’opération : ${longDay(parisDate(paper.tradedAt))}`, `Référence : ${paper.subjectId}`];
  return drawPdf({ title: `${TITLE} ${number}`, author: issuer.name, writtenAt: paper.tradedAt }, (sheet) => {
    drawHead(sheet, { company: issuer.name, title: TITLE, line: `N° ${number}`, facts });
    drawParties(sheet, paper, { issuer, country });
    put(sheet, operation, { x: LEFT, y: 276, width: WIDTH, size: 12, bold: true });
    drawTotals(sheet, paper, drawTable(sheet, { y: 300, columns: COLUMNS, rows: [paper] }));
    drawFeet(sheet, imprintOf(issuer), number);
  });
}

function drawParties(
  sheet: Sheet,
  { party }: TradePaper,
  { issuer, country }: { issuer: Issuer; country: string | undefined },
): void {
  const place = { y: 148, width: (WIDTH - 20) / 2, height: 104 };
  const rows = [...party.address, ...(country ? [country] : [])];
  if (party.registrationNumber !== undefined) rows.push(`SIREN ${party.registrationNumber}`);
  const issuedBy = { title: 'Émis par', name: issuer.name, rows: issuer.address };
  drawParty(sheet, { ...place, x: LEFT, boxed: false }, issuedBy);
  drawParty(sheet, { ...place, x: LEFT + place.width + 20, boxed: true }, { title: 'Adressé à', name: party.name, rows });
}

/** A commission is shown with its tax where there was one. */
function drawTotals(sheet: Sheet, paper: TradePaper, end: number): void {
  const { kind, priceCents, commissionCents, vatBps, vatCents } = paper;
  const rate = `${(vatBps / 100).toLocaleString('fr-FR')} %`;
  const rows: [string, number][] = [];
  if (kind === 'deal-sold') rows.push(['Prix de vente', priceCents]);
  if (commissionCents > 0)
    rows.push(['Commission HT', vatCents - commissionCents], [`TVA ${rate}`, -vatCents], ['Commission TTC', -commissionCents]);
  const top = roomFor(sheet, rows.length * ROW + 52, end) + 18;
  rows.forEach(([label, cents], index) => {
    put(sheet, label, { x: 350, y: top + index * ROW, width: 90, size: 9.5, color: GREY });
    put(sheet, formatEuros(cents), { x: 440, y: top + index * ROW, width: 89, size: 9.5, align: 'right' });
  });
  const box = top + rows.length * ROW + 4;
  const { total, note } = WORDS[kind];
  sheet.roundedRect(338, box, RIGHT - 338, 30, 4).fill(PALE);
  put(sheet, total, { x: 350, y: box + 9, width: 90, size: 11, bold: true });
  const totalText = formatEuros(priceCents - commissionCents);
  put(sheet, totalText, { x: 440, y: box + 9, width: 89, size: 11, bold: true, color: ACCENT, align: 'right' });
  put(sheet, note, { x: LEFT, y: top, width: 260, size: 9, color: GREY, wraps: true });
}
