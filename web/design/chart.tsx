// Charts of numbers over time: axes named, bars from zero, five colours at most, and the same data as a table one key (t) away.

import { useEffect, useRef, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import { language } from '../core/language.ts';
import { theme } from '../core/theme.ts';
import { Button } from './button.tsx';
import { isTyping } from './keys.ts';
import { designWords } from './words.ts';

/** A row of numbers, one for each place of the x axis; null where there is none. */
export type Series = { name: string; values: readonly (number | null)[]; shape?: 'line' | 'bar' };

type ChartProps = {
  title: string;
  /** Where a heading above says the same. */
  isTitleHidden?: boolean;
  /** Names of the places on the x axis, oldest first: months, days. */
  places: readonly string[];
  /** At most five. Bars of more than one series are stacked. */
  series: readonly Series[];
  xName: string;
  yName: string;
  /** Writes a value, on the axis in short and in the table in full. */
  write: (value: number) => string;
  writeShort?: (value: number) => string;
};

const HEIGHT = 260;
/** Strokes and dashes differ too: the chart is read in greyscale as well. */
const COLOURS = ['--accent', '--info', '--good', '--warn', '--soft'] as const;
const DASHES: readonly number[][] = [[], [6, 3], [2, 2], [8, 3, 2, 3], [1, 3]];

export function Chart(props: ChartProps) {
  const { title, places, series, write, isTitleHidden } = props;
  const [isTable, setTable] = useState(false);
  const t = designWords.value;
  useEffect(() => {
    const turn = (event: KeyboardEvent) => {
      if (event.key === 't' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target))
        setTable((was) => !was);
    };
    addEventListener('keydown', turn);
    return () => removeEventListener('keydown', turn);
  }, []);
  return (
    <figure class="chart">
      <figcaption>
        <span class={isTitleHidden ? 'out-of-sight' : 'strong'}>{title}</span>
        {/* A single place names its points itself, a single series is what the title says. */}
        {places.length !== 1 && series.length > 1 && <Legend series={series} />}
        <Button
          look="quiet"
          icon={isTable ? 'chart' : 'table'}
          isPressed={isTable}
          title={`${t.chartAsTable} ( t )`}
          onClick={() => setTable(!isTable)}
        >
          {t.chartAsTable}
        </Button>
      </figcaption>
      {isTable ? (
        <table class="table" aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{props.xName}</th>
              {series.map(({ name }) => (
                <th key={name} scope="col" class="end">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {places.map((place, index) => (
              <tr key={place}>
                <td>{place}</td>
                {series.map(({ name, values }) => (
                  <td key={name} class="end" data-title={name}>
                    {typeof values[index] === 'number' ? write(values[index]) : '–'}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : places.length === 1 ? (
        <OnePlace {...props} />
      ) : (
        <Drawing {...props} />
      )}
    </figure>
  );
}

function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul class="legend">
      {series.map(({ name, shape = 'line' }, index) => (
        <li key={name}>
          <svg viewBox="0 0 18 8" aria-hidden="true">
            <path
              class={`series-${index} ${shape}`}
              d={shape === 'bar' ? 'M5 4h8' : 'M0 4h18'}
              stroke-dasharray={dashOf(shape, index)}
            />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

/** A single place has no course to draw: a point for each series, with what it stands for. */
function OnePlace({ places: [place], series, xName, write }: ChartProps) {
  return (
    <dl class="drawing one-place">
      {series.map(({ name, values: [value] }, index) =>
        typeof value === 'number' ? (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <strong>{write(value)}</strong>
              <svg viewBox="0 0 12 12" aria-hidden="true">
                <circle class={`series-${index}`} cx="6" cy="6" r="4.5" />
              </svg>
            </dd>
          </div>
        ) : null,
      )}
      <div class="one-place-foot">
        <dt class="out-of-sight">{xName}</dt>
        <dd>{place}</dd>
      </div>
    </dl>
  );
}

function Drawing(props: ChartProps) {
  const { title, places, series, write } = props;
  const frame = useRef<HTMLDivElement>(null);
  const drawn = useRef<uPlot | undefined>(undefined);
  const slider = useRef<HTMLInputElement>(null);
  const [place, setPlace] = useState<number>();
  const data = JSON.stringify([places, series]);
  useEffect(() => setPlace(undefined), [data]);
  const look = `${theme.value} ${language.value}`;
  useEffect(() => {
    const { current } = frame;
    if (!current) return undefined;
    let end = () => {};
    let isGone = false;
    void import('uplot').then(({ default: UPlot }) => {
      if (isGone) return;
      const point = (index: number | undefined) => {
        // The keyboard keeps its place when the pointer leaves.
        if (index !== undefined || document.activeElement !== slider.current) setPlace(index);
      };
      const chart = new UPlot(optionsOf(UPlot, current, props, point), dataOf(props), current);
      drawn.current = chart;
      const fit = new ResizeObserver(() => chart.setSize({ width: current.clientWidth, height: HEIGHT }));
      fit.observe(current);
      end = () => {
        fit.disconnect();
        drawn.current = undefined;
        chart.destroy();
      };
    });
    return () => {
      isGone = true;
      end();
    };
  }, [data, look]);
  const moveTo = (index: number) => {
    setPlace(index);
    drawn.current?.setCursor({ left: drawn.current.valToPos(index, 'x'), top: 0 });
  };
  const shown = place ?? lastKnown(series);
  return (
    <>
      <div ref={frame} class="drawing" role="img" aria-label={`${title}. ${sum(series, places, write)}`} />
      <p class="chart-point small" aria-hidden="true">
        {place === undefined ? '\u00a0' : pointOf(props, place)}
      </p>
      <input
        ref={slider}
        type="range"
        class="chart-place"
        aria-label={designWords.value.chartPlace(title)}
        aria-valuetext={pointOf(props, shown)}
        min={0}
        max={places.length - 1}
        value={shown}
        onInput={({ currentTarget }) => moveTo(Number(currentTarget.value))}
      />
    </>
  );
}

/** The last place at which there is anything. */
function lastKnown(series: readonly Series[]): number {
  return Math.max(
    0,
    (series[0]?.values ?? []).findLastIndex((value) => value !== null),
  );
}

function dataOf({ places, series }: ChartProps): uPlot.AlignedData {
  return [places.map((_, index) => index), ...stack(series).map(({ values }) => values)];
}

function optionsOf(
  UPlot: typeof uPlot,
  frame: HTMLElement,
  props: ChartProps,
  onPlace: (index: number | undefined) => void,
): uPlot.Options {
  const { places, series, xName, yName, write, writeShort = write } = props;
  const style = getComputedStyle(frame);
  const colour = (name: string) => resolved(style.getPropertyValue(name).trim());
  const hasBars = series.some(({ shape }) => shape === 'bar');
  const axis = { stroke: colour('--soft'), ticks: { show: false }, font: FONT, labelFont: FONT, labelSize: 22 };
  const grid = { stroke: colour('--hairline'), width: 1 };
  return {
    width: frame.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    // Room for half of the last name of the x axis.
    padding: [12, 52, 0, 0],
    cursor: { drag: { x: false, y: false }, points: { size: 6 } },
    hooks: {
      setCursor: [
        ({ cursor: { idx } }) => {
          onPlace(typeof idx === 'number' ? idx : undefined);
        },
      ],
    },
    scales: {
      x: { time: false, range: (_chart, from, to) => (hasBars ? [from - 0.6, to + 0.6] : [from, to]) },
      y: { range: (_chart, _from, to) => [0, Math.max(1, to * 1.08)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        label: xName,
        // Below the zero of the other axis, and the name close to what it names.
        gap: 10,
        size: 34,
        incrs: WHOLE,
        space: PLACE_SPACE,
        values: (_chart, at) => at.map((index) => places[index] ?? ''),
      },
      { ...axis, grid, label: yName, size: 64, values: (_chart, at) => at.map((value) => writeShort(value)) },
    ],
    series: [
      {},
      ...stack(series).map(({ name, shape, index }) => {
        const own = colour(COLOURS[index] ?? '--soft');
        return shape === 'bar'
          ? { label: name, fill: own, width: 0, points: { show: false }, ...bar(UPlot) }
          : { label: name, stroke: own, width: 2, dash: [...(DASHES[index] ?? [])], points: { show: places.length < 3 } };
      }),
    ],
  };
}

const FONT = '12px system-ui, sans-serif';
/** Room for the longest name of a day or month. */
const PLACE_SPACE = 96;
const WHOLE = [1, 2, 3, 6, 12, 24, 48, 120];

function bar(UPlot: typeof uPlot) {
  const paths = UPlot.paths.bars?.({ size: [0.62, 44], radius: 0 });
  return paths ? { paths } : {};
}

type Stacked = { name: string; shape: 'line' | 'bar'; index: number; values: (number | null)[] };

function dashOf(shape: 'line' | 'bar', index: number): string | undefined {
  return shape === 'bar' ? undefined : DASHES[index]?.join(' ');
}

/** Bars stand on each other: the last one is drawn first, with the height of all of them. */
function stack(series: readonly Series[]): Stacked[] {
  const all = series.map(({ name, shape = 'line', values }, index) => ({ name, shape, index, values: [...values] }));
  const bars = all.filter(({ shape }) => shape === 'bar');
  for (const [at, each] of bars.entries()) {
    const below = bars[at - 1];
    if (below) each.values = each.values.map((value, index) => (value ?? 0) + (below.values[index] ?? 0));
  }
  return [...bars.toReversed(), ...all.filter(({ shape }) => shape === 'line')];
}

/** The values under the pointer, or at the place that the keyboard chose. */
function pointOf({ places, series, write }: ChartProps, index: number): string {
  const values = series.map(({ name, values }) => {
    const value = values[index] ?? null;
    return `${name} : ${value === null ? '–' : write(value)}`;
  });
  return [places[index], ...values].join(' · ');
}

/** What the drawing says, for screen readers. */
function sum(series: readonly Series[], places: readonly string[], write: (value: number) => string): string {
  const last = lastKnown(series);
  return series.map(({ name, values }) => `${name} : ${write(values[last] ?? 0)} (${places[last]})`).join(', ');
}

/** `light-dark()` works only in style sheets: the canvas gets the computed colour. */
function resolved(colour: string): string {
  const probe = document.createElement('i');
  probe.style.color = colour;
  document.body.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}
