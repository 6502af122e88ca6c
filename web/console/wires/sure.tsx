// The payments whose echeance is beyond doubt: one sheet to look through, one button, each assigned by itself.

import { useRef, useState } from 'preact/hooks';
import { type SureSuggestions, withIdempotencyKey } from '../../../clients/typescript/src/index.ts';
import type { Once } from '../../core/action.ts';
import { day, euros, month } from '../../core/format.ts';
import { knownList, type Query, useQuery } from '../../core/query.ts';
import { WaitsForApproval } from '../../core/waits.ts';
import { ButtonLink } from '../../design/button.tsx';
import { Badge, Empty, Refusal, Skeleton } from '../../design/feedback.tsx';
import { Day, Money } from '../../design/values.tsx';
import { to } from '../addresses.ts';
import { mortar } from '../core/api.ts';
import { may } from '../core/session.ts';
import { Link } from '../design/link.tsx';
import { MoneyAction } from '../design/money-action.tsx';
import { Page } from '../design/page.tsx';
import { type Column, Table } from '../design/table.tsx';
import { assignWords } from './assign-words.ts';
import { queueWords } from './queue-words.ts';
import { wireWords } from './words.ts';

export type Sure = SureSuggestions['items'][number];
/** What became of one: nothing yet is none of these. */
type Outcome = 'done' | { error: unknown };

/** The one reading of them; nothing is asked where nothing waits, or nobody could act. */
export function useSureSuggestions(isWanted: boolean): Query<readonly Sure[]> {
  const isAsked = isWanted && may('money.write');
  return useQuery(['sure-suggestions', isAsked], async (signal) =>
    isAsked ? (await mortar.listSureSuggestions({ signal })).items : [],
  );
}

export function SureSheet() {
  const t = queueWords.value;
  const found = useQuery(['sure-suggestions'], (signal) => mortar.listSureSuggestions({ signal }));
  return (
    <Page title={t.sureTitle} state={t.sureState} above={{ href: to.wires, name: wireWords.value.title }}>
      {found.data === undefined ? (
        found.error ? (
          <Refusal error={found.error} retry={found.reload} />
        ) : (
          <Skeleton rows={6} height="row" />
        )
      ) : found.data.items.length === 0 ? (
        <Empty title={t.sureEmpty}>
          {t.sureEmptyText} <ButtonLink href={to.wires}>{t.toWires}</ButtonLink>
        </Empty>
      ) : (
        <Sheet items={found.data.items} />
      )}
    </Page>
  );
}

function Sheet({ items }: { items: readonly Sure[] }) {
  const t = queueWords.value;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const onceOf = useOnceEach();
  const chosen = items.filter(({ payment: { id } }) => !left.has(id) && outcomes.get(id) !== 'done');
  const sum = chosen.reduce((cents, { payment }) => cents + payment.amount, 0);
  const toggle = (id: string) => setLeft(new Set(left.has(id) ? [...left].filter((one) => one !== id) : [...left, id]));
  const assignAll = async () => {
    const ended = new Map(outcomes);
    for (const one of chosen) {
      ended.set(one.payment.id, await assign(one, onceOf(one.payment.id)));
      setOutcomes(new Map(ended));
    }
    return chosen.map(({ payment: { id } }) => ended.get(id));
  };
  return (
    <>
      <Table
        label={t.sureTitle}
        columns={columns({ left, toggle, outcomes })}
        list={knownList(items)}
        keyOf={({ payment: { id } }) => id}
        empty={{ title: t.sureEmpty }}
      />
      <MoneyAction
        name={`assign-sure ${chosen.map(({ payment: { id } }) => id).join(' ')}`}
        label={t.assignAll(chosen.length, euros(sum))}
        title={t.sureTitle}
        amountCents={sum}
        receiver={t.receivers(chosen.length)}
        consequence={t.consequence}
        confirm={t.assignAll(chosen.length, euros(sum))}
        isDisabled={chosen.length === 0}
        isOfMany
        run={assignAll}
        made={(ended) => {
          const done = ended.filter((outcome) => outcome === 'done').length;
          return { sentence: t.made(done, ended.length - done), href: to.wires };
        }}
      />
    </>
  );
}

