// Tables: sticky head, sort and filters in the address, j and k through the rows, the next page below, files of the whole list.

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { useAction } from '../../core/action.ts';
import { addressWith, useParam } from '../../core/address.ts';
import { count } from '../../core/format.ts';
import { type List, MOST_ROWS } from '../../core/query.ts';
import { saveFile } from '../../core/save-file.ts';
import { Button } from '../../design/button.tsx';
import { Empty, Refusal, Skeleton } from '../../design/feedback.tsx';
import { isTyping } from '../../design/keys.ts';
import { designWords } from '../../design/words.ts';
import { hasPage } from '../addresses.ts';
import { csvOf, type Format, type Sheet } from './export.ts';

export type Column<Row> = {
  id: string;
  title: string;
  cell: (row: Row) => ComponentChildren;
  /** For files: words, a number, or an instant or a day of the API. A column without it and without `cents` is left out there. */
  text?: (row: Row) => string | number | null;
  /** For files, of an amount. */
  cents?: (row: Row) => number | null;
  /** Numbers and amounts stand at the end. */
  align?: 'end';
  /** True where the API sorts by it: the address gets `?sort=id` or `?sort=-id`. */
  isSortable?: boolean;
};

type TableProps<Row> = {
  /** What the rows are, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  list: List<Row>;
  keyOf: (row: Row) => string;
  /** Where a row leads: its first cell is the link. */
  hrefOf?: (row: Row) => string | undefined;
  /** Distinguishes the link of a row from others of the same words, for screen readers (WCAG 2.4.9): amount, moment, whose. */
  apartOf?: (row: Row) => readonly (string | null)[];
  empty: { title: string; text?: ComponentChildren };
  /** What a file of the list holds, in French and lower case: `mortar-` and the ending are added; absent: no export. */
  csv?: string;
  skeletonRows?: number;
};

export function Table<Row>({ label, columns, list, keyOf, hrefOf, apartOf, empty, csv, skeletonRows = 8 }: TableProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = list.data;
  useRowKeys(body);
  if (rows === undefined)
    return list.error ? <Refusal error={list.error} retry={list.reload} /> : <Skeleton rows={skeletonRows} height="row" />;
  if (rows.length === 0 && !list.error) return <Empty title={empty.title}>{empty.text}</Empty>;
  const hasLinks = rows.some((row) => isReached(hrefOf?.(row)));
  const apart = toldApart(rows.map((row) => apartOf?.(row) ?? []));
  return (
    <div class="table-frame">
      <table class="table" aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.id} column={column} />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row, index) => (
            <BodyRow key={keyOf(row)} row={row} columns={columns} href={hrefOf?.(row)} apart={apart[index] ?? ''} />
          ))}
        </tbody>
      </table>
      <div class="table-foot">
        <span class="soft">
          {designWords.value.rows(rows.length)}
          {hasLinks && <span class="keys"> · {designWords.value.keys}</span>}
        </span>
        {list.more && <Button onClick={list.more}>{designWords.value.more}</Button>}
        {!list.more && list.isLoading && <span class="soft">{designWords.value.loading}</span>}
        {csv && <Export name={csv} label={label} columns={columns} list={list} keyOf={keyOf} />}
      </div>
      {list.error ? <Refusal error={list.error} retry={list.reload} /> : null}
    </div>
  );
}

function HeadCell<Row>({ column }: { column: Column<Row> }) {
  const [sort, setSort] = useParam('sort');
  const { id, title, align, isSortable } = column;
  if (!isSortable) {
    return (
      <th scope="col" class={align}>
        {title}
      </th>
    );
  }
  const order = sort === id ? 'ascending' : sort === `-${id}` ? 'descending' : 'none';
  return (
    <th scope="col" class={align} aria-sort={order}>
      <button
        type="button"
        class="sort"
        title={designWords.value.sortBy(title)}
        onClick={() => setSort(order === 'ascending' ? `-${id}` : id)}
      >
        {title}
        <span aria-hidden="true">{order === 'ascending' ? '↑' : order === 'descending' ? '↓' : ''}</span>
      </button>
    </th>
  );
}

type BodyRowProps<Row> = {
  row: Row;
  columns: readonly Column<Row>[];
  href: string | undefined;
  /** Follows the words of the link for screen readers; empty where these are enough. */
  apart: string;
};

