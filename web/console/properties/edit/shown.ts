// What the page of a property shows beside its plain fields: address, films, advantages, figures and characteristics. As somebody types
// it, and as the API takes it.

import type { PropertyEdit } from '../../../../clients/typescript/src/index.ts';
import type { Project } from '../project.ts';

export const ADDRESS_PARTS = ['street', 'postcode', 'city', 'country'] as const;
export type AddressPart = (typeof ADDRESS_PARTS)[number];
/** `id` is absent of an advantage that was never saved. */
export type AdvantageDraft = { key: number; id?: string; title: string; description: string };
/** One line of a table; `stored` is what it says while its text is untouched, as numbers are stored as numbers. */
export type FactLine = { key: number; name: string; value: string; stored?: unknown };
/** Lines, or the JSON text of what is no table of names and values. */
export type Facts = { lines: readonly FactLine[]; json?: string };
export const FACT_NAMES = ['finances', 'attributes'] as const;

export type Shown = {
  address: Readonly<Record<AddressPart, string>>;
  /** One address per line. */
  videos: string;
  advantages: readonly AdvantageDraft[];
  finances: Facts;
  attributes: Facts;
};
export type BadShown = (typeof FACT_NAMES)[number];

export function shownOf({ address, videoGallery, advantages, finances, attributes }: Project): Shown {
  return {
    address: {
      street: address?.street ?? '',
      postcode: address?.postcode ?? '',
      city: address?.city ?? '',
      country: address?.country ?? '',
    },
    videos: videoGallery.join('\n'),
    advantages: advantages.map((advantage, key) => ({ key, ...advantage })),
    finances: factsOf(finances),
    attributes: factsOf(attributes),
  };
}

/** A number that no row of the list has. */
export function nextKey(rows: readonly { key: number }[]): number {
  return Math.max(-1, ...rows.map(({ key }) => key)) + 1;
}

export function factsOf(stored: unknown): Facts {
  if (stored === null || stored === undefined) return { lines: [] };
  const entries = Array.isArray(stored) ? [] : Object.entries(Object(stored));
  const isTable = !Array.isArray(stored) && entries.every(([, value]) => typeof value !== 'object');
  if (!isTable) return { lines: [], json: JSON.stringify(stored, null, 2) };
  return { lines: entries.map(([name, value], key) => ({ key, name, value: String(value), stored: value })) };
}

/** An object or a list, null for nothing at all, undefined for what cannot be read or names a line twice. */
export function sentFacts({ lines, json }: Facts): object | null | undefined {
  if (json !== undefined) return json.trim() === '' ? null : parsed(json);
  const named = lines.filter(({ name, value }) => name.trim() !== '' || value.trim() !== '');
  const names = named.map(({ name }) => name.trim());
  if (names.includes('') || new Set(names).size < names.length) return undefined;
  if (named.length === 0) return null;
  return Object.fromEntries(
    named.map(({ name, value, stored }) => [
      name.trim(),
      stored !== undefined && String(stored) === value ? stored : factOf(value),
    ]),
  );
}

function parsed(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** `12,5` is a number; anything else is the text that was typed. */
function factOf(typed: string): string | number {
  const text = typed.trim();
  return /^-?(0|[1-9]\d{0,14})([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : text;
}

/** What differs from what is stored; `bad` are the tables that cannot be read. */
export function changedShown(project: Project, shown: Shown): { changes: PropertyEdit; bad: BadShown[] } {
  const before = sentOf(shownOf(project));
  const now = sentOf(shown);
  const changed = Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(Object(before)[name]));
  const bad = FACT_NAMES.filter((name) => sentFacts(shown[name]) === undefined);
  // Border: Object.fromEntries forgets the names, which are those of `sentOf`.
  return { changes: Object.fromEntries(changed) as PropertyEdit, bad };
}

function sentOf({ address, videos, advantages, finances, attributes }: Shown) {
  const parts = ADDRESS_PARTS.map((part) => [part, address[part].trim()] as const);
  return {
    address: parts.every(([, text]) => text === '') ? null : Object.fromEntries(parts),
    videoGallery: videos.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()])),
    advantages: advantages.map(({ id, title, description }) => ({
      ...(id === undefined ? {} : { id }),
      title: title.trim(),
      description: description.trim(),
    })),
    finances: sentFacts(finances),
    attributes: sentFacts(attributes),
  };
}
