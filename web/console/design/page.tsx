// The frame of every page: title, one sentence of state, the primary action on the right, tabs below.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { WaitingPlace } from '../today/kinds.ts';
import { CountOf } from './count-of.tsx';
import { ReadOnlyNote } from './own-words.tsx';

/** `waits`: the place whose waiting things are counted beside the name. */
export type Tab = { href: string; name: string; waits?: WaitingPlace };

type PageProps = {
  title: string;
  /** One sentence that says how things stand. */
  state?: ComponentChildren;
  /** The primary action; others beside it. */
  action?: ComponentChildren;
  /** Each tab is a separate page: `/console/properties/:id/:tab`. */
  tabs?: readonly Tab[];
  /** Where this page belongs to, as the property of a schedule. */
  above?: { href: string; name: string } | undefined;
  /** Tables may use the whole width. */
  isWide?: boolean;
  children: ComponentChildren;
};

export function Page({ title, state, action, tabs, above, isWide, children }: PageProps) {
  const { path } = useLocation();
  const tabBar = useRef<HTMLElement>(null);
  useEffect(() => {
    const bar = tabBar.current;
    if (!bar) return undefined;
    // On a narrow screen the tabs scroll: the one that is open shows itself, also once counts have made those before it wider.
    const grown = new ResizeObserver(() => {
      const current = bar.querySelector<HTMLElement>('[aria-current]');
      if (current) bar.scrollTo({ left: current.offsetLeft - bar.clientWidth / 3 });
    });
    for (const tab of bar.children) grown.observe(tab);
    return () => grown.disconnect();
  }, [path]);
  const open = tabs?.find(({ href }) => path === href)?.name;
  useTitle(open === undefined ? title : `${open} · ${title}`);
  return (
    <div class={`page${isWide ? ' wide' : ''}`}>
      <header class="page-head">
        <div class="page-title">
          {above && (
            <p class="above">
              <a href={above.href}>{above.name}</a>
            </p>
          )}
          <h1>{title}</h1>
          {state !== undefined && <p class="state">{state}</p>}
        </div>
        {action && <div class="page-action">{action}</div>}
      </header>
      {tabs && (
        <nav ref={tabBar} class="tabs" aria-label={title}>
          {tabs.map(({ href, name, waits }) => (
            <span key={href} class="tab">
              <a href={href} aria-current={path === href ? 'page' : undefined}>
                {name}
              </a>
              {waits && <CountOf place={waits} name={name} />}
            </span>
          ))}
        </nav>
      )}
      <ReadOnlyNote />
      {children}
    </div>
  );
}

/** What the browser calls the page: its tab, its history, its bookmarks. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Mortar`;
  }, [title]);
}

/** A part of a page under its own heading. */
export function Section({
  title,
  note,
  action,
  children,
}: {
  title: string;
  note?: ComponentChildren;
  action?: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <section class="section">
      <header>
        <h2>{title}</h2>
        {note && <p class="soft">{note}</p>}
        {action && <div class="section-action">{action}</div>}
      </header>
      {children}
    </section>
  );
}

/** Names and values, one under another: `{ 'IBAN': '…', 'Créé le': <Day … /> }`. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
