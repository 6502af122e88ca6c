// Movements as rows: when, what for which project, how much in which direction, how it stands, and its paper.

import type { TransactionRecord, TransactionView } from '../../../clients/typescript/src/index.ts';
import { dayAndTime } from '../../core/format.ts';
import { Badge, type Tone } from '../../design/feedback.tsx';
import { signed } from '../parts/amounts.ts';
import { Rows } from '../parts/frame.tsx';
import { PaperLink } from '../parts/paper-link.tsx';
import { walletWords } from './words.ts';

const TONES: Readonly<Record<TransactionView['status'], Tone>> = {
  WAITING: 'info',
  CONFIRMED: 'good',
  FAILED: 'bad',
  CANCELED: 'neutral',
};

export function Movements({ rows }: { rows: readonly TransactionView[] }) {
  const t = walletWords.value;
  return (
    <div class="movements">
      <Rows
        title={t.movements}
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          { name: t.date, show: ({ eventAt }) => <time dateTime={eventAt}>{dayAndTime(eventAt)}</time> },
          { name: t.kind, show: (row) => <Kind movement={row} /> },
          { name: t.project, show: (row) => <Project movement={row} /> },
          { name: t.amount, isNumber: true, show: ({ amountCents, direction }) => signed(amountCents, direction) },
          { name: t.status, show: ({ status }) => <Badge tone={TONES[status]}>{t.statuses[status]}</Badge> },
          { name: t.paper, show: ({ paper, type }) => paper && <Paper href={paper} name={t.paperOf(t.kinds[type])} /> },
        ]}
      />
    </div>
  );
}

/** What the movement is, as a link to what it is part of. */
export function Kind({ movement: { type, record, propertyId } }: { movement: TransactionView }) {
  const name = walletWords.value.kinds[type];
  const place = record && placeOf(record, propertyId);
  return place ? <a href={place}>{name}</a> : <span>{name}</span>;
}

export function Project({ movement: { propertyId, propertyName } }: { movement: TransactionView }) {
  return propertyId === null ? null : <a href={`/projects/${propertyId}`}>{propertyName}</a>;
}

function Paper({ href, name }: { href: string; name: string }) {
  return (
    <PaperLink href={href} name={name} label={name}>
      PDF
    </PaperLink>
  );
}

/** The page of what a movement is part of; undefined where there is none. */
function placeOf({ kind, id }: TransactionRecord, propertyId: string | null): string | undefined {
  if (kind === 'withdrawal') return `/wallet/withdrawals/${id}`;
  if (kind === 'gift-card') return '/wallet/gift-cards';
  if (kind === 'deal') return `/marketplace/deals/${id}`;
  return propertyId === null ? undefined : `/projects/${propertyId}/buy?purchase=${id}`;
}
