// Movements at the provider that the books do not know: what each is, between whom, and what is to be done about it.

import type { UnknownMovementView as Movement, WalletHolder } from '../../../clients/typescript/src/index.ts';
import { addressWith, useParam } from '../../core/address.ts';
import { useList } from '../../core/query.ts';
import { Id } from '../../design/button.tsx';
import { Badge } from '../../design/feedback.tsx';
import { Instant, Money } from '../../design/values.tsx';
import { designWords } from '../../design/words.ts';
import { mortar } from '../core/api.ts';
import { AtProvider } from '../design/at-provider.tsx';
import { emptyIn, useDays } from '../design/filters.tsx';
import { type Column, Table } from '../design/table.tsx';
import { MovementAction } from './book-movement.tsx';
import { Account, Holder } from './frame.tsx';
import { movementWords } from './movement-words.ts';

/** Those of `?account=`, where the address names one. */
export function Movements({ status }: { status: Movement['status'] | undefined }) {
  const t = movementWords.value;
  const [accountId] = useParam('account');
  const days = useDays();
  const list = useList(['movements', status, accountId, days], (page, signal) =>
    mortar.listUnknownMovements({
      query: { ...page, ...days, ...(status && { status }), ...(accountId && { accountId }) },
      signal,
    }),
  );
  return (
    <>
      <p class="soft measure">{t.explanation}</p>
      {accountId !== '' && (
        <p>
          {t.ofAccount} <Account id={accountId} /> · <a href={addressWith({ account: '' })}>{t.ofAll}</a>
        </p>
      )}
      <Table
        label={t.title}
        columns={columns(list.reload)}
        list={list}
        keyOf={({ id }) => id}
        empty={emptyIn(
          days,
          accountId === ''
            ? { title: status === 'open' ? t.noOpen : t.none, text: t.emptyText }
            : { title: t.noneOfAccount, text: t.noneOfAccountText },
        )}
        csv="mouvements-inconnus"
      />
    </>
  );
}

function columns(reload: () => void): Column<Movement>[] {
  const t = movementWords.value;
  return [
    {
      id: 'kind',
      title: t.kind,
      cell: ({ kind, status }) => (
        <span class="stacked">
          <span>
            <Badge tone={status === 'closed' ? 'neutral' : 'bad'}>{t.kinds[kind]}</Badge>
          </span>
          {status === 'open' && <span class="soft small">{t.remedies[kind]}</span>}
        </span>
      ),
      text: ({ kind }) => t.kinds[kind],
    },
    {
      id: 'from',
      title: t.from,
      cell: ({ fromAccountId, fromHolder }) => <Side accountId={fromAccountId} holder={fromHolder} />,
      text: ({ fromAccountId, fromHolder }) => fromHolder?.name ?? fromAccountId ?? t.bank,
    },
    {
      id: 'to',
      title: t.to,
      cell: ({ toAccountId, toHolder }) => <Side accountId={toAccountId} holder={toHolder} />,
      text: ({ toAccountId, toHolder }) => toHolder?.name ?? toAccountId ?? t.bank,
    },
    {
      id: 'moved',
      title: t.movedAt,
      cell: ({ movedAt, openedAt, closedAt, booking }) => (
        <span class="stacked">
          <Instant at={movedAt} />
          <span class="soft small">
            {booking ? t.bookedAt : closedAt ? t.closed : t.seen} <Instant at={closedAt ?? openedAt} hasTime={false} />
          </span>
        </span>
      ),
      text: ({ movedAt }) => movedAt,
    },
    {
      id: 'number',
      title: t.number,
      cell: ({ providerId, reference, kind }) => (
        <span class="stacked">
          <span>
            {providerId} <AtProvider kind={kind} id={providerId} />
          </span>
          {reference && <Id id={reference} what={designWords.value.theReference} />}
        </span>
      ),
      text: ({ providerId }) => providerId,
    },
    {
      id: 'amount',
      title: t.amount,
      align: 'end',
      cell: ({ amountCents }) => <Money cents={amountCents} />,
      cents: ({ amountCents }) => amountCents,
    },
    {
      id: 'booking',
      title: t.inTheBooks,
      align: 'end',
      cell: (movement) => <MovementAction movement={movement} onClosed={reload} />,
      text: ({ booking }) => booking?.reason ?? null,
    },
  ];
}

/** One end of it: the name of whose wallet it is, above the account. */
function Side({ accountId, holder }: { accountId: string | null; holder: WalletHolder | null }) {
  const t = movementWords.value;
  if (accountId === null) return <span class="soft">{t.bank}</span>;
  return (
    <span class="stacked">
      {holder === null ? <span class="soft small">{t.stranger}</span> : <Holder id={accountId} holder={holder} />}
      <Account id={accountId} />
    </span>
  );
}
