// Requests that move so much money that a second administrator decides: which wait, what each would do, and what became of them.

import { useState } from 'preact/hooks';
import type { ApprovalRequest, ApprovalState } from '../../../clients/typescript/src/index.ts';
import { useParam } from '../../core/address.ts';
import { euros } from '../../core/format.ts';
import { useList, useQuery } from '../../core/query.ts';
import { Badge, Notice, Refusal, Skeleton, type Tone } from '../../design/feedback.tsx';
import { Needs } from '../../design/permissions.tsx';
import { Instant, Money } from '../../design/values.tsx';
import { to } from '../addresses.ts';
import { mortar } from '../core/api.ts';
import { account } from '../core/session.ts';
import { DryRunView } from '../design/dry-run.tsx';
import { emptyIn, Filters, useDays } from '../design/filters.tsx';
import { Link } from '../design/link.tsx';
import { Facts, Page } from '../design/page.tsx';
import { type Column, FilterChips, Table } from '../design/table.tsx';
import { auditWords } from '../operations/audit-words.ts';
import { ConfirmedAction } from '../operations/confirm.tsx';
import { approvalWords } from './words.ts';

const TONES: Readonly<Record<ApprovalState, Tone>> = {
  waiting: 'warn',
  refused: 'neutral',
  expired: 'neutral',
  approved: 'info',
  executed: 'good',
  changed: 'bad',
  failed: 'bad',
};
const OTHERS = ['executed', 'refused', 'expired', 'changed', 'failed'] as const;

/** The list, or with `?id=` one of them. */
export default function ApprovalsPage() {
  const [id] = useParam('id');
  return id === '' ? <RequestsPage /> : <RequestPage id={id} />;
}

/** Those that wait, unless the address asks for others. */
function RequestsPage() {
  const t = approvalWords.value;
  const [asked] = useParam('status');
  const state = OTHERS.find((other) => other === asked) ?? 'waiting';
  const days = useDays();
  const list = useList(['approvals', state, days], (page, signal) =>
    mortar.listApprovals({ query: { ...page, ...days, state }, signal }),
  );
  // Of some days no word about all.
  const waiting = state === 'waiting' && !days.from && !days.to ? list.data?.length : undefined;
  return (
    <Page title={t.title} state={waiting === undefined ? '\u00a0' : waiting === 0 ? t.nothing : t.state(waiting)}>
      <Filters hasDays>
        <FilterChips
          name="status"
          label={t.byState}
          all={{ label: t.states.waiting }}
          choices={OTHERS.map((value) => ({ value, label: t.states[value] }))}
        />
      </Filters>
      <Table
        label={t.requests}
        columns={columns()}
        list={list}
        keyOf={(request) => request.id}
        hrefOf={(request) => to.approval(request.id)}
        apartOf={({ amountCents, askedAt }) => [euros(amountCents), askedAt]}
        empty={emptyIn(days, { title: t.empty, text: t.emptyText })}
        csv="validations"
        skeletonRows={3}
      />
    </Page>
  );
}

const nameOf = ({ auditKind }: Pick<ApprovalRequest, 'auditKind'>) => auditWords.value.kinds[auditKind] ?? auditKind;

function columns(): Column<ApprovalRequest>[] {
  const t = approvalWords.value;
  return [
    { id: 'what', title: t.what, cell: nameOf, text: nameOf },
    { id: 'by', title: t.askedBy, cell: ({ askedBy }) => askedBy.email, text: ({ askedBy }) => askedBy.email },
    { id: 'at', title: t.askedAt, cell: ({ askedAt }) => <Instant at={askedAt} isRelative />, text: ({ askedAt }) => askedAt },
    {
      id: 'state',
      title: t.stateOf,
      cell: ({ state }) => <Badge tone={TONES[state]}>{t.states[state]}</Badge>,
      text: ({ state }) => t.states[state],
    },
    {
      id: 'amount',
      title: t.amount,
      align: 'end',
      cell: ({ amountCents }) => <Money cents={amountCents} />,
      cents: ({ amountCents }) => amountCents,
    },
  ];
}

