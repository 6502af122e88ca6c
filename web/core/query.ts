// What a page reads: `useQuery` for one answer, `useList` for lists with a cursor. Abandoned requests are aborted.

import { useSignal } from '@preact/signals';
import { useCallback, useEffect, useRef } from 'preact/hooks';
import { type Page, type PageQuery, pages } from '../../clients/typescript/src/index.ts';
import { keepList, listBefore } from './returning.ts';

export type Query<T> = {
  data: T | undefined;
  error: unknown;
  isLoading: boolean;
  /** Reads again and keeps what is shown until the answer is there. */
  reload: () => void;
};

/** Whether its first answer or its refusal is there: what stands below waits for it, so that nothing jumps. */
export function isRead({ data, error }: Query<unknown>): boolean {
  return data !== undefined || error !== undefined;
}

export type List<Row> = Query<Row[]> & {
  /** Reads the next page; undefined on the last one. */
  more: (() => void) | undefined;
  /** Reads every row with the same filters; undefined when there are more than {@link MOST_ROWS}. */
  all: () => Promise<Row[] | undefined>;
};

/** An export has no more rows, in pages of the greatest size that the API gives. */
export const MOST_ROWS = 50_000;
const LARGEST_PAGE = 200;

type Options<T> = {
  /** Reads again every so often while the page is visible. */
  pollMs?: number | undefined;
  /** Shown until the first answer is there. */
  before?: T | undefined;
};

/**
 * Reads when the component appears, and again whenever `key` changes, which names all that the answer depends on: `['wire', id]`.
 * `read` gets a signal that is aborted when the answer is of no use any more.
 */
export function useQuery<T>(
  key: readonly unknown[],
  read: (signal: AbortSignal) => Promise<T>,
  options: Options<T> = {},
): Query<T> {
  const start = { data: options.before, error: undefined, isLoading: true };
  const state = useSignal<Omit<Query<T>, 'reload'>>(start);
  const reader = useLatest(read);
  const current = useRef<AbortController>(undefined);
  const load = useCallback(async () => {
    current.current?.abort();
    const asking = new AbortController();
    current.current = asking;
    state.value = { ...state.value, isLoading: true };
    try {
      const data = await reader.current(asking.signal);
      if (!asking.signal.aborted) state.value = { data, error: undefined, isLoading: false };
    } catch (error) {
      if (!asking.signal.aborted) state.value = { data: state.value.data, error, isLoading: false };
    }
  }, [state, reader]);
  const name = JSON.stringify(key);
  useEffect(() => {
    state.value = start;
    void load();
    return () => current.current?.abort();
  }, [name]);
  usePolling(load, options.pollMs);
  return { ...state.value, reload: () => void load() };
}

/**
 * The same for a list, which reads as many rows again as it shows, and shows what it showed to who comes back to it by the history: `useList(['payments', state], (page, signal) => mortar.listPayments({ query: { ...page, state }, signal }))`.
 */
export function useList<Row>(
  key: readonly unknown[],
  list: (page: PageQuery, signal: AbortSignal) => Promise<Page<Row>>,
  options: Pick<Options<Page<Row>>, 'pollMs'> = {},
): List<Row> {
  const name = JSON.stringify(key);
  // Border: what is kept under the name of a list are rows of that list.
  const before = listBefore(name) as Page<Row> | undefined;
  const shown = useRef({ of: name, rows: before?.items.length ?? 0 });
  if (shown.current.of !== name) shown.current = { of: name, rows: before?.items.length ?? 0 };
  const further = useSignal<{ rows: Row[]; cursor: string | null; of: unknown }>({ rows: [], cursor: null, of: undefined });
  const isMore = useSignal(false);
  const failure = useSignal<unknown>(undefined);
  // A user who has read on stays there.
  const first = useQuery(key, (signal) => readRows(list, shown.current.rows, signal), {
    ...options,
    ...(further.value.rows.length > 0 ? { pollMs: undefined } : {}),
    before,
  });
  const rest =
    further.value.of === first.data ? further.value : { rows: [], cursor: first.data?.nextCursor ?? null, of: first.data };
  const { cursor } = rest;
  const data = first.data && [...first.data.items, ...rest.rows];
  useEffect(() => {
    if (data === undefined) return;
    shown.current.rows = data.length;
    keepList(name, { items: data, nextCursor: cursor });
  }, [first.data, further.value]);
  const more = async (from: string) => {
    isMore.value = true;
    failure.value = undefined;
    try {
      const page = await list({ cursor: from }, new AbortController().signal);
      further.value = { rows: [...rest.rows, ...page.items], cursor: page.nextCursor, of: first.data };
    } catch (error) {
      failure.value = error;
    }
    isMore.value = false;
  };
  return {
    data,
    error: first.error ?? failure.value,
    isLoading: first.isLoading || isMore.value,
    reload: first.reload,
    more: cursor === null || isMore.value ? undefined : () => void more(cursor),
    all: () => readAll(list),
  };
}

async function readAll<Row>(list: (page: PageQuery, signal: AbortSignal) => Promise<Page<Row>>): Promise<Row[] | undefined> {
  const { signal } = new AbortController();
  const rows: Row[] = [];
  for await (const { items, nextCursor } of pages<Row>((page) => list({ limit: LARGEST_PAGE, ...page }, signal))) {
    rows.push(...items);
    if (rows.length >= MOST_ROWS && nextCursor !== null) return undefined;
  }
  return rows;
}

/** A list is read anew up to where it was shown; this far at most. */
const MOST_PAGES = 20;

/** The first page, and those after it until there are so many rows. */
async function readRows<Row>(
  list: (page: PageQuery, signal: AbortSignal) => Promise<Page<Row>>,
  least: number,
  signal: AbortSignal,
): Promise<Page<Row>> {
  let { items, nextCursor } = await list({}, signal);
  for (let pages = 1; nextCursor !== null && items.length < least && pages < MOST_PAGES; pages += 1) {
    const page: Page<Row> = await list({ cursor: nextCursor }, signal);
    items = [...items, ...page.items];
    nextCursor = page.nextCursor;
  }
  return { items, nextCursor };
}

/** A list that the API answers whole. */
export function wholeList<T, Row>(query: Query<T>, rowsOf: (data: T) => Row[]): List<Row> {
  const rows = query.data === undefined ? undefined : rowsOf(query.data);
  return { ...query, data: rows, more: undefined, all: async () => rows ?? [] };
}

/** A list of rows that the page has already. */
export function knownList<Row>(rows: readonly Row[]): List<Row> {
  return wholeList({ data: rows, error: undefined, isLoading: false, reload: () => {} }, (all) => [...all]);
}

/** The newest value, for callbacks that outlive the drawing that made them. */
export function useLatest<T>(value: T): { current: T } {
  const latest = useRef(value);
  latest.current = value;
  return latest;
}

function usePolling(load: () => Promise<void>, everyMs: number | undefined): void {
  useEffect(() => {
    if (everyMs === undefined) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void load();
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs, load]);
}
