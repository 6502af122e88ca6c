// Where the boxes and bands of the flow picture stand. Pure, but for the words.

import type { MoneyPlace, ProjectPurses } from '../../../../clients/typescript/src/index.ts';
import { addressWith } from '../../../core/address.ts';
import { euros } from '../../../core/format.ts';
import { moneyWords } from './words.ts';

export type Flow = ProjectPurses['flows'][number];
/** A box: a purse, or an outsider as giver (left) or taker (right). Lengths are those of the drawing. */
export type Box = { id: string; place: MoneyPlace; cents: number; x: number; y: number; height: number; side: 'left' | 'right' };
export type Band = { flow: Flow; fromX: number; fromY: number; toX: number; toY: number; thickness: number; tone: Tone };
/** Five colours at most: what investors put in, what the owner pays, what goes to holders, to the platform, and anything else. */
export type Tone = 'in' | 'owner' | 'holders' | 'platform' | 'other';

export const WIDTH = 1120;
export const BOX_WIDTH = 10;
const MARGIN = 6;
const ROOM = 250;
const GAP = 34;
const LEAST = 2;

/** The column of each purse; outsiders stand in the first and in the last one. */
const COLUMNS: Readonly<Partial<Record<MoneyPlace, number>>> = {
  COLLECT: 1,
  MAIN: 2,
  ESCROW: 2,
  UNASSIGNED: 3,
  COUPON: 4,
  CAPITAL: 4,
  FEES: 4,
  SURPLUS: 4,
  HELD: 4,
};
const LAST = 5;
/** From top to bottom, in each column. */
const ORDER: readonly MoneyPlace[] = [
  ...(['COLLECT', 'MAIN', 'ESCROW', 'UNASSIGNED', 'COUPON', 'CAPITAL', 'FEES', 'SURPLUS', 'HELD'] as const),
  ...(['INVESTORS', 'OUTSIDE', 'PLATFORM_ORIGINATION', 'PLATFORM_MAIN', 'PLATFORM_TAX', 'OTHER_PROJECTS'] as const),
];
/** Takers: what leaves early stands above what leaves late. */
const TAKERS: readonly MoneyPlace[] = [
  ...(['OUTSIDE', 'PLATFORM_ORIGINATION', 'PLATFORM_MAIN', 'INVESTORS', 'PLATFORM_TAX', 'OTHER_PROJECTS'] as const),
];

export function layFlows(flows: readonly Flow[]): { boxes: Box[]; bands: Band[]; height: number } {
  const boxes = new Map<string, Box>();
  const box = (place: MoneyPlace, isTaker: boolean) => {
    const column = COLUMNS[place] ?? (isTaker ? LAST : 0);
    const id = `${place} ${column}`;
    const found = boxes.get(id);
    if (found) return found;
    const x = MARGIN + (column * (WIDTH - 2 * MARGIN - BOX_WIDTH)) / LAST;
    const made: Box = { id, place, cents: 0, x, y: 0, height: 0, side: column === LAST ? 'left' : 'right' };
    boxes.set(id, made);
    return made;
  };
  const sums = new Map<Box, { given: number; taken: number }>();
  for (const { from, to, cents } of flows) {
    const [giver, taker] = [box(from, false), box(to, true)];
    sums.set(giver, add(sums.get(giver), { given: cents, taken: 0 }));
    sums.set(taker, add(sums.get(taker), { given: 0, taken: cents }));
  }
  for (const [each, { given, taken }] of sums) each.cents = Math.max(given, taken);
  const height = stackColumns([...boxes.values()]);
  return { boxes: [...boxes.values()], bands: layBands(flows, box), height };
}

function add(to: { given: number; taken: number } | undefined, more: { given: number; taken: number }) {
  return { given: (to?.given ?? 0) + more.given, taken: (to?.taken ?? 0) + more.taken };
}

/** Boxes of a column under each other; late columns stand at the foot, so that what leaves early passes above them. */
function stackColumns(boxes: readonly Box[]): number {
  const columns = [...Map.groupBy(boxes, ({ x }) => x).values()];
  const most = Math.max(...columns.map((column) => column.reduce((sum, { cents }) => sum + cents, 0)), 1);
  for (const each of boxes) each.height = Math.max(LEAST, (each.cents / most) * ROOM);
  const tall = (column: readonly Box[]) => column.reduce((sum, each) => sum + each.height + GAP, 0);
  const height = Math.max(...columns.map(tall), 120);
  for (const column of columns) {
    const isLast = column.some(({ side }) => side === 'left');
    const order = isLast ? TAKERS : ORDER;
    const isLate = column.some(({ place }) => (COLUMNS[place] ?? 0) >= 3);
    let y = isLate ? height - tall(column) : 0;
    for (const each of column.toSorted((a, b) => order.indexOf(a.place) - order.indexOf(b.place))) {
      // Room for the words above the box.
      each.y = y + GAP - 6;
      y += each.height + GAP;
    }
  }
  return height + 8;
}

function layBands(flows: readonly Flow[], box: (place: MoneyPlace, isTaker: boolean) => Box): Band[] {
  const given = new Map<Box, number>();
  const taken = new Map<Box, number>();
  const pairs = flows.map((flow) => ({ flow, giver: box(flow.from, false), taker: box(flow.to, true) }));
  const sorted = pairs.toSorted((a, b) => a.taker.y - b.taker.y || a.giver.y - b.giver.y);
  return sorted.map(({ flow, giver, taker }) => {
    const thickness = Math.max(1, (flow.cents / giver.cents) * giver.height);
    const [out, into] = [given.get(giver) ?? 0, taken.get(taker) ?? 0];
    given.set(giver, out + thickness);
    taken.set(taker, into + thickness);
    return {
      ...{ flow, thickness, tone: toneOf(flow) },
      ...{ fromX: giver.x + BOX_WIDTH, fromY: giver.y + out, toX: taker.x, toY: taker.y + into },
    };
  });
}

function toneOf({ from, to }: Flow): Tone {
  if (to === 'INVESTORS') return 'holders';
  if (to.startsWith('PLATFORM')) return 'platform';
  if (from === 'OUTSIDE' || from === 'UNASSIGNED' || to === 'OUTSIDE') return 'owner';
  if (from === 'INVESTORS' || from === 'COLLECT') return 'in';
  return 'other';
}

/** The address that shows the postings behind a flow. */
export function flowAddress({ from, to, type }: Flow): string {
  return `${addressWith({ purse: COLUMNS[from] === undefined ? to : from, type })}#postings`;
}

/** A flow in words: its kind, its two ends and its amount. */
export function flowName({ from, to, type, cents }: Flow): string {
  const { places, flowTitle } = moneyWords.value;
  return `${typeName(type)}. ${flowTitle(places[from], places[to], euros(cents))}`;
}

/** The kind of a movement in words. */
export function typeName(type: string): string {
  return moneyWords.value.types[type] ?? type;
}