function BodyRow<Row>({ row, columns, href, apart }: BodyRowProps<Row>) {
  const isLink = isReached(href);
  const id = useId();
  return (
    <tr class={isLink ? 'leads' : undefined}>
      {columns.map(({ id: name, title, cell, align }, index) => (
        <td key={name} class={align} data-title={title}>
          {index === 0 && isLink ? (
            <>
              <a class="row-link" href={href} id={id} aria-labelledby={apart === '' ? undefined : `${id} ${id}-apart`}>
                {cell(row)}
              </a>
              {apart !== '' && <span hidden role="note" id={`${id}-apart`} aria-label={apart} />}
            </>
          ) : (
            cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

/** One text for each row; those that are alike in everything are numbered. */
function toldApart(all: readonly (readonly (string | null)[])[]): string[] {
  const times = new Map<string, number>();
  return all.map((parts) => {
    const told = parts.filter(Boolean).join(', ');
    const time = (times.get(told) ?? 0) + 1;
    times.set(told, time);
    return time === 1 || told === '' ? told : `${told}, ${time}`;
  });
}

function isReached(href: string | undefined): href is string {
  return href !== undefined && hasPage(href);
}

/** j and k move between the links of the rows, unless somebody types. Enter opens a link by itself. */
function useRowKeys(body: { current: HTMLElement | null }): void {
  useEffect(() => {
    const move = (event: KeyboardEvent) => {
      const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0;
      if (step === 0 || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const links: Element[] = [...(body.current?.querySelectorAll('a.row-link') ?? [])];
      const at = document.activeElement ? links.indexOf(document.activeElement) : -1;
      const next = links[at === -1 ? 0 : at + step];
      if (next instanceof HTMLElement) next.focus();
      next?.closest('tr')?.scrollIntoView({ block: 'nearest' });
    };
    addEventListener('keydown', move);
    return () => removeEventListener('keydown', move);
  }, [body]);
}

/** Choices that narrow a list, in the address as `?name=value`. */
export function FilterChips({
  name,
  label,
  all = { label: designWords.value.filterAll },
  choices,
}: {
  name: string;
  label: string;
  /** What is shown without the parameter; everything by default. */
  all?: { label: string; count?: number };
  choices: readonly { value: string; label: string; count?: number }[];
}) {
  const { query } = useLocation();
  const current = query[name] ?? '';
  return (
    <nav class="chips" aria-label={label}>
      {[{ value: '', ...all }, ...choices].map((choice) => (
        <a
          key={choice.value}
          href={addressWith({ [name]: choice.value })}
          aria-current={choice.value === current ? 'true' : undefined}
        >
          {choice.label}
          {'count' in choice && choice.count !== undefined && <span class="count">{choice.count}</span>}
        </a>
      ))}
    </nav>
  );
}

type ExportProps<Row> = Pick<TableProps<Row>, 'label' | 'columns' | 'list' | 'keyOf'> & { name: string };

/** All rows that the filters of the list leave, not only those that are shown. */
function Export<Row>({ name, label, columns, list, keyOf }: ExportProps<Row>) {
  const t = designWords.value;
  const isTooLong = useSignal(false);
  const saving = useAction(async (_once, format: Format) => {
    const rows = await list.all();
    isTooLong.value = rows === undefined;
    if (rows === undefined) return;
    const sheet = sheetOf(columns, rows, keyOf);
    const file = format === 'csv' ? csvOf(sheet) : await import('./workbook.ts').then(({ xlsxOf }) => xlsxOf(sheet));
    saveFile(file, `mortar-${name}.${format}`);
  });
  return (
    <>
      {(['csv', 'xlsx'] as const).map((format) => (
        <Button
          key={format}
          look="quiet"
          icon="download"
          title={t.exportHint}
          fullName={t.exportOf(t[format], label)}
          isRunning={saving.isRunning}
          onClick={() => void saving.run(format)}
        >
          {t[format]}
        </Button>
      ))}
      {isTooLong.value && <p class="soft">{t.exportTooLong(count(MOST_ROWS))}</p>}
      {saving.error ? <Refusal error={saving.error} /> : null}
    </>
  );
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The columns in the words of the page, and what a row is known by where that is an id. */
function sheetOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[], keyOf: (row: Row) => string): Sheet {
  const shown = columns.filter(({ text, cents }) => text ?? cents);
  const hasIds = rows.length > 0 && rows.every((row) => ID.test(keyOf(row)));
  const cellOf = ({ text, cents }: Column<Row>, row: Row) => {
    const amount = cents?.(row) ?? null;
    return amount === null ? (text?.(row) ?? null) : { cents: amount };
  };
  return {
    titles: [...shown.map(({ title }) => title), ...(hasIds ? [designWords.value.id] : [])],
    rows: rows.map((row) => [...shown.map((column) => cellOf(column, row)), ...(hasIds ? [keyOf(row)] : [])]),
  };
}
