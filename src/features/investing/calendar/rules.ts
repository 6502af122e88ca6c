// The months of payments with their sums, and an iCalendar file (RFC 5545): one event of a whole day for each payment. Pure.

import { type Cents, formatEuros, sumOf } from '../../../core/cents.ts';
import type { ProjectPayment } from '../portfolio/index.ts';

/** Net sums by month of `date`, in the order of `payments`. What is late or was refused is expected in no month: nobody knows when it comes. */
export function monthsOf(payments: readonly Pick<ProjectPayment, 'date' | 'state' | 'netCents'>[]) {
  const sum = (of: typeof payments, isCounted: (state: ProjectPayment['state']) => boolean): Cents =>
    sumOf(of.filter(({ state }) => isCounted(state)).map(({ netCents }) => netCents));
  return [...Map.groupBy(payments, ({ date }) => date.slice(0, 'YYYY-MM'.length))].map(([period, of]) => ({
    period,
    receivedCents: sum(of, (state) => state === 'paid'),
    expectedCents: sum(of, (state) => state === 'coming' || state === 'arrived' || state === 'on-its-way'),
    lateCents: sum(of, (state) => state === 'late'),
    refusedCents: sum(of, (state) => state === 'refused'),
  }));
}

const KINDS = { coupon: 'Intérêts', capital: 'Capital', sale: 'Vente du bien' } as const;

const STATES = {
  paid: 'reçu',
  'on-its-way': 'en route',
  refused: 'refusé par le prestataire',
  arrived: 'payé par le porteur',
  coming: 'attendu',
  late: 'en retard, au plus tôt ce jour-là',
} as const;

/** `origin` is the address of the pages; the same payments at the same moment give the same text. */
export function calendarOf(
  payments: readonly ProjectPayment[],
  { at, origin }: { at: Temporal.Instant; origin: string },
): string {
  const counts = new Map<string, number>();
  const events = payments.flatMap((payment) => {
    const name = `${payment.propertyId}-${payment.kind}-${payment.period ?? payment.date}`;
    const number = (counts.get(name) ?? 0) + 1;
    counts.set(name, number);
    return eventOf(payment, { uid: `${name}-${number}@${new URL(origin).hostname}`, at, origin });
  });
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Mortar//Versements//FR',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    property('X-WR-CALNAME', 'Mes versements'),
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    'X-PUBLISHED-TTL:PT12H',
    ...events,
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function eventOf(payment: ProjectPayment, { uid, at, origin }: { uid: string; at: Temporal.Instant; origin: string }): string[] {
  const { propertyId, propertyName, kind, state, netCents, grossCents, taxCents } = payment;
  const date = Temporal.PlainDate.from(payment.date);
  const tax = taxCents > 0 ? `${formatEuros(grossCents)} bruts, ${formatEuros(taxCents)} d’impôts. ` : '';
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${digitsOf(at.toZonedDateTimeISO('UTC').toPlainDateTime().round('second').toString())}Z`,
    `DTSTART;VALUE=DATE:${digitsOf(date.toString())}`,
    `DTEND;VALUE=DATE:${digitsOf(date.add({ days: 1 }).toString())}`,
    property('SUMMARY', `${KINDS[kind]} ${propertyName} : ${formatEuros(netCents)} (${STATES[state]})`),
    property('DESCRIPTION', `${tax}Les montants à venir ne sont pas garantis.`),
    `URL:${origin}/investments/${propertyId}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

function digitsOf(text: string): string {
  return text.replaceAll(/[-:]/g, '');
}

/** A property with a text, in which backslash, semicolon, comma and line ends are escaped. */
function property(name: string, text: string): string {
  const escaped = text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, String.raw`\n`);
  return `${name}:${escaped}`;
}

/** Octets of a line, without its end. */
const MOST_OCTETS = 75;

/** Lines of at most 75 octets; one that goes on begins with a blank. No character is cut. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  for (const character of line) {
    if (Buffer.byteLength(part + character) > MOST_OCTETS) {
      parts.push(part);
      part = ' ';
    }
    part += character;
  }
  return [...parts, part].join('\r\n');
}
