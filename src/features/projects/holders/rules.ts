// The shares of the holders of a project, and the register as a file. Pure.

import { parisDate } from '../../../core/dates.ts';
import type { CustomerId } from '../../../core/db/tables.ts';
import { csvOf, dayCell, textCell } from '../../../core/documents/csv.ts';

/** Who holds bricks of a project at the end of a day; `since`: their first trade of it, `bricksOfAll`: what all holders have together. */
export type Holder = {
  customerId: CustomerId;
  name: string;
  email: string;
  customerType: 'individual' | 'business' | null;
  brickCount: number;
  since: Temporal.Instant;
  holderCount: number;
  bricksOfAll: number;
};

/** Percent of what all holders have together, to two decimals. */
export function shareOf({ brickCount, bricksOfAll }: Pick<Holder, 'brickCount' | 'bricksOfAll'>): number {
  return Math.round((brickCount * 10_000) / bricksOfAll) / 100;
}

const TYPES = { individual: 'Personne', business: 'Société' } as const;

/** The register of a day as CSV. */
export function toCsv(holders: readonly Holder[], date: Temporal.PlainDate): string {
  const head = ['Registre au', 'Titulaire', 'Type', 'E-mail', 'Briques', 'Part en %', 'Depuis le', 'Identifiant'];
  const rows = holders.map((holder) => [
    dayCell(date),
    textCell(holder.name),
    holder.customerType === null ? '' : TYPES[holder.customerType],
    textCell(holder.email),
    String(holder.brickCount),
    shareOf(holder).toFixed(2).replace('.', ','),
    dayCell(parisDate(holder.since)),
    holder.customerId,
  ]);
  return csvOf([head, ...rows]);
}
