// The yearly statement, which account ids of the provider can be customers, and which IBAN is the deposit account. Pure.

import { type Cents, centsOf } from '../../../core/cents.ts';
import { parisDate } from '../../../core/dates.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { amountCell, csvOf, dayCell, textCell } from '../../../core/documents/csv.ts';
import { UUID } from '../../../core/uuid.ts';
import type { WalletTransactionType } from '../../../money/payments/index.ts';

/** French name of a type, and whether its money enters (1) or leaves (-1) the wallet. */
type StatementType = { label: string; sign: 1 | -1 };

/** Every transaction type of investors' wallets, in the order of the totals; without those of SPVs. */
export const STATEMENT_TYPES = {
  MONEY_IN: { label: 'Versement', sign: 1 },
  PRIMARY_PURCHASE: { label: 'Investissement', sign: -1 },
  PRIMARY_PURCHASE_REFUND: { label: 'Remboursement d’un investissement', sign: 1 },
  BUYING_DEAL: { label: 'Achat sur le marché', sign: -1 },
  SELLING_DEAL: { label: 'Vente sur le marché', sign: 1 },
  COUPON_PAYOUT: { label: 'Coupon', sign: 1 },
  WITHHOLDING_TAX: { label: 'Prélèvement à la source', sign: -1 },
  CAPITAL_REPAYMENT: { label: 'Remboursement de capital', sign: 1 },
  PROPERTY_SALE: { label: 'Vente du bien', sign: 1 },
  PAID_OUTSIDE: { label: 'Versé hors plateforme', sign: -1 },
  REFERRAL_REWARD: { label: 'Récompense de parrainage', sign: 1 },
  GIFT_CARD_PURCHASE: { label: 'Achat d’une carte cadeau', sign: -1 },
  GIFT_CARD_REDEMPTION: { label: 'Carte cadeau', sign: 1 },
  GIFT_CARD_REFUND: { label: 'Remboursement d’une carte cadeau', sign: 1 },
  WITHDRAWAL: { label: 'Retrait', sign: -1 },
  WITHDRAWAL_FEE: { label: 'Frais de retrait', sign: -1 },
  CHARGE_BACK: { label: 'Rejet bancaire', sign: -1 },
  CORRECTION_IN: { label: 'Correction, au crédit', sign: 1 },
  CORRECTION_OUT: { label: 'Correction, au débit', sign: -1 },
} as const satisfies Partial<Record<WalletTransactionType, StatementType>>;

export type InvestorTransactionType = keyof typeof STATEMENT_TYPES;

/** A confirmed transaction as it is stored: positive cents. */
export type ConfirmedTransaction = {
  type: string;
  amountCents: Cents;
  eventAt: Temporal.Instant;
  reference: string;
  propertyName: string | null;
};

/** One line of the statement: signed cents, and the balance after it. */
export type StatementLine = {
  label: string;
  amountCents: Cents;
  balanceCents: Cents;
  eventAt: Temporal.Instant;
  reference: string;
  propertyName: string | null;
};

/** A whole statement in cents. `totals`: signed sums by type, those without a line left out. */
export type Statement = {
  year: number;
  from: Temporal.PlainDate;
  /** The last day of the year, or today in the current year. */
  to: Temporal.PlainDate;
  openingCents: Cents;
  closingCents: Cents;
  lines: readonly StatementLine[];
  totals: readonly { label: string; count: number; amountCents: Cents }[];
};

/**
 * Lines with their running balance from `openingCents`, and the totals. Throws for a type that investors' wallets do not have,
 * and when the lines do not add up to `closingCents`, which like `openingCents` comes from the ledger.
 */
