// The audit log: who did what, to what, and when, with filters in the address.

import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type {
  AdminActionTarget as ActionTarget,
  ListAdminActionsResponses,
  PaymentPurpose,
} from '../../../clients/typescript/src/index.ts';
import { addressWith } from '../../core/address.ts';
import { day, euros, exactly, ofMonth } from '../../core/format.ts';
import { useList } from '../../core/query.ts';
import { Button, ButtonLink, Id } from '../../design/button.tsx';
import { Field } from '../../design/form.tsx';
import { Instant } from '../../design/values.tsx';
import { to } from '../addresses.ts';
import { mortar } from '../core/api.ts';
import { emptyIn, Filters, useDays } from '../design/filters.tsx';
import { Link } from '../design/link.tsx';
import { type Column, Table } from '../design/table.tsx';
import { todayWords } from '../today/words.ts';
import { ActionFacts, actionName, factsText } from './action-facts.tsx';
import { auditWords } from './audit-words.ts';
import { Frame } from './frame.tsx';
import { jobWords } from './job-words.ts';
import { PaymentState } from './payment-state.tsx';
import { operationsWords } from './words.ts';

type Action = ListAdminActionsResponses[200]['items'][number];

const FILTERS = ['kind', 'email', 'target'] as const;
type Asked = { [name in (typeof FILTERS)[number]]: string };

export function AuditTab() {
  const t = auditWords.value;
  const { query } = useLocation();
  const asked: Asked = {
    kind: query.kind ?? '',
    email: query.email ?? '',
    target: query.target ?? '',
  };
  const days = useDays();
  const list = useList(['audit', asked, days], (page, signal) =>
    mortar.listAdminActions({ query: { ...page, ...days, ...queryOf(asked) }, signal }),
  );
  return (
    <Frame tab="audit">
      <AuditFilters key={JSON.stringify(asked)} asked={asked} />
      <Filters hasDays />
      <Table
        label={operationsWords.value.tabs.audit}
        columns={columns()}
        list={list}
        keyOf={({ id }) => id}
        empty={emptyIn(days, { title: t.emptyTitle, text: t.emptyText })}
        csv="journal"
      />
    </Frame>
  );
}

/** Typed first, then asked for: one request for a set of filters. */
function AuditFilters({ asked }: { asked: Asked }) {
  const t = auditWords.value;
  const { route } = useLocation();
  const [typed, setTyped] = useState(asked);
  const set = (name: keyof Asked) => (value: string) => setTyped({ ...typed, [name]: value });
  const kinds = Object.entries(t.kinds).toSorted(([, one], [, other]) => one.localeCompare(other));
  const isFiltered = FILTERS.some((name) => asked[name] !== '');
  const known = asked.kind === '' || asked.kind in t.kinds;
  return (
    <search>
      <form
        class="audit-filters"
        aria-label={t.filter}
        onSubmit={(event) => {
          event.preventDefault();
          route(addressWith({ ...typed, email: typed.email.trim(), target: typed.target.trim() }));
        }}
      >
        <Field
          label={t.kind}
          value={typed.kind}
          onInput={set('kind')}
          choices={[
            { value: '', label: t.allKinds },
            ...(known ? [] : [{ value: asked.kind, label: asked.kind }]),
            ...kinds.map(([value, label]) => ({ value, label })),
          ]}
        />
        <Field label={t.email} value={typed.email} onInput={set('email')} maxLength={254} inputMode="email" autoComplete="off" />
        <Field label={t.targetId} value={typed.target} onInput={set('target')} maxLength={100} autoComplete="off" />
        <div class="audit-filters-action">
          <Button type="submit" look="primary" needs={null}>
            {t.apply}
          </Button>
          {isFiltered && <ButtonLink href={addressWith({ kind: '', email: '', target: '' })}>{t.clear}</ButtonLink>}
        </div>
      </form>
    </search>
  );
}

function queryOf({ kind, email, target }: Asked) {
  return {
    ...(kind && { kind }),
    ...(email && { email }),
    ...(target && { targetId: target }),
  };
}

