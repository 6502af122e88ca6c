// Which penalties are valid, whether a report changes anything, its message to the team, and the token for the voting platform. Pure.

import { createHmac } from 'node:crypto';
import { type Cents, centsOf, formatEuros, MAX_CENTS, sumOf } from '../../../core/cents.ts';
import type { EcheanceId, PropertyId, SpvId } from '../../../core/db/tables.ts';
import { AppError, INTERNAL_ERROR } from '../../../core/errors.ts';
import { type FinancialState, statusAfter } from '../../projects/project-life/index.ts';
import { COMPUTING_ERROR } from './errors.ts';
import type { DefaultedProject } from './schemas.ts';

type Penalty = DefaultedProject['penalties'][number]['penalty'];

/**
 * Error: `echeancier-computing-error` for a part that is negative, no whole number of cents, or more than any amount can be; and for one
 * above the total, which could never be corrected: the right split has the same total, which changes nothing.
 */
export function assertSound(penalty: Penalty): void {
  if (!isSound(penalty)) throw new AppError(COMPUTING_ERROR);
}

function isSound({ total, forInvestors, forBricks }: Penalty): boolean {
  const areCents = [total, forInvestors, forBricks].every(
    (cents) => Number.isSafeInteger(cents) && cents >= 0 && cents <= MAX_CENTS,
  );
  return areCents && forInvestors <= total && forBricks <= total;
}

/** The sender decides: a split that does not add up is logged, and written all the same (defaults.md#penalties). */
export function addsUp({ total, forInvestors, forBricks }: Penalty): boolean {
  return forInvestors + forBricks === total;
}

/** How a project whose owner owes stands. */
export type Owing = { status: FinancialState; hasBeenLate: boolean; spvId: SpvId | null };

/** The state of all that a batch names, updated with what it writes. */
export type Standing = {
  owing: Map<PropertyId, Owing>;
  penalties: Map<EcheanceId, { propertyId: PropertyId; totalCents: Cents }>;
};

/** What most items of a daily report are: status, flag and totals are as they stand. A report with any fault changes something. */
export function changesNothing({ propertyId, status, penalties }: DefaultedProject, standing: Standing): boolean {
  const owing = standing.owing.get(propertyId);
  if (!owing || owing.spvId === null) return false;
  if (statusAfter(owing.status, status ?? 'regularisation') !== owing.status) return false;
  if (status !== null && !owing.hasBeenLate) return false;
  return penalties.every(({ echeanceId, penalty }) => {
    const stored = standing.penalties.get(echeanceId);
    return stored?.propertyId === propertyId && stored.totalCents === penalty.total && isSound(penalty);
  });
}

/** The standing after a report that was applied. */
export function keepUp(standing: Standing, { propertyId, status, penalties }: DefaultedProject): void {
  const owing = standing.owing.get(propertyId);
  if (owing) {
    owing.status = statusAfter(owing.status, status ?? 'regularisation');
    owing.hasBeenLate ||= status !== null;
  }
  for (const { echeanceId, penalty } of penalties)
    standing.penalties.set(echeanceId, { propertyId, totalCents: centsOf(penalty.total) });
}

/** What came of a call so far. `skipped`: which item, by its reason. */
export type BatchReport = {
  applied: { projectName: string; totals: readonly Cents[] }[];
  skipped: { about: string; reason: string }[];
  stoppedAt: string | undefined;
};

/** Of each section; a batch may have twenty thousand projects, and a chat takes no such message. */
const SHOWN = 20;

/** Undefined when there is nothing to report. */
export function batchMessage({ applied, skipped, stoppedAt }: BatchReport): string | undefined {
  const lines = [
    ...bounded(applied.map(appliedLine), '\n'),
    ...[...Map.groupBy(skipped, ({ reason }) => reason)].map(
      ([reason, items]) =>
        `${items.length} ignoré(s), ${reason} : ${bounded(
          items.map(({ about }) => about),
          ', ',
        ).join('')}`,
    ),
    ...(stoppedAt === undefined ? [] : [`Arrêt du lot : ${stoppedAt}. La suite n’a pas été traitée.`]),
  ];
  return lines.length === 0 ? undefined : `Défauts :\n${lines.join('\n')}`;
}

function appliedLine({ projectName, totals }: BatchReport['applied'][number]): string {
  return `${totals.length} pénalité(s) appliquée(s) au projet ${projectName}, ${formatEuros(sumOf(totals))} au total`;
}

/** One text of the first ones, and how many there are beside. */
function bounded(texts: readonly string[], separator: string): string[] {
  if (texts.length === 0) return [];
  const more = texts.length > SHOWN ? [`… et ${texts.length - SHOWN} autre(s)`] : [];
  return [[...texts.slice(0, SHOWN), ...more].join(separator)];
}

/** The platform's reply. Error: `internal-error`; the reason is only logged. */
export function replyOf<T>(reading: { ok: true; value: T } | { ok: false; reason: string }): T {
  if (reading.ok) return reading.value;
  const cause = new Error(`defaults-management platform: ${reading.reason}`);
  throw new AppError(INTERNAL_ERROR, { detail: 'Votes are not available.', cause });
}

/** JWT (RFC 7519) signed with HS256. `claims` in the order given; times in seconds since 1970. */
export function signToken(claims: Readonly<Record<string, string | number>>, secret: string): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

/** `platformUrl` as it is written, followed by the query parameter `token`, in place of one that it has; other parameters are kept. */
export function withToken(platformUrl: string, token: string): string {
  const [address = '', fragment] = platformUrl.split('#', 2);
  const [path = '', query = ''] = address.split('?', 2);
  const others = query.split('&').filter((part) => part !== '' && !/^token(?:=|$)/.test(part));
  const asked = [...others, `token=${encodeURIComponent(token)}`].join('&');
  return `${path}?${asked}${fragment === undefined ? '' : `#${fragment}`}`;
}
