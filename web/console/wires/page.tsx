// Wires: what came in and waits for its echeance, and what became of the rest.

import { useSignal } from '@preact/signals';
import type { PaymentToBeAssigned } from '../../../clients/typescript/src/index.ts';
import { useParam } from '../../core/address.ts';
import { day, euros, month } from '../../core/format.ts';
import { useList } from '../../core/query.ts';
import { ButtonLink } from '../../design/button.tsx';
import { SearchField } from '../../design/search-field.tsx';
import { Day, Instant, Money } from '../../design/values.tsx';
import { to } from '../addresses.ts';
import { mortar } from '../core/api.ts';
import { emptyIn, Filters } from '../design/filters.tsx';
import { Page } from '../design/page.tsx';
import { type Column, FilterChips, Table } from '../design/table.tsx';
import { NoteSign } from '../notes/notes.tsx';
import { isSearchable, narrowed, useNarrowing } from './narrowing.ts';
import { queueWords } from './queue-words.ts';
import { PaymentState } from './state.tsx';
import { useSureSuggestions } from './sure.tsx';
import { wireWords } from './words.ts';

type State = 'waiting' | 'assigned' | 'archived';

export default function WiresPage() {
  const t = wireWords.value;
  const q = queueWords.value;
  const [asked] = useParam('state');
  const state: State = asked === 'assigned' || asked === 'archived' ? asked : 'waiting';
  const waiting = useSignal<{ count: number; amountCents: number } | undefined>(undefined);
  const sure = useSureSuggestions(state === 'waiting').data?.length ?? 0;
  const narrowing = useNarrowing();
  const list = useList(
    ['wires', state, narrowing],
    async (page, signal) => {
      const answer = await mortar.listPaymentsToBeAssigned({ query: { ...page, ...narrowing, state }, signal });
      waiting.value = answer.waiting;
      return answer;
    },
    state === 'waiting' ? { pollMs: 60_000 } : {},
  );
  const total = waiting.value;
  return (
    <Page
      title={t.title}
      state={total && t.waitingState(total.count, euros(total.amountCents))}
      action={
        <>
          {sure > 0 && <ButtonLink href={to.sureWires}>{q.sure(sure)}</ButtonLink>}
          <ButtonLink href={to.fromEscrow}>{t.fromEscrow}</ButtonLink>
          <ButtonLink look="primary" href={to.newPayment}>
            {t.newPayment}
          </ButtonLink>
        </>
      }
    >
      <SearchField label={q.search} hint={(typed) => (typed.trim() === '' || isSearchable(typed) ? undefined : q.searchShort)} />
      <Filters hasDays>
        <FilterChips
          name="state"
          label={t.filter}
          all={total ? { label: t.waiting, count: total.count } : { label: t.waiting }}
          choices={[
            { value: 'assigned', label: t.assigned },
            { value: 'archived', label: t.archived },
          ]}
        />
      </Filters>
      <Table
        label={t[state]}
        columns={columnsOf(state)}
        list={list}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => narrowed(to.wire(id), narrowing)}
        apartOf={({ amount, date, comment }) => [euros(amount), day(date), comment ?? null]}
        empty={
          narrowing.search
            ? { title: q.emptySearch, text: q.emptySearchText }
            : emptyIn(
                narrowing,
                state === 'waiting'
                  ? { title: t.emptyWaiting, text: t.emptyWaitingText }
                  : { title: t.emptySettled, text: t.emptySettledText },
              )
        }
        csv={state === 'waiting' ? 'virements-a-affecter' : 'virements-traites'}
      />
    </Page>
  );
}

function columnsOf(state: State): Column<PaymentToBeAssigned>[] {
  const t = wireWords.value;
  const { columns } = t;
  const settled: Column<PaymentToBeAssigned>[] = [
    {
      id: 'echeance',
      title: columns.echeance,
      cell: ({ echeance }) => (echeance ? t.echeance(echeance.number, month(echeance.period)) : '–'),
      text: ({ echeance }) => echeance?.period ?? null,
    },
    {
      id: 'settled',
      title: columns.settled,
      cell: ({ settledAt }) => (settledAt ? <Instant at={settledAt} hasTime={false} /> : '–'),
      text: ({ settledAt }) => settledAt,
    },
  ];
  return [
    {
      id: 'project',
      title: columns.project,
      cell: ({ project, spv }) => (
        <span class="two-lines">
          <span>{project?.name ?? t.noProject}</span>
          <span class="soft small">{spv.name}</span>
        </span>
      ),
      text: ({ project, spv }) => project?.name ?? spv.name,
    },
    { id: 'date', title: columns.received, isSortable: true, cell: ({ date }) => <Day date={date} />, text: ({ date }) => date },
    {
      id: 'comment',
      title: columns.comment,
      cell: ({ comment, noteCount }) => (
        <span class="with-sign">
          {comment ?? '–'} <NoteSign count={noteCount} />
        </span>
      ),
      text: ({ comment }) => comment ?? '',
    },
    {
      id: 'kind',
      title: columns.kind,
      cell: ({ source }) => <span class="whole">{t.kinds[source]}</span>,
      text: ({ source }) => t.kinds[source],
    },
    ...(state === 'assigned' ? settled : state === 'archived' ? settled.slice(1) : []),
    { id: 'state', title: columns.state, cell: (payment) => <PaymentState payment={payment} /> },
    {
      id: 'amount',
      title: columns.amount,
      align: 'end',
      isSortable: true,
      cell: ({ amount }) => <Money cents={amount} />,
      cents: ({ amount }) => amount,
    },
  ];
}