function columns(): Column<Action>[] {
  const t = auditWords.value;
  return [
    {
      id: 'kind',
      title: operationsWords.value.what,
      cell: (action) => (
        <span class="strong" title={action.kind}>
          {actionName(action)}
        </span>
      ),
      text: actionName,
    },
    { id: 'who', title: t.who, cell: ({ administratorEmail }) => administratorEmail, text: (row) => row.administratorEmail },
    {
      id: 'target',
      title: t.target,
      cell: ({ target, createdAt }) => (target ? <Target target={target} at={createdAt} /> : ''),
      text: ({ target }) => (target ? `${nameOf(target)} (${target.type} ${target.id})` : null),
    },
    {
      id: 'payload',
      title: t.payload,
      cell: (action) => (
        <div class="stacked">
          {action.payment && (
            <span>
              <Link href={to.payment(action.payment.id)}>
                {t.ordered} {action.payment.id.slice(0, 8)}
              </Link>{' '}
              <PaymentState status={action.payment.status} />
            </span>
          )}
          <ActionFacts action={action} />
        </div>
      ),
      text: factsText,
    },
    {
      id: 'at',
      title: operationsWords.value.at,
      align: 'end',
      cell: ({ createdAt }) => <Instant at={createdAt} isRelative />,
      text: ({ createdAt }) => createdAt,
    },
  ];
}

/** Where the record of a row is, by its type. */
const PLACES: Readonly<Record<string, (target: ActionTarget) => string | undefined>> = {
  property: ({ id }) => to.property(id),
  customer: ({ id }) => to.investor(id),
  echeance: ({ propertyId, period }) => to.echeance(propertyId ?? '', period ?? ''),
  // Of payments those to be assigned have no purpose yet.
  payment: ({ id, purpose }) => (purpose === null ? to.wire(id) : to.payment(id)),
  'payout-line': ({ period }) => to.payouts(period ?? undefined),
  approval: ({ id }) => to.approval(id),
  'gift-card': ({ id }) => to.giftCard(id),
  complaint: ({ id }) => to.complaint(id),
  'tax-rate-request': ({ customerId }) => to.investor(customerId ?? '', 'tax'),
  'tax-remittance': ({ period }) => to.payouts(period ?? undefined),
  'referral-invoice': ({ customerId }) => (customerId === null ? undefined : to.investor(customerId)),
  job: ({ id }) => `${to.operations('jobs')}?id=${id}`,
  spv: ({ id }) => to.spv(id),
  'home-news': () => to.content('news'),
  'project-owner': () => to.content('owners'),
  'project-owner-presentation': () => to.content('presentations'),
  'project-financing-request': () => to.content('requests'),
  'provider-event': ({ id }) => `${to.operations('notifications')}?id=${id}`,
};

/** What it is and what it is called; its name leads to its page. */
function Target({ target, at }: { target: ActionTarget; at: string }) {
  const t = auditWords.value;
  const name = nameOf(target);
  const href = target.isGone ? undefined : PLACES[target.type]?.(target);
  return (
    <span class="stacked">
      <span>
        {href ? (
          <Link href={href}>
            {name}
            <span class="out-of-sight">
              {`, ${t.targets[target.type] ?? target.type}`}
              {NAMED_ALIKE.has(target.type) && `, ${exactly(at)}`}
            </span>
          </Link>
        ) : (
          name
        )}
      </span>
      <span class="soft small">
        {t.targets[target.type] ?? target.type}
        {target.isGone && `, ${t.gone}`} · <Id id={target.id} />
      </span>
    </span>
  );
}

/** Many of these have the same name: a screen reader says the time too. */
const NAMED_ALIKE: ReadonlySet<string> = new Set(['job', 'provider-event', 'payment', 'payout-line', 'home-news', 'gift-card']);

/** In words: amount and month are part of the name of what has no other. */
function nameOf({ type, name, period, amountCents, purpose }: ActionTarget): string {
  const { named, targets } = auditWords.value;
  const amount = amountCents === null ? '' : euros(amountCents);
  if (type === 'echeance' && name !== null && period !== null) return named.echeance(ofMonth(period), name);
  // Border: the purpose of a payment, as the API names it.
  if (purpose !== null) return named.payment(todayWords.value.purposes[purpose as PaymentPurpose], amount);
  if (type === 'payment' && name !== null) return named.wire(amount, day(period ?? ''), name);
  if (type === 'payout-line' && name !== null) return named.payout(amount, name, ofMonth(period ?? ''));
  if (type === 'tax-remittance' && period !== null) return named.remittance(ofMonth(period), amount);
  if (type === 'provider-event') return todayWords.value.notifications[name ?? ''] ?? name ?? targets[type] ?? type;
  if (type === 'job') return jobWords.value.names[name ?? ''] ?? name ?? targets[type] ?? type;
  return name ?? targets[type] ?? type;
}
