// Money without an answer yet: what is held, for what and since when, and what is on its way.

import type { TransactionView } from '../../../clients/typescript/src/index.ts';
import { dayAndTime, euros } from '../../core/format.ts';
import { signed } from '../parts/amounts.ts';
import { Rows, Section } from '../parts/frame.tsx';
import { Kind, Project } from './movements.tsx';
import { walletWords } from './words.ts';

export function Held({ held }: { held: readonly TransactionView[] }) {
  const t = walletWords.value;
  if (held.length === 0) return null;
  return (
    <Section title={t.heldTitle} note={t.heldNote}>
      <Waiting title={t.heldTitle} rows={held} show={({ amountCents }) => euros(amountCents)} />
    </Section>
  );
}

export function Coming({ coming }: { coming: readonly TransactionView[] }) {
  const t = walletWords.value;
  if (coming.length === 0) return null;
  return (
    <Section title={t.comingTitle} note={t.comingNote}>
      <Waiting title={t.comingTitle} rows={coming} show={({ amountCents, direction }) => signed(amountCents, direction)} />
    </Section>
  );
}

type WaitingProps = { title: string; rows: readonly TransactionView[]; show: (row: TransactionView) => string };

function Waiting({ title, rows, show }: WaitingProps) {
  const t = walletWords.value;
  return (
    <Rows
      title={title}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { name: t.since, show: ({ createdAt }) => <time dateTime={createdAt}>{dayAndTime(createdAt)}</time> },
        { name: t.kind, show: (row) => <Kind movement={row} /> },
        { name: t.project, show: (row) => <Project movement={row} /> },
        { name: t.amount, isNumber: true, show },
      ]}
    />
  );
}
