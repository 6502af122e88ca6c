// What the tabs of Operations share: the frame of a list, that of one record, and small parts of both.

import type { ComponentChildren } from 'preact';
import type { WalletHolder } from '../../../clients/typescript/src/index.ts';
import { addressWith } from '../../core/address.ts';
import type { Query } from '../../core/query.ts';
import { Id } from '../../design/button.tsx';
import { Refusal, Skeleton } from '../../design/feedback.tsx';
import { to } from '../addresses.ts';
import { Link } from '../design/link.tsx';
import { Page } from '../design/page.tsx';
import { operationsWords } from './words.ts';

export type OperationsTab = keyof (typeof operationsWords.fr)['tabs'];

/** In the order of the page. */
const TABS: readonly OperationsTab[] = [
  'payments',
  'notifications',
  'jobs',
  'proof',
  'reconciliation',
  'incidents',
  'charge-backs',
  'invoices',
  'audit',
  'settings',
  'health',
];

/** One tab: its list under the page's title. */
export function Frame({
  tab,
  action,
  children,
}: {
  tab: OperationsTab;
  action?: ComponentChildren;
  children: ComponentChildren;
}) {
  const t = operationsWords.value;
  return (
    <Page
      title={t.title}
      state={t.states[tab]}
      action={action}
      tabs={TABS.map((name) => ({ href: to.operations(name), name: t.tabs[name], waits: `operations/${name}` as const }))}
    >
      {children}
    </Page>
  );
}

/** One record of a tab, under a link back to its list. */
export function Record<T>({
  tab,
  name,
  query,
  title,
  state,
  action,
  children,
}: {
  tab: OperationsTab;
  /** What it is, while it is not known which. */
  name: string;
  query: Query<T>;
  title: (record: T) => string;
  state: (record: T) => ComponentChildren;
  action?: (record: T) => ComponentChildren;
  children: (record: T) => ComponentChildren;
}) {
  const { data, error, reload } = query;
  const above = { href: addressWith({ id: '' }), name: operationsWords.value.tabs[tab] };
  if (data === undefined)
    return (
      <Page title={name} above={above}>
        {error ? <Refusal error={error} retry={reload} /> : <Skeleton rows={4} height="figure" />}
      </Page>
    );
  return (
    <Page title={title(data)} above={above} state={state(data)} action={action?.(data)}>
      {error ? <Refusal error={error} retry={reload} /> : null}
      {children(data)}
    </Page>
  );
}

const UUID = /^[0-9a-f]{8}-/;

/** An account at the provider: an id of ours in short, a name of the platform's whole. */
export function Account({ id }: { id: string | null }) {
  const { account } = operationsWords.value;
  if (id === null) return <>–</>;
  return UUID.test(id) ? <Id id={id} what={account} /> : <code>{id}</code>;
}

/** Whose account at the provider it is, leading to them; the account itself where it is nobody's here. */
export function Holder({ id, holder }: { id: string | null; holder: WalletHolder | null }) {
  if (holder === null) return <Account id={id} />;
  const { customerId, spvId, name } = holder;
  return <Link href={customerId === null ? to.spv(spvId ?? '') : to.investor(customerId, 'money')}>{name}</Link>;
}

/** A value as the service has it, where the exact value matters. */
export function Json({ value, label }: { value: unknown; label: string }) {
  return (
    <section class="json" aria-label={label}>
      <details>
        <summary>{operationsWords.value.exactValue}</summary>
        <pre>{JSON.stringify(value, null, 2)}</pre>
      </details>
    </section>
  );
}