function RequestPage({ id }: { id: string }) {
  const t = approvalWords.value;
  const [changes, setChanges] = useState(0);
  const query = useQuery(['approval', id, changes], (signal) => mortar.readApproval({ path: { approvalId: id }, signal }));
  const { data: request, error, reload } = query;
  return (
    <Page
      title={t.request}
      above={{ href: '/console/approvals', name: t.title }}
      state={request === undefined ? '\u00a0' : `${nameOf(request)} : ${euros(request.amountCents)}`}
    >
      {request !== undefined && <Request request={request} onClosed={() => setChanges(changes + 1)} />}
      {request === undefined && (error ? <Refusal error={error} retry={reload} /> : <Skeleton rows={4} height="row" />)}
    </Page>
  );
}

function Request({ request, onClosed }: { request: ApprovalRequest; onClosed: () => void }) {
  const t = approvalWords.value;
  return (
    <>
      <Outcome request={request} />
      <Facts
        facts={[
          [
            t.stateOf,
            <Badge key="state" tone={TONES[request.state]}>
              {t.states[request.state]}
            </Badge>,
          ],
          [t.askedBy, request.askedBy.email],
          [t.askedAt, <Instant key="asked" at={request.askedAt} isRelative />],
          ...(request.state === 'waiting' ? [[t.expiresAt, <Instant key="expires" at={request.expiresAt} />] as const] : []),
          ...(request.decidedBy ? [[t.decidedBy, request.decidedBy.email] as const] : []),
          ...(request.reason === null ? [] : [[t.reason, request.reason] as const]),
        ]}
      />
      {request.state === 'waiting' && <Decision request={request} onClosed={onClosed} />}
      <h2>{t.shownText}</h2>
      <DryRunView of={request.dryRun} />
      {request.changedTo && (
        <>
          <h2>{t.changedText}</h2>
          <DryRunView of={request.changedTo} />
        </>
      )}
    </>
  );
}

function Outcome({ request: { errorCode, paymentId } }: { request: ApprovalRequest }) {
  const t = approvalWords.value;
  if (paymentId !== null)
    return (
      <Notice>
        <Link href={to.payment(paymentId)}>{t.payment}</Link>
      </Notice>
    );
  if (errorCode === null) return null;
  return (
    <Notice tone="bad">
      <p>{t.notDone}</p>
      <p class="code-line">
        <code>{errorCode}</code>
      </p>
    </Notice>
  );
}

function Decision({ request: { id, amountCents, askedBy }, onClosed }: { request: ApprovalRequest; onClosed: () => void }) {
  const t = approvalWords.value;
  if (askedBy.administratorId === account.value?.id) return <Notice>{t.own}</Notice>;
  const path = { approvalId: id };
  return (
    <Needs permission="money.write">
      <p class="actions">
        <ConfirmedAction
          name={`approve ${id}`}
          label={t.approve}
          consequence={t.approveText(euros(amountCents))}
          run={() => mortar.approveMoneyRequest({ path })}
          made={({ state }) => {
            if (state === 'executed') return { tone: 'good', sentence: t.approved };
            return state === 'approved' ? { tone: 'info', sentence: t.underWay } : { tone: 'bad', sentence: t.notDone };
          }}
          onClosed={onClosed}
        />{' '}
        <ConfirmedAction
          name={`refuse ${id}`}
          label={t.refuse}
          consequence={t.refuseText}
          comment={{ label: t.reason, hint: t.refuseHint }}
          run={(_once, reason) => mortar.refuseMoneyRequest({ path, body: { reason } })}
          made={() => ({ tone: 'good', sentence: t.refused })}
          onClosed={onClosed}
        />
      </p>
    </Needs>
  );
}
