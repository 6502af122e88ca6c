// The frame of the tabs of Content.

import type { ComponentChildren } from 'preact';
import { to } from '../addresses.ts';
import { Page } from '../design/page.tsx';
import { contentWords } from './words.ts';

const TABS = ['news', 'owners', 'presentations', 'spvs', 'requests'] as const;

export function Frame({
  tab,
  action,
  children,
}: {
  tab: (typeof TABS)[number];
  action?: ComponentChildren;
  children: ComponentChildren;
}) {
  const t = contentWords.value;
  return (
    <Page
      title={t.title}
      state={t.states[tab]}
      action={action}
      tabs={TABS.map((name) => ({ href: to.content(name), name: t.tabs[name] }))}
    >
      {children}
    </Page>
  );
}
