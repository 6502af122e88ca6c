// Notifications of the provider: content, outcome and replay.

import type { ProviderEventDetail, ProviderEventState, ProviderEventView } from '../../../clients/typescript/src/index.ts';
import { addressWith, useParam } from '../../core/address.ts';
import { exactly } from '../../core/format.ts';
import { useList, useQuery } from '../../core/query.ts';
import { Id } from '../../design/button.tsx';
import { Badge, Notice, Refusal, type Tone } from '../../design/feedback.tsx';
import { Instant } from '../../design/values.tsx';
import { mortar } from '../core/api.ts';
import { emptyIn, Filters, useDays } from '../design/filters.tsx';
import { Facts, Section } from '../design/page.tsx';
import { type Column, FilterChips, Table } from '../design/table.tsx';
import { todayWords } from '../today/words.ts';
import { ConfirmedAction } from './confirm.tsx';
import { Frame, Holder, Json, Record } from './frame.tsx';
import { operationsWords } from './words.ts';

const STATES: readonly ProviderEventState[] = ['failed', 'unhandled', 'handled', 'ignored'];
const TONES: Readonly<{ [S in ProviderEventState]: Tone }> = {
  failed: 'bad',
  unhandled: 'warn',
  handled: 'good',
  ignored: 'neutral',
};

export function NotificationsTab() {
  const [id] = useParam('id');
  return id === '' ? <Notifications /> : <NotificationRecord key={id} id={id} />;
}

function Notifications() {
  const t = operationsWords.value;
  const [asked] = useParam('state');
  const state = STATES.find((one) => one === asked);
  const days = useDays();
  const list = useList(['notifications', state, days], (page, signal) =>
    mortar.listEvents({ query: { ...page, ...days, ...(state && { state }) }, signal }),
  );
  return (
    <Frame tab="notifications">
      <Filters hasDays>
        <FilterChips
          name="state"
          label={t.byState}
          all={{ label: t.allFeminine }}
          choices={STATES.map((value) => ({ value, label: t.eventStates[value] }))}
        />
      </Filters>
      <Table
        label={t.tabs.notifications}
        columns={columns()}
        list={list}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => addressWith({ id })}
        apartOf={({ extId, holder, receivedAt }) => [holder?.name ?? extId, exactly(receivedAt)]}
        empty={emptyIn(days, { title: t.emptyNotifications, text: t.emptyNotificationsText })}
        csv="notifications"
      />
    </Frame>
  );
}

function columns(): Column<ProviderEventView>[] {
  const t = operationsWords.value;
  return [
    { id: 'kind', title: t.what, cell: ({ kind }) => nameOf(kind), text: ({ kind }) => nameOf(kind) },
    {
      id: 'state',
      title: t.state,
      cell: ({ state }) => <EventBadge state={state} />,
      text: ({ state }) => t.eventStates[state],
    },
    {
      id: 'about',
      title: t.about,
      cell: ({ extId, holder }) => <Holder id={extId} holder={holder} />,
      text: ({ extId, holder }) => holder?.name ?? extId,
    },
    {
      id: 'error',
      title: t.reason,
      cell: ({ lastError }) => (lastError === null ? '' : <code>{lastError}</code>),
      text: ({ lastError }) => lastError,
    },
    { id: 'deliveries', title: t.deliveries, align: 'end', cell: ({ deliveries }) => deliveries, text: (row) => row.deliveries },
    {
      id: 'received',
      title: t.receivedAt,
      align: 'end',
      cell: ({ receivedAt }) => <Instant at={receivedAt} isRelative />,
      text: ({ receivedAt }) => receivedAt,
    },
  ];
}

function NotificationRecord({ id }: { id: string }) {
  const t = operationsWords.value;
  const query = useQuery(['notification', id], (signal) => mortar.readEvent({ path: { eventId: id }, signal }));
  return (
    <Record
      tab="notifications"
      name={t.notification}
      query={query}
      title={({ kind }) => nameOf(kind)}
      state={({ state, receivedAt }) => (
        <>
          <EventBadge state={state} /> {t.receivedAt.toLowerCase()} <Instant at={receivedAt} isRelative />
        </>
      )}
      action={(event) =>
        (event.state === 'failed' || event.state === 'unhandled') && (
          <ConfirmedAction
            name={`replay ${id}`}
            label={t.replay}
            consequence={t.replayConsequence}
            run={(once) => mortar.replayEvent({ path: { eventId: id }, ...once })}
            made={({ state, lastError }) =>
              state === 'handled'
                ? { tone: 'good', sentence: t.replayed }
                : { tone: 'bad', sentence: t.replayFailed(lastError ?? '') }
            }
            onClosed={query.reload}
          />
        )
      }
    >
      {(event) => <Told event={event} />}
    </Record>
  );
}

function Told({ event }: { event: ProviderEventDetail }) {
  const t = operationsWords.value;
  return (
    <>
      {event.lastError !== null && (
        <Notice tone={event.state === 'ignored' ? 'warn' : 'bad'}>
          <p>{t.eventErrors[event.state]}</p>
          <p>
            <code>{event.lastError}</code>
          </p>
        </Notice>
      )}
      <div class="card">
        <Facts
          facts={[
            [t.about, <Holder key="about" id={event.extId} holder={event.holder} />],
            [t.deliveries, event.deliveries],
            [t.handledAt, event.handledAt ? <Instant key="handled" at={event.handledAt} isRelative /> : '–'],
            [t.technicalName, <code key="kind">{event.kind}</code>],
            [t.id, <Id key="id" id={event.id} />],
          ]}
        />
      </div>
      <Section title={t.payload} note={t.payloadNote}>
        <Json value={event.payload} label={t.payload} />
      </Section>
      <Replays eventId={event.id} state={event.state} />
    </>
  );
}

/** Who replayed it, from the audit log. */
function Replays({ eventId, state }: { eventId: string; state: ProviderEventState }) {
  const t = operationsWords.value;
  const list = useList(['replays', eventId, state], (page, signal) =>
    mortar.listAdminActions({ query: { ...page, targetId: eventId }, signal }),
  );
  if (list.error) return <Refusal error={list.error} retry={list.reload} />;
  if (list.data === undefined || list.data.length === 0) return null;
  return (
    <Section title={t.replays}>
      <ul class="card plain-list">
        {list.data.map(({ id, administratorEmail, createdAt }) => (
          <li key={id}>
            {administratorEmail} · <Instant at={createdAt} isRelative />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function EventBadge({ state }: { state: ProviderEventState }) {
  return <Badge tone={TONES[state]}>{operationsWords.value.eventStates[state]}</Badge>;
}

function nameOf(kind: string): string {
  return todayWords.value.notifications[kind] ?? kind;
}