export function buildStatement(
  period: Pick<Statement, 'year' | 'from' | 'to' | 'openingCents' | 'closingCents'>,
  transactions: readonly ConfirmedTransaction[],
): Statement {
  const sums = new Map<InvestorTransactionType, { count: number; amountCents: Cents }>();
  let balanceCents = period.openingCents;
  const lines = transactions.map(({ type, amountCents, ...transaction }) => {
    const known = readType(type);
    const { label, sign } = STATEMENT_TYPES[known];
    const signedCents = centsOf(sign * amountCents);
    const sum = sums.get(known);
    sums.set(known, { count: (sum?.count ?? 0) + 1, amountCents: centsOf((sum?.amountCents ?? 0) + signedCents) });
    balanceCents = centsOf(balanceCents + signedCents);
    return { ...transaction, label, amountCents: signedCents, balanceCents };
  });
  if (balanceCents !== period.closingCents)
    throw new Error(`the transactions of ${period.year} lead to ${balanceCents} cents, the ledger to ${period.closingCents}`);
  return { ...period, lines, totals: totalsOf(sums) };
}

function totalsOf(sums: ReadonlyMap<InvestorTransactionType, { count: number; amountCents: Cents }>): Statement['totals'] {
  return investorTypes().flatMap((type) => {
    const sum = sums.get(type);
    return sum ? [{ label: STATEMENT_TYPES[type].label, ...sum }] : [];
  });
}

/** The names of {@link STATEMENT_TYPES}, in its order. */
export function investorTypes(): InvestorTransactionType[] {
  // Border: Object.keys widens the names of a constant object to string.
  return Object.keys(STATEMENT_TYPES) as InvestorTransactionType[];
}

function readType(type: string): InvestorTransactionType {
  const known = investorTypes().find((candidate) => candidate === type);
  if (known === undefined) throw new Error(`a statement cannot have a transaction of type ${type}`);
  return known;
}

/** Whether money of this type enters or leaves the wallet. */
export function directionOf(type: string): 'in' | 'out' {
  return STATEMENT_TYPES[readType(type)].sign === 1 ? 'in' : 'out';
}

/** Whether the year has a statement: from the Paris year of sign-up to the current one. */
export function isStatementYear(year: number, since: Temporal.PlainDate, today: Temporal.PlainDate): boolean {
  return since.year <= year && year <= today.year;
}

/** The statement as CSV. */
export function toCsv(statement: Statement): string {
  const { from, to, openingCents, closingCents, lines, totals } = statement;
  const rows = [
    ['Date', 'Opération', 'Bien', 'Statut', 'Montant', 'Solde', 'Référence'].map(textCell),
    [dayCell(from), 'Solde d’ouverture', '', '', '', amountCell(openingCents), ''],
    ...lines.map((line) => [
      dayCell(parisDate(line.eventAt)),
      textCell(line.label),
      textCell(line.propertyName ?? ''),
      'Confirmée',
      amountCell(line.amountCents),
      amountCell(line.balanceCents),
      textCell(line.reference),
    ]),
    [dayCell(to), 'Solde de clôture', '', '', '', amountCell(closingCents), ''],
    ...totals.map(({ label, count, amountCents }) => [
      '',
      textCell(`Total : ${label} (${count})`),
      '',
      '',
      amountCell(amountCents),
      '',
      '',
    ]),
  ];
  return csvOf(rows);
}

/** Whether an account id of the provider has the form of a customer's id; whether there is such a customer the look-up tells. */
export function isCustomerId(accountId: string): accountId is CustomerId {
  return UUID.test(accountId);
}

/**
 * An IBAN or BIC as it is stored and compared: in capitals, without what people and their banks write around and between its characters:
 * blanks, dashes, dots, invisible marks, and the word before it.
 */
export function normaliseBankCode(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{Pd}\u2212.]/gu, '')
    .toUpperCase()
    .replace(/^(?:IBAN:?|(?:BIC|SWIFT|BIC\/SWIFT):)/, '');
}

/** An IBAN of the provider's list. */
export type ListedIban = { bankAccountId: number; iban: string; bic: string | null; holder: string; status: string };

/** The oldest usable virtual IBAN, so that with several of them every request returns the same; undefined when there is none. */
export function findDepositIban<T extends ListedIban & { virtual: boolean }>(listed: readonly T[]): T | undefined {
  return listed
    .filter(({ virtual, status }) => virtual && status !== 'refused' && status !== 'deactivated')
    .toSorted((a, b) => a.bankAccountId - b.bankAccountId)[0];
}

/** False until the provider has opened it: a wire would be returned (A-deposits-3). */
export function canReceive({ status }: ListedIban): boolean {
  return status !== 'waiting';
}
