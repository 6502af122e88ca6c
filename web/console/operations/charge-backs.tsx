// Money that a bank took back: whose, whether the account was frozen and the money booked, and what is left to do.

import type { ChargeBackView } from '../../../clients/typescript/src/index.ts';
import { useParam } from '../../core/address.ts';
import { useList } from '../../core/query.ts';
import { Badge } from '../../design/feedback.tsx';
import { Instant, Money } from '../../design/values.tsx';
import { mortar } from '../core/api.ts';
import { emptyIn, Filters, useDays } from '../design/filters.tsx';
import { type Column, FilterChips, Table } from '../design/table.tsx';
import { chargeBackWords } from './charge-back-words.ts';
import { Frame, Holder } from './frame.tsx';

/** The open ones, unless the address asks for all. */
export function ChargeBacksTab() {
  const t = chargeBackWords.value;
  const [asked] = useParam('status');
  const isAll = asked === 'all';
  const days = useDays();
  const list = useList(['charge-backs', isAll, days], (page, signal) =>
    mortar.listChargeBacks({ query: { ...page, ...days, ...(isAll ? {} : { state: 'open' as const }) }, signal }),
  );
  return (
    <Frame tab="charge-backs">
      <Filters hasDays>
        <FilterChips name="status" label={t.byState} all={{ label: t.open }} choices={[{ value: 'all', label: t.all }]} />
      </Filters>
      <Table
        label={t.title}
        columns={columns()}
        list={list}
        keyOf={({ id }) => id}
        empty={emptyIn(days, { title: isAll ? t.none : t.noOpen, text: t.explanation })}
        csv="rejets"
      />
    </Frame>
  );
}

function columns(): Column<ChargeBackView>[] {
  const t = chargeBackWords.value;
  return [
    {
      id: 'account',
      title: t.wallet,
      cell: ({ accountId, holder }) => <Holder id={accountId} holder={holder} />,
      text: ({ accountId, holder }) => holder?.name ?? accountId,
    },
    {
      id: 'number',
      title: t.movement,
      cell: ({ providerPayoutId }) => providerPayoutId,
      text: ({ providerPayoutId }) => providerPayoutId,
    },
    {
      id: 'seen',
      title: t.seenAt,
      cell: ({ firstSeenAt }) => <Instant at={firstSeenAt} isRelative />,
      text: ({ firstSeenAt }) => firstSeenAt,
    },
    { id: 'freeze', title: t.freeze, cell: ({ freeze }) => <Step step={freeze} />, text: ({ freeze }) => t.steps[freeze] },
    {
      id: 'booking',
      title: t.booking,
      cell: ({ booking, isShort }) => (
        <span class="stacked">
          <Step step={booking} />
          {isShort ? <span class="soft small">{t.short}</span> : null}
        </span>
      ),
      text: ({ booking }) => t.steps[booking],
    },
    {
      id: 'amount',
      title: t.amount,
      align: 'end',
      cell: ({ amountCents }) => (amountCents === null ? '–' : <Money cents={amountCents} />),
      cents: ({ amountCents }) => amountCents,
    },
  ];
}

function Step({ step }: { step: ChargeBackView['freeze'] }) {
  const tone = { none: 'neutral', open: 'warn', done: 'good' } as const;
  return <Badge tone={tone[step]}>{chargeBackWords.value.steps[step]}</Badge>;
}
