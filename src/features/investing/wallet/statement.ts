// The yearly statement of the investor's wallet for a Paris year, which the routes send as CSV or PDF.

import { type Cents, formatEuros } from '../../../core/cents.ts';
import { longDay, parisDate, startOfParisDay } from '../../../core/dates.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { inTransaction } from '../../../core/db/transaction.ts';
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
  put,
  RIGHT,
  roomFor,
  type Sheet,
  WIDTH,
} from '../../../core/documents/pdf.ts';
import { AppError, FORBIDDEN, NOT_FOUND } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { type CustomerWithUser, findCustomerWithUser } from '../../access/customers/index.ts';
import { type Issuer, imprintOf, printedName } from '../invoices/index.ts';
import { STATEMENT_TOO_LONG } from './errors.ts';
import { listConfirmedTransactions, sumPostingsBefore } from './queries.ts';
import { buildStatement, isStatementYear, type Statement, type StatementLine } from './rules.ts';

/** Limit of a statement, which is built in memory; far above what investors have. */
const MAX_TRANSACTIONS = 50_000;

type Deps = Pick<AppDeps, 'db' | 'clock'>;
type Asked = { customerId: CustomerId; year: number };

/**
 * Reads balances and lines from one snapshot. The balances are the ledger's; lines that do not add up to them, which only a
 * broken ledger could cause, end in `internal-error`. Errors: `not-found` (a year before sign-up or in the future),
 * `wallet.statement-too-long`.
 */
export async function readStatement(deps: Deps, asked: Asked): Promise<{ statement: Statement; customer: CustomerWithUser }> {
  const { customerId, year } = asked;
  const today = parisDate(deps.clock.now());
  const from = Temporal.PlainDate.from({ year, month: 1, day: 1 });
  const moments = { from: startOfParisDay(from), until: startOfParisDay(from.add({ years: 1 })) };
  return inTransaction(
    deps.db,
    async (tx) => {
      const customer = await findCustomerWithUser(tx, customerId);
      if (!customer) throw new AppError(FORBIDDEN);
      if (!isStatementYear(year, parisDate(customer.createdAt), today))
        throw new AppError(NOT_FOUND, { detail: 'There is no statement of this year.' });
      const transactions = await listConfirmedTransactions(tx, customerId, { ...moments, limit: MAX_TRANSACTIONS + 1 });
      if (transactions.length > MAX_TRANSACTIONS)
        throw new AppError(STATEMENT_TOO_LONG, { detail: 'This year has too many transactions for one statement.' });
      const to = year === today.year ? today : from.with({ month: 12, day: 31 });
      const balances = await sumPostingsBefore(tx, customerId, moments);
      return { customer, statement: buildStatement({ year, from, to, ...balances }, transactions) };
    },
    'repeatable read',
  );
}

// Renders the yearly statement as PDF: balances, totals by type, then every line.

/** Above this limit the PDF has no lines, only a note that refers to the CSV. */
const MAX_PRINTED_LINES = 2_000;

type Printed = {
  customer: Pick<CustomerWithUser, 'firstName' | 'lastName' | 'name' | 'email'>;
  issuer: Issuer;
  at: Temporal.Instant;
};
type Total = Statement['totals'][number];

const LINE_COLUMNS: readonly Column<StatementLine>[] = [
  { title: 'Date', x: LEFT + 10, width: 54, align: 'left', of: (line) => shortDay(line.eventAt) },
  { title: 'Opération', x: 122, width: 200, align: 'left', of: describe },
  { title: 'Référence', x: 328, width: 62, align: 'right', of: (line) => line.reference.slice(0, 8) },
  { title: 'Montant', x: 394, width: 66, align: 'right', of: (line) => formatEuros(line.amountCents) },
  { title: 'Solde', x: 462, width: 67, align: 'right', of: (line) => formatEuros(line.balanceCents) },
];

const TOTAL_COLUMNS: readonly Column<Total>[] = [
  { title: 'Totaux de l’année', x: LEFT + 10, width: 260, align: 'left', of: (total) => total.label },
  { title: 'Opérations', x: 340, width: 80, align: 'right', of: (total) => String(total.count) },
  { title: 'Montant', x: 430, width: 99, align: 'right', of: (total) => formatEuros(total.amountCents) },
];

/** Renders the PDF; the same statement at the same moment gives the same bytes. */
export async function renderStatementPdf(statement: Statement, { customer, issuer, at }: Printed): Promise<Uint8Array> {
  const { year, from, to, openingCents, closingCents, lines, totals } = statement;
  const title = `Relevé ${year}`;
  return drawPdf({ title, author: issuer.name, writtenAt: at }, (sheet) => {
    const facts = [`Du ${longDay(from)} au ${longDay(to)}`, `Établi le ${longDay(parisDate(at))}`];
    drawHead(sheet, { company: issuer.name, title, line: 'Relevé de portefeuille', facts });
    const holder = { title: 'Titulaire', name: printedName(customer), rows: [customer.email], x: LEFT, width: 264 };
    let end = drawParties(sheet, { y: 148, height: 76 }, [holder]) + 20;
    drawBalance(sheet, 'Solde d’ouverture', { y: 162, cents: openingCents });
    drawBalance(sheet, 'Solde de clôture', { y: 188, cents: closingCents });
    if (totals.length > 0) end = drawTable(sheet, { y: end, columns: TOTAL_COLUMNS, rows: totals, size: 9, padding: 5 }) + 22;
    const isPrinted = lines.length > 0 && lines.length <= MAX_PRINTED_LINES;
    if (isPrinted)
      end = drawTable(sheet, { y: roomFor(sheet, 60, end), columns: LINE_COLUMNS, rows: lines, size: 8.5, padding: 4 });
    put(sheet, noteOf(lines.length), {
      x: LEFT,
      y: roomFor(sheet, 40, end) + 12,
      width: WIDTH,
      size: 8.5,
      color: GREY,
      wraps: true,
    });
    drawFeet(sheet, imprintOf(issuer), title);
  });
}

function drawBalance(sheet: Sheet, label: string, { y, cents }: { y: number; cents: Cents }): void {
  put(sheet, label, { x: 330, y, width: 110, size: 10, color: GREY });
  put(sheet, formatEuros(cents), { x: 430, y, width: RIGHT - 440, size: 11, bold: true, color: ACCENT, align: 'right' });
}

function noteOf(lines: number): string {
  if (lines === 0) return 'Aucune opération confirmée sur cette période.';
  const detail =
    lines > MAX_PRINTED_LINES ? ` Les ${lines.toLocaleString('fr-FR')} opérations de l’année figurent dans le relevé CSV.` : '';
  return `Seules les opérations confirmées figurent sur ce relevé ; les montants réservés à des opérations en attente restent dans le solde.${detail}`;
}

function describe({ label, propertyName }: StatementLine): string {
  return propertyName === null ? label : `${label} – ${propertyName}`;
}

function shortDay(instant: Temporal.Instant): string {
  return parisDate(instant).toLocaleString('fr-FR', { day: '2-digit', month: '2-digit', year: 'numeric' });
}
