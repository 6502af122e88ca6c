// Payments that moved money twice at the provider, and the word that one was dealt with.

import type { PaymentIncidentView, PaymentPurpose } from '../../../clients/typescript/src/index.ts';
import { useParam } from '../../core/address.ts';
import { euros } from '../../core/format.ts';
import { useList } from '../../core/query.ts';
import { Instant, Money } from '../../design/values.tsx';
import { to } from '../addresses.ts';
import { mortar } from '../core/api.ts';
import { emptyIn, Filters, useDays } from '../design/filters.tsx';
import { type Column, FilterChips, Table } from '../design/table.tsx';
import { todayWords } from '../today/words.ts';
import { booksWords } from './books-words.ts';
import { ConfirmedAction } from './confirm.tsx';
import { Frame } from './frame.tsx';

/** The open ones, unless the address asks for the others. */
export function IncidentsTab() {
  const t = booksWords.value;
  const [asked] = useParam('status');
  const status = asked === 'resolved' ? 'resolved' : 'open';
  const days = useDays();
  const list = useList(['incidents', status, days], (page, signal) =>
    mortar.listPaymentIncidents({ query: { ...page, ...days, status }, signal }),
  );
  return (
    <Frame tab="incidents">
      <Filters hasDays>
        <FilterChips
          name="status"
          label={t.byState}
          all={{ label: t.incidentStates.open }}
          choices={[{ value: 'resolved', label: t.incidentStates.resolved }]}
        />
      </Filters>
      <Table
        label={t.incidents}
        columns={columns(list.reload)}
        list={list}
        keyOf={({ id }) => id}
        hrefOf={({ paymentId }) => to.payment(paymentId)}
        apartOf={({ amountCents, providerPaymentId }) => [euros(amountCents), String(providerPaymentId)]}
        empty={emptyIn(days, { title: t.noIncident, text: t.noIncidentText })}
        csv="incidents"
      />
    </Frame>
  );
}

function columns(reload: () => void): Column<PaymentIncidentView>[] {
  const t = booksWords.value;
  // Border: the purpose of a payment, as the API names it.
  const nameOf = ({ purpose }: PaymentIncidentView) => todayWords.value.purposes[purpose as PaymentPurpose] ?? purpose;
  return [
    { id: 'what', title: t.payment, cell: nameOf, text: nameOf },
    {
      id: 'number',
      title: t.providerNumber,
      cell: ({ providerPaymentId }) => providerPaymentId,
      text: ({ providerPaymentId }) => providerPaymentId,
    },
    { id: 'found', title: t.foundAt, cell: ({ foundAt }) => <Instant at={foundAt} isRelative />, text: ({ foundAt }) => foundAt },
    {
      id: 'amount',
      title: t.amount,
      align: 'end',
      cell: ({ amountCents }) => <Money cents={amountCents} />,
      cents: ({ amountCents }) => amountCents,
    },
    {
      id: 'resolve',
      title: t.outcome,
      align: 'end',
      cell: (incident) => {
        const { id, comment, status, amountCents, providerPaymentId } = incident;
        return status === 'resolved' ? (
          (comment ?? '')
        ) : (
          <ConfirmedAction
            name={`resolve ${id}`}
            label={t.resolve}
            of={[nameOf(incident), euros(amountCents), String(providerPaymentId)].join(', ')}
            consequence={t.resolveConsequence(euros(amountCents))}
            comment={{ label: t.resolveComment, hint: t.resolveHint }}
            run={(_once, text) => mortar.resolvePaymentIncident({ path: { incidentId: id }, body: { comment: text } })}
            made={() => ({ tone: 'good', sentence: t.resolved })}
            onClosed={reload}
          />
        );
      },
      text: ({ comment }) => comment,
    },
  ];
}
