// The address holds what a page shows: filters, tab, sort, selection. Back always works, and a link opens the very same view.

import { useLocation } from 'preact-iso/router';

/** The value of a query parameter and how to change it; the empty string is its absence. Changes replace the entry of the history. */
export function useParam(name: string): [string, (value: string) => void] {
  const { query, route } = useLocation();
  return [query[name] ?? '', (value) => route(addressWith({ [name]: value }), true)];
}

/** This page's address with other query parameters; an empty value removes one. */
export function addressWith(changes: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') search.delete(name);
    else search.set(name, value);
  }
  const text = search.toString();
  return text === '' ? location.pathname : `${location.pathname}?${text}`;
}
