// Figures with the line of their last months, and the life of a record as a line of events.

import type { ComponentChildren } from 'preact';
import { Badge, type Tone } from './feedback.tsx';
import { Instant } from './values.tsx';

type FigureProps = {
  name: string;
  value: ComponentChildren;
  /** What it counts, or against what it is to be read. */
  note?: ComponentChildren;
  /** Its last months, oldest first. */
  series?: readonly number[];
  /** What the line shows, for screen readers. */
  seriesLabel?: string;
};

/** One number with its name. */
export function Figure({ name, value, note, series, seriesLabel }: FigureProps) {
  return (
    <div class="figure">
      <p class="figure-name">{name}</p>
      <p class="figure-value">{value}</p>
      {series && series.length > 1 && <Sparkline values={series} label={seriesLabel ?? name} />}
      {note && <p class="figure-note">{note}</p>}
    </div>
  );
}

const WIDTH = 120;
const HEIGHT = 32;

/** A line without axes, zero at its foot; the last value has a dot. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const most = Math.max(...values, 1);
  const points = values.map((value, index) => [
    (index / (values.length - 1)) * (WIDTH - 6) + 3,
    HEIGHT - 3 - (Math.max(0, value) / most) * (HEIGHT - 6),
  ]);
  const line = points.map(([x = 0, y = 0]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L');
  const [endX = 0, endY = 0] = points.at(-1) ?? [];
  return (
    <svg class="sparkline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
      <path class="area" d={`M3 ${HEIGHT - 3}L${line}L${WIDTH - 3} ${HEIGHT - 3}Z`} />
      <path class="line" d={`M${line}`} vector-effect="non-scaling-stroke" />
      <path class="dot" d={`M${endX} ${endY}h.01`} vector-effect="non-scaling-stroke" />
    </svg>
  );
}

export type Event = { at: string; title: ComponentChildren; text?: ComponentChildren; tone?: Tone; badge?: string };

/** What happened, the newest first or last as it is given. */
export function Timeline({ events }: { events: readonly Event[] }) {
  return (
    <ol class="timeline">
      {events.map(({ at, title, text, tone = 'neutral', badge }) => (
        <li key={`${at} ${badge ?? ''} ${typeof title === 'string' ? title : ''}`} class={tone}>
          <p class="timeline-head">
            <span class="strong">{title}</span>
            {badge && <Badge tone={tone}>{badge}</Badge>}
          </p>
          <p class="soft small">
            <Instant at={at} isRelative />
          </p>
          {text && <div class="timeline-text">{text}</div>}
        </li>
      ))}
    </ol>
  );
}
