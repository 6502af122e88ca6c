// What pages are made of: the title with one sentence, sections, facts, a table that stays readable on a phone.

import type { ComponentChildren } from 'preact';

/** The head of a page. */
export function Title({
  children,
  state,
  above,
}: {
  children: string;
  state?: ComponentChildren;
  above?: { href: string; name: string };
}) {
  return (
    <header class="title">
      {above && (
        <p class="above">
          <a href={above.href}>{above.name}</a>
        </p>
      )}
      <h1>{children}</h1>
      {state && <p class="state">{state}</p>}
    </header>
  );
}

export function Section({
  title,
  note,
  id,
  children,
}: {
  title: string;
  note?: string;
  id?: string;
  children: ComponentChildren;
}) {
  return (
    <section class="section" id={id}>
      <header>
        <h2>{title}</h2>
        {note && <p class="soft">{note}</p>}
      </header>
      {children}
    </section>
  );
}

/** Names and values. A value that is null or empty is left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ComponentChildren])[] }) {
  const shown = facts.filter(([, value]) => value !== null && value !== undefined && value !== '');
  if (shown.length === 0) return null;
  return (
    <dl class="facts">
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type Column<Row> = { name: string; isNumber?: boolean; show: (row: Row) => ComponentChildren };

/** Rows of an answer; it scrolls in its own frame where it is too wide, which the keyboard reaches too. */
export function Rows<Row>({
  title,
  columns,
  rows,
  keyOf,
}: {
  title: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard (WCAG 2.1.1)
    <section class="rows" aria-label={title} tabIndex={0}>
      <table class="table">
        <caption class="out-of-sight">{title}</caption>
        <thead>
          <tr>
            {columns.map(({ name, isNumber }) => (
              <th key={name} scope="col" class={isNumber ? 'end' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ name, isNumber, show }) => (
                <td key={name} class={isNumber ? 'end' : undefined} data-title={name}>
                  {show(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
