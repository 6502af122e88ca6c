// What a typed text may name, and who may see what it finds. Pure.

import { amountIn } from '../../../core/cents.ts';
import type { Permission } from '../../../core/http/guards.ts';
import { UUID } from '../../../core/uuid.ts';

export const RECORD_KINDS = ['person', 'project', 'wire', 'payment', 'invoice'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** What shows a kind: the permission of its page. */
export const PERMISSION_OF_RECORD: Readonly<Record<RecordKind, Permission>> = {
  person: 'people.read',
  project: 'projects.read',
  wire: 'money.read',
  payment: 'money.read',
  invoice: 'money.read',
};

/** At most so many of each kind. */
export const MAX_OF_A_KIND = 5;

/** Fewer letters are in too many names. */
const LEAST_LETTERS = 3;

/** What the text may be, each null where it is not: one text may be several of them. */
export type Wanted = {
  id: string | null;
  /** At least three letters. */
  words: string | null;
  amountCents: number | null;
  /** Of a movement at the provider. */
  providerNumber: number | null;
  invoice: { issuer: string; year: number; number: number } | null;
};

/** Reads amounts, whole numbers as numbers of the provider too, `mortar-2026-000042` as an invoice. */
export function wantedBy(typed: string): Wanted {
  const text = typed.trim();
  const isId = UUID.test(text);
  const [, issuer, year, number] = /^(\w+)-(\d{4})-(\d{1,9})$/.exec(text) ?? [];
  return {
    id: isId ? text.toLowerCase() : null,
    words: !isId && text.length >= LEAST_LETTERS ? text : null,
    amountCents: amountIn(text),
    providerNumber: /^\d{1,15}$/.test(text) ? Number(text) : null,
    invoice: issuer && year && number ? { issuer: issuer.toUpperCase(), year: Number(year), number: Number(number) } : null,
  };
}
