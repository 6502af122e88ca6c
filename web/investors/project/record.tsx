// What became of a project: its delay, its schedule, its prices, and the other projects of its owner.

import type {
  CataloguePropertyPage,
  ProjectRecord,
  ProjectRecordRow,
  ProjectRecordRowState,
} from '../../../clients/typescript/src/index.ts';
import { day, euros } from '../../core/format.ts';
import { Badge, Notice, type Tone } from '../../design/feedback.tsx';
import { Rows, Section } from '../parts/frame.tsx';
import { StateBadge } from '../parts/state.tsx';
import { projectWords } from './words.ts';

/** Why money does not come, before anybody asks. */
export function Delay({ record: { state, missingCents, lateSince } }: { record: ProjectRecord }) {
  const t = projectWords.value;
  if (state === 'lost-in-part') return <Notice tone="bad">{t.lost}</Notice>;
  if (state !== 'late' && state !== 'default') return null;
  const isKnown = missingCents > 0 && lateSince !== null;
  const known = state === 'late' ? t.late : t.default;
  const unknown = state === 'late' ? t.lateUnknown : t.defaultUnknown;
  return (
    <Notice tone={state === 'late' ? 'warn' : 'bad'}>
      <p class="strong">{isKnown ? known(euros(missingCents), day(lateSince)) : unknown}</p>
      {isKnown && <p>{t.lateNext}</p>}
    </Notice>
  );
}

const TONES: Readonly<Record<ProjectRecordRowState, Tone>> = {
  coming: 'neutral',
  due: 'info',
  paid: 'good',
  'paid-in-part': 'info',
  late: 'warn',
  'given-up': 'bad',
};

export function Schedule({ project, record }: { project: CataloguePropertyPage; record: ProjectRecord }) {
  const t = projectWords.value;
  const { schedule, maturityDate } = record;
  if (schedule.length === 0) {
    return (
      <Section title={t.schedule} id="schedule">
        <p class="soft">{project.investorContractType === 'royalty' ? t.scheduleRoyalty : t.scheduleNone}</p>
      </Section>
    );
  }
  return (
    <Section title={t.schedule} id="schedule" note={t.scheduleNote}>
      {maturityDate && <p>{t.maturity(day(maturityDate))}</p>}
      <Rows
        title={t.schedule}
        rows={schedule}
        keyOf={({ period }) => period}
        columns={[
          { name: t.month, show: ({ dueDate }) => <time dateTime={dueDate}>{day(dueDate)}</time> },
          { name: t.interest, isNumber: true, show: ({ interestCents }) => euros(interestCents) },
          { name: t.capital, isNumber: true, show: ({ capitalCents }) => euros(capitalCents) },
          { name: t.rowState, show: (row) => <RowState row={row} /> },
        ]}
      />
    </Section>
  );
}

function RowState({ row: { state, missingCents } }: { row: ProjectRecordRow }) {
  const t = projectWords.value;
  return (
    <>
      <Badge tone={TONES[state]}>{t.rowStates[state]}</Badge>
      {missingCents > 0 && <span class="small"> {t.missing(euros(missingCents))}</span>}
    </>
  );
}

/** A price that never changed is in the box beside. */
export function Prices({ prices }: { prices: ProjectRecord['prices'] }) {
  const t = projectWords.value;
  if (prices.length < 2) return null;
  return (
    <Section title={t.prices}>
      <Rows
        title={t.prices}
        rows={prices}
        keyOf={({ validFrom }) => validFrom}
        columns={[
          { name: t.priceFrom, show: ({ validFrom }) => <time dateTime={validFrom}>{day(validFrom)}</time> },
          { name: t.price, isNumber: true, show: ({ priceCents }) => euros(priceCents) },
        ]}
      />
    </Section>
  );
}

export function OtherProjects({ others }: { others: ProjectRecord['otherProjects'] }) {
  const t = projectWords.value;
  const amount = (cents: number | null) => (cents === null ? '–' : euros(cents, { digits: 0 }));
  if (others.length === 0) {
    return (
      <Section title={t.others}>
        <p class="soft">{t.othersNone}</p>
      </Section>
    );
  }
  return (
    <Section title={t.others}>
      <Rows
        title={t.others}
        rows={others}
        keyOf={({ id }) => id}
        columns={[
          { name: t.name, show: ({ id, name }) => <a href={`/projects/${id}`}>{name}</a> },
          { name: t.state, show: ({ state }) => <StateBadge state={state} /> },
          { name: t.collected, isNumber: true, show: ({ collectedCents }) => amount(collectedCents) },
          {
            name: t.outstanding,
            isNumber: true,
            show: (row) => amount(row.collectedCents === null ? null : row.outstandingCents),
          },
        ]}
      />
    </Section>
  );
}
