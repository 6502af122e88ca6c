// The fields of the form of a property: where each stands, how it is written, and what a change of it sends.

import type { PropertyEdit } from '../../../../clients/typescript/src/index.ts';
import { centsOf } from '../../../core/format.ts';
import { instantOfParis, parisMomentOf } from '../../../core/paris-time.ts';
import type { Project } from '../project.ts';
import type { editWords } from './words.ts';

export type FieldName = keyof (typeof editWords)['fr']['fields'];
export type Kind =
  | 'line'
  | 'prose'
  | 'euros'
  | 'percent'
  | 'months'
  | 'number'
  | 'moment'
  | 'spv'
  | 'owner'
  | 'presentation'
  | 'contract';
export type Group = keyof (typeof editWords)['fr']['groups'];

/** `isContract`: fixed by the publication, as the API refuses to change it. */
export type FieldSpec = { name: FieldName; group: Group; kind: Kind; isContract?: true };

export const FIELDS: readonly FieldSpec[] = [
  { name: 'name', group: 'page', kind: 'line' },
  { name: 'investorContractType', group: 'contract', kind: 'contract', isContract: true },
  { name: 'investmentCase', group: 'page', kind: 'prose' },
  { name: 'localisationDescription', group: 'page', kind: 'prose' },
  { name: 'surface', group: 'page', kind: 'number' },
  { name: 'lotCount', group: 'page', kind: 'number' },
  { name: 'spvId', group: 'people', kind: 'spv', isContract: true },
  { name: 'projectOwnerId', group: 'people', kind: 'owner' },
  { name: 'projectOwnerPresentationId', group: 'people', kind: 'presentation' },
  { name: 'amountToFundCents', group: 'funding', kind: 'euros', isContract: true },
  { name: 'minAmountToFundCents', group: 'funding', kind: 'euros', isContract: true },
  { name: 'fundingStartDate', group: 'funding', kind: 'moment', isContract: true },
  { name: 'fundingMaxEndDate', group: 'funding', kind: 'moment' },
  { name: 'revenueStartDate', group: 'funding', kind: 'moment' },
  { name: 'returnOnInvestment', group: 'contract', kind: 'percent', isContract: true },
  { name: 'investmentHorizonInMonths', group: 'contract', kind: 'months', isContract: true },
  { name: 'totalFundEscrow', group: 'money', kind: 'euros', isContract: true },
  { name: 'totalConstructionBudget', group: 'money', kind: 'euros', isContract: true },
];

/** What somebody types, by field. */
export type Typed = Readonly<Record<FieldName, string>>;

export function typedOf(project: Project): Typed {
  const typed = FIELDS.map(({ name, kind }) => [name, written(project[name], kind)]);
  // Border: Object.fromEntries forgets the names, which are those of FIELDS.
  return Object.fromEntries(typed) as Typed;
}

export function written(value: string | number | null, kind: Kind): string {
  if (value === null) return '';
  if (kind === 'euros') return grouped((Number(value) / 100).toFixed(2).replace('.', ','));
  if (kind === 'moment') return parisMomentOf(new Date(value));
  return typeof value === 'number' ? String(value).replace('.', ',') : value;
}

/** `10 000,00`: thousands apart, as amounts stand everywhere else. */
function grouped(amount: string): string {
  return amount.replaceAll(/\B(?=(?:\d{3})+,)/g, '\u202f');
}

/** The value that is sent for what was typed: null clears; undefined when it cannot be read. */
function sentOf(text: string, kind: Kind): string | number | null | undefined {
  const typed = text.trim();
  if (typed === '') return null;
  if (kind === 'euros') return centsOf(typed);
  if (kind === 'percent' || kind === 'months' || kind === 'number') {
    const value = Number(typed.replace(',', '.').replaceAll(/\s/g, ''));
    return Number.isNaN(value) ? undefined : value;
  }
  return kind === 'moment' ? instantOfParis(typed) : typed;
}

/** The fields that differ from what is stored, as the API takes them; `bad` are those that cannot be read. */
export function changesOf(project: Project, typed: Typed): { changes: PropertyEdit; bad: FieldName[] } {
  const stored = typedOf(project);
  const changed = FIELDS.filter(({ name }) => typed[name] !== stored[name]);
  const values = changed.map(({ name, kind }) => [name, sentOf(typed[name], kind)] as const);
  const zero = (name: FieldName) => name === 'totalFundEscrow' || name === 'totalConstructionBudget';
  const sent = values.map(([name, value]) => [name, value === null && zero(name) ? 0 : value]);
  return {
    // Border: Object.fromEntries forgets the names and types, which are those of FIELDS; the API checks them.
    changes: Object.fromEntries(sent) as PropertyEdit,
    bad: values.flatMap(([name, value]) => (value === undefined ? [name] : [])),
  };
}
