// What came and what comes, month by month, as bars: a month is chosen by touch, by the slider or by its keys, and the same stands in a table.

import { useState } from 'preact/hooks';
import { euros, month } from '../../core/format.ts';
import { words } from '../../core/language.ts';
import { Slider } from '../../design/slider.tsx';
import { Rows } from './frame.tsx';

export const monthBarWords = words(
  {
    received: 'Reçu',
    expected: 'Attendu',
    month: 'Mois',
    asTable: 'Voir en tableau',
    ofMonth: (name: string, received: string, expected: string) => `${name} : ${received} reçus, ${expected} attendus`,
  },
  {
    received: 'Received',
    expected: 'Expected',
    month: 'Month',
    asTable: 'See as a table',
    ofMonth: (name, received, expected) => `${name}: ${received} received, ${expected} expected`,
  },
);

type Month = { period: string; receivedCents: number; expectedCents: number };

const HEIGHT = 100;
const STEP = 10;
const BAR = 7;

/** `start`: the period that is chosen at first. */
export function MonthBars({ title, months, start }: { title: string; months: readonly Month[]; start: string }) {
  const t = monthBarWords.value;
  const [at, setAt] = useState(() =>
    Math.max(
      months.findIndex(({ period }) => period === start),
      0,
    ),
  );
  const chosen = months[at];
  if (!chosen) return null;
  const shown = t.ofMonth(month(chosen.period), euros(chosen.receivedCents), euros(chosen.expectedCents));
  return (
    <figure class="month-bars" aria-label={title}>
      <figcaption class="row">
        <span class="key received">{t.received}</span>
        <span class="key expected">{t.expected}</span>
      </figcaption>
      <Bars months={months} at={at} choose={setAt} />
      <Slider label={t.month} value={at} onInput={setAt} least={0} most={months.length - 1} write={() => month(chosen.period)} />
      <p class="strong" role="status">
        {shown}
      </p>
      <details>
        <summary>{t.asTable}</summary>
        <Rows
          title={title}
          rows={months}
          keyOf={({ period }) => period}
          columns={[
            { name: t.month, show: ({ period }) => month(period) },
            { name: t.received, isNumber: true, show: ({ receivedCents }) => euros(receivedCents) },
            { name: t.expected, isNumber: true, show: ({ expectedCents }) => euros(expectedCents) },
          ]}
        />
      </details>
    </figure>
  );
}

/** The slider says to others what the bars say to the eye. */
function Bars({ months, at, choose }: { months: readonly Month[]; at: number; choose: (at: number) => void }) {
  const most = Math.max(...months.map(({ receivedCents, expectedCents }) => receivedCents + expectedCents), 1);
  const tall = (cents: number) => (cents / most) * HEIGHT;
  return (
    <svg viewBox={`0 0 ${months.length * STEP} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {months.map(({ period, receivedCents, expectedCents }, index) => {
        const [received, expected] = [tall(receivedCents), tall(expectedCents)];
        const x = index * STEP + (STEP - BAR) / 2;
        return (
          <g key={period} class={index === at ? 'chosen' : undefined} onPointerDown={() => choose(index)}>
            <rect class="month-ground" x={index * STEP} width={STEP} height={HEIGHT} />
            <rect class="month-received" x={x} y={HEIGHT - received} width={BAR} height={received} />
            <rect class="month-expected" x={x + 0.5} y={HEIGHT - received - expected} width={BAR - 1} height={expected} />
          </g>
        );
      })}
    </svg>
  );
}
