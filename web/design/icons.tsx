// The console's icons: 20 by 20, one line, in the colour of their text. Beside a word they say nothing by themselves.

const DRAWINGS = {
  today: 'M3 9.5 10 4l7 5.5M5 8.5V16h10V8.5M8.5 16v-4h3v4',
  properties: 'M4 17V5.5L10.5 3v14M10.5 8 16 10v7M2.5 17h15M6.5 8h1.5M6.5 11h1.5M6.5 14h1.5M13 12.5h.5M13 15h.5',
  wires: 'M3 7h12m-3.5-3.5L15 7l-3.500 3.500M17 13H5m3.500-3.500L5 13l3.500 3.500',
  payouts: 'M2.500 5.500h15v9h-15zM10 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4M5 8v4M15 8v4',
  investors:
    'M7.500 9.500a3 3 0 1 0 0-6 3 3 0 0 0 0 6M2.500 16.500c0-3 2-5 5-5s5 2 5 5M13 4a2.700 2.700 0 0 1 0 5.200M14.500 11.800c1.900.6 3 2.300 3 4.700',
  operations: 'M2.500 10.500h3l2-6 4 11 2.300-7 1.200 2h2.500',
  content: 'M4.500 3h8l3 3v11h-11zM12 3v3.500h3.500M7 10h6M7 13h6',
  search: 'M9 3.500a5.500 5.500 0 1 0 0 11 5.500 5.500 0 0 0 0-11M13 13l4 4',
  fold: 'M11.500 6 7.500 10l4 4M4.500 4v12',
  unfold: 'M8.500 6l4 4-4 4M4.500 4v12',
  account: 'M10 10a3.200 3.200 0 1 0 0-6.400A3.200 3.200 0 0 0 10 10M3.800 17c.3-3.200 2.700-5 6.200-5s5.900 1.800 6.200 5',
  copy: 'M7 7h9v9H7zM13 7V4H4v9h3',
  check: 'm4 10.500 4 4 8-9',
  close: 'm5 5 10 10M15 5 5 15',
  warning: 'M10 3 2.500 16.500h15zM10 8v4M10 14.200v.1',
  download: 'M10 3.500v9m-3.500-3.500L10 12.500 13.500 9M4 16.500h12',
  chart: 'M3.500 3.500v13h13M7 13V9.500M10.500 13V6.500M14 13v-2',
  table: 'M3 4.500h14v11H3zM3 8.500h14M3 12h14M8 8.500v7',
  clock: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M10 6v4.200l2.800 1.800',
  outside: 'M8 4.500H4.500v11h11V12M11.500 3.500h5v5M16.500 3.500l-7 7',
  more: 'M5 10h.01M10 10h.01M15 10h.01',
  menu: 'M3 5.500h14M3 10h14M3 14.500h14',
  right: 'm8 5 5 5-5 5',
  bell: 'M5 14h10l-1.300-2V8.500a3.700 3.700 0 0 0-7.400 0V12zM8.500 16.500h3',
} as const;

export type IconName = keyof typeof DRAWINGS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={DRAWINGS[name]} />
    </svg>
  );
}
