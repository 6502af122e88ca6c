// What narrows and sorts the list of wires. The address of a wire carries it along, so that the next one is the next of that list.

import { useLocation } from 'preact-iso/router';
import { centsOf } from '../../core/format.ts';
import type { Days } from '../design/days.ts';
import { useDays } from '../design/filters.tsx';

const SORTS = ['date', '-date', 'amount', '-amount'] as const;

export type Narrowing = Days & { sort?: (typeof SORTS)[number]; search?: string };

/** As the API takes it: a text that is too short to be searched for asks nothing. */
export function useNarrowing(): Narrowing {
  const { query } = useLocation();
  const days = useDays();
  const sort = SORTS.find((one) => one === query.sort);
  const { search } = query;
  return { ...days, ...(sort && { sort }), ...(search && isSearchable(search) && { search }) };
}

/** Three letters, or an amount. */
export function isSearchable(text: string): boolean {
  return text.trim().length >= 3 || centsOf(text) !== undefined;
}

/** The address with what narrows the list. */
export function narrowed(address: string, narrowing: Narrowing): string {
  const asked = new URLSearchParams(narrowing).toString();
  return asked === '' ? address : `${address}?${asked}`;
}
