// Months as stacked bars, from zero: interest, capital, fees and penalties; solid when paid, outlined when late, light when to come.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { EcheanceView } from '../../../../clients/typescript/src/index.ts';
import { businessToday } from '../../../core/clock.ts';
import { euros, month, shortEuros } from '../../../core/format.ts';
import { Checkbox } from '../../../design/form.tsx';
import { scheduleWords } from './words.ts';

/** What a chart needs of a month; simulated ones have no id. */
export type Month = Omit<EcheanceView, 'id'>;

const PARTS = ['interest', 'fees', 'penalty', 'capital'] as const;
type Part = (typeof PARTS)[number];

/** Less than this for a month, and the chart scrolls. */
const LEAST_STEP = 24;
const HEIGHT = 260;
const LEFT = 64;
const FOOT = 26;
/** Room that the name of a month takes. */
const LABEL = 48;

export function partOf(row: Month, part: Part): number {
  if (part === 'interest') return row.interest;
  if (part === 'fees') return row.managementFees.amountIncludingTax;
  return part === 'penalty' ? row.penalty.total : row.capitalRepaymentDue;
}

/** Paid, partly, late or to come; a month is late once its due day has passed by the clock of the service. */
export function stateOf(row: Month): 'paid' | 'partial' | 'late' | 'open' {
  const isPaid = row.status === 'paid' && ['paid', 'notDue'].includes(row.capitalRepaymentStatus);
  if (isPaid) return 'paid';
  if (row.dueDate < businessToday()) return 'late';
  return row.status === 'partiallyPaid' ? 'partial' : 'open';
}

export function MonthsChart({ rows, label }: { rows: readonly Month[]; label: string }) {
  const t = scheduleWords.value;
  const others = Math.max(...rows.map((row) => partOf(row, 'interest') + partOf(row, 'fees') + partOf(row, 'penalty')), 1);
  const dwarfs = Math.max(...rows.map((row) => partOf(row, 'capital')), 0) > 8 * others;
  const [isWithCapital, setWithCapital] = useState(!dwarfs);
  const parts = PARTS.filter(
    (part) => (part !== 'capital' || isWithCapital) && (part === 'interest' || rows.some((row) => partOf(row, part) > 0)),
  );
  const states = new Set(rows.map(stateOf));
  const stateKey = Object.entries(t.stateKey).filter(([state]) => [...states].some((one) => one === state));
  const { frame, width: room } = useWidth();
  return (
    <figure class="months">
      <figcaption>
        <ul class="legend">
          {parts.map((part) => (
            <li key={part}>
              <svg viewBox="0 0 12 12" aria-hidden="true">
                <rect class={part} width="12" height="12" />
              </svg>
              {t.parts[part]}
            </li>
          ))}
          {states.size > 1 && <li>{stateKey.map(([, text]) => text).join(' · ')}</li>}
        </ul>
        {dwarfs && (
          <Checkbox label={t.withCapital} isChecked={isWithCapital} onChange={setWithCapital} hint={t.withCapitalHint} />
        )}
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard (WCAG 2.1.1) */}
      <div class="months-frame" tabIndex={0} ref={frame}>
        {room > 0 && <Bars rows={rows} parts={parts} label={label} width={Math.max(room, LEFT + rows.length * LEAST_STEP)} />}
      </div>
    </figure>
  );
}

/** How wide the frame is, before it is painted and whenever that changes: its words keep their size. */
function useWidth() {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = frame;
    if (!current) return undefined;
    const measure = () => setWidth(current.clientWidth);
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(current);
    return () => watch.disconnect();
  }, []);
  return { frame, width };
}

type BarsProps = { rows: readonly Month[]; parts: readonly Part[]; label: string; width: number };

function Bars({ rows, parts, label, width }: BarsProps) {
  const sumOf = (row: Month) => parts.reduce((sum, part) => sum + partOf(row, part), 0);
  const top = niceTop(Math.max(...rows.map(sumOf), 1));
  const step = (width - LEFT) / Math.max(rows.length, 1);
  const room = HEIGHT - FOOT - 8;
  const every = Math.ceil(LABEL / step);
  return (
    <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={label}>
      {[0, 0.25, 0.5, 0.75, 1].map((share) => {
        const y = 8 + room * (1 - share);
        return (
          <g key={share}>
            <path class="grid" d={`M${LEFT} ${y}H${width}`} />
            <text class="axis end" x={LEFT - 8} y={y + 4}>
              {shortEuros(top * share)}
            </text>
          </g>
        );
      })}
      {rows.map((row, index) => (
        <Bar key={row.period} row={row} parts={parts} x={LEFT + index * step} step={step} top={top} room={room} />
      ))}
      {rows.map((row, index) =>
        index % every === 0 ? (
          <text key={row.period} class="axis middle" x={LEFT + (index + 0.5) * step} y={HEIGHT - 8}>
            {row.period.slice(5)}/{row.period.slice(2, 4)}
          </text>
        ) : null,
      )}
    </svg>
  );
}

type BarProps = { row: Month; parts: readonly Part[]; x: number; step: number; top: number; room: number };

function Bar({ row, parts, x, step, top, room }: BarProps) {
  const t = scheduleWords.value;
  const width = Math.min(44, step * 0.66);
  const left = x + (step - width) / 2;
  const state = stateOf(row);
  let y = 8 + room;
  const total = parts.reduce((sum, part) => sum + partOf(row, part), 0);
  return (
    <g class={`bar ${state}`}>
      <title>{t.barOf(month(row.period), euros(total), t.states[state].toLowerCase())}</title>
      {parts.map((part) => {
        const height = (partOf(row, part) / top) * room;
        y -= height;
        return height > 0 ? <rect key={part} class={part} x={left} y={y} width={width} height={height} /> : null;
      })}
      <rect class="hit" x={x} y={8} width={step} height={room} />
      {state === 'late' && <rect class="outline" x={left - 2} y={y - 2} width={width + 4} height={8 + room - y + 2} />}
    </g>
  );
}

/** The end of the axis: a round number above the highest bar. */
function niceTop(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 4, 8, 10].find((factor) => factor * unit >= value) ?? 10) * unit;
}