/** One of them by itself, from where it waits. */
export function AssignSure({ sure, onClosed }: { sure: Sure; onClosed: () => void }) {
  const { payment, suggestion } = sure;
  const t = assignWords.value;
  const amount = euros(payment.amount);
  return (
    <MoneyAction
      name={`assign-one-sure ${payment.id}`}
      look="plain"
      label={t.assign(amount, targetOf(sure))}
      title={t.assignDialog}
      amountCents={payment.amount}
      receiver={targetOf(sure)}
      consequence={suggestion.reasons.map((reason) => t.reasons[reason]).join(', ')}
      confirm={t.assignConfirm(amount)}
      run={(once) => send(sure, once)}
      made={() => ({ sentence: t.assignMade(amount), href: to.wire(payment.id) })}
      onClosed={onClosed}
    />
  );
}

function targetOf({ suggestion: { project, echeance } }: Sure): string {
  return assignWords.value.assignReceiver(project.name, wireWords.value.echeance(echeance.number, month(echeance.period)));
}

async function send({ payment, suggestion: { echeance, paymentFor } }: Sure, once: Once): Promise<void> {
  const body = { wireToBeAssignedId: payment.id, echeanceId: echeance.id, paymentFor, isSimulation: false };
  await mortar.assignWire({ body, ...once });
}

/** What is refused, or waits for somebody, stops none of the others. */
async function assign(sure: Sure, once: Once): Promise<Outcome> {
  try {
    await send(sure, once);
    return 'done';
  } catch (error) {
    return { error };
  }
}

/** A payment that is sent again, as no answer came, is sent under its key. */
function useOnceEach(): (id: string) => Once {
  const keys = useRef(new Map<string, Once>());
  return (id) => {
    const once = keys.current.get(id) ?? withIdempotencyKey();
    keys.current.set(id, once);
    return once;
  };
}

type Chosen = { left: ReadonlySet<string>; toggle: (id: string) => void; outcomes: ReadonlyMap<string, Outcome> };

function columns({ left, toggle, outcomes }: Chosen): Column<Sure>[] {
  const { columns: titles, ...t } = queueWords.value;
  return [
    {
      id: 'taken',
      title: titles.taken,
      cell: (sure) => (
        <input
          type="checkbox"
          aria-label={t.taken(euros(sure.payment.amount), targetOf(sure))}
          checked={!left.has(sure.payment.id)}
          disabled={outcomes.get(sure.payment.id) === 'done'}
          onChange={() => toggle(sure.payment.id)}
        />
      ),
    },
    { id: 'received', title: titles.received, cell: ({ payment }) => <Day date={payment.date} /> },
    {
      id: 'comment',
      title: titles.comment,
      cell: ({ payment: { id, comment, date } }) => <Link href={to.wire(id)}>{comment || day(date)}</Link>,
    },
    {
      id: 'target',
      title: titles.target,
      cell: (sure) => (
        <span class="two-lines">
          <span>{targetOf(sure)}</span>
          <span class="soft small">{wireWords.value.paymentFor[sure.suggestion.paymentFor]}</span>
        </span>
      ),
    },
    {
      id: 'why',
      title: titles.why,
      cell: ({ suggestion }) => (
        <span class="soft small">{suggestion.reasons.map((reason) => assignWords.value.reasons[reason]).join(', ')}</span>
      ),
    },
    {
      id: 'outcome',
      title: titles.outcome,
      cell: ({ payment: { id } }) => <OutcomeOf outcome={outcomes.get(id)} />,
    },
    {
      id: 'amount',
      title: titles.amount,
      align: 'end',
      cell: ({ payment }) => <Money cents={payment.amount} />,
    },
  ];
}

function OutcomeOf({ outcome }: { outcome: Outcome | undefined }) {
  const t = queueWords.value;
  if (outcome === undefined) return <>–</>;
  if (outcome === 'done') return <Badge tone="good">{t.done}</Badge>;
  const { error } = outcome;
  if (error instanceof WaitsForApproval) return <Link href={to.approval(error.approvalId)}>{t.waits}</Link>;
  return <Refusal error={error} />;
}
