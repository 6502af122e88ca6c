// What is done about a thing that waits without leaving Today: a failed job, an unhandled notification, a wire beyond doubt.

import { useQuery } from '../../core/query.ts';
import { mortar } from '../core/api.ts';
import { may } from '../core/session.ts';
import { ConfirmedAction } from '../operations/confirm.tsx';
import { jobWords } from '../operations/job-words.ts';
import { operationsWords } from '../operations/words.ts';
import { AssignSure, type Sure } from '../wires/sure.tsx';
import type { WaitingRow } from './kinds.ts';

/** The sure suggestions by the wire that each is for; none where nobody could act on them. */
export function useSure(rows: readonly WaitingRow[] | undefined): ReadonlyMap<string, Sure> {
  const wires = (rows ?? []).flatMap(({ kind, id }) => (kind === 'wire-to-assign' ? [id] : []));
  const { data } = useQuery(['sure-in-today', wires.join(' ')], async (signal) =>
    wires.length > 0 && may('money.write') ? (await mortar.listSureSuggestions({ signal })).items : [],
  );
  return new Map((data ?? []).map((sure) => [sure.payment.id, sure]));
}

/** Whether who is signed in may deal with it from here. */
export function hasAction({ kind, id }: WaitingRow, sure: ReadonlyMap<string, Sure>): boolean {
  if (kind === 'wire-to-assign') return sure.has(id);
  return (kind === 'job-failed' || kind === 'notification-unhandled') && may('operations.write');
}

/** Draws nothing for what needs its page. */
export function ActionOf({ row, sure, onDone }: { row: WaitingRow; sure: ReadonlyMap<string, Sure>; onDone: () => void }) {
  if (!hasAction(row, sure)) return null;
  const suggested = sure.get(row.id);
  if (suggested) return <AssignSure sure={suggested} onClosed={onDone} />;
  if (row.kind === 'job-failed') return <RetryJob id={row.id} onDone={onDone} />;
  return <ReplayNotification id={row.id} onDone={onDone} />;
}

type Props = { id: string; onDone: () => void };

function RetryJob({ id, onDone }: Props) {
  const t = jobWords.value;
  return (
    <ConfirmedAction
      name={`retry ${id}`}
      label={t.retry}
      consequence={t.retryConsequence}
      run={() => mortar.retryJob({ path: { jobId: id } })}
      made={() => ({ tone: 'good', sentence: t.retried })}
      onClosed={onDone}
    />
  );
}

function ReplayNotification({ id, onDone }: Props) {
  const t = operationsWords.value;
  return (
    <ConfirmedAction
      name={`replay ${id}`}
      label={t.replay}
      consequence={t.replayConsequence}
      run={(once) => mortar.replayEvent({ path: { eventId: id }, ...once })}
      made={({ state, lastError }) =>
        state === 'handled' ? { tone: 'good', sentence: t.replayed } : { tone: 'bad', sentence: t.replayFailed(lastError ?? '') }
      }
      onClosed={onDone}
    />
  );
}
