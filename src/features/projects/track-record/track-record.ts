// What became of the money of fundings: sums of all of them by state, and one project with its schedule, prices and its owner's others.

import { type Cents, centsOf, sumOf } from '../../../core/cents.ts';
import type { PropertyId } from '../../../core/db/tables.ts';
import { AppError } from '../../../core/errors.ts';
import type { AppDeps } from '../../../deps.ts';
import { readSchedule, type Schedule } from '../../repayment/payment-schedule/index.ts';
import { dateOf, dayOf, deriveEcheance, maturityOf } from '../../repayment/schedule-computation/index.ts';
import { PROPERTY_NOT_FOUND, PUBLIC_STATES } from '../project-life/index.ts';
import { readCatalogueProperty } from '../properties/index.ts';
import { findRecord, sumByState } from './queries.ts';
import { rowState } from './rules.ts';
import type { ProjectRecord, RecordRow, TrackRecord } from './schemas.ts';

const PARIS = 'Europe/Paris';

/** GET /properties/track-record: sums of every project that the public may see, in one statement. */
export async function readTrackRecord(deps: Pick<AppDeps, 'db' | 'clock'>): Promise<TrackRecord> {
  const at = deps.clock.now();
  const sums = await sumByState(deps.db, at);
  const total = (of: (sum: (typeof sums)[number]) => number) => centsOf(sums.reduce((sum, row) => sum + of(row), 0));
  const [first] = sums.flatMap(({ since }) => since ?? []).toSorted(Temporal.Instant.compare);
  return {
    asOf: at.toString(),
    since: first?.toString() ?? null,
    collectedCents: total((row) => row.collectedCents),
    capitalPaidBackCents: total((row) => row.capitalPaidCents),
    interestPaidCents: total((row) => row.interestPaidCents),
    states: PUBLIC_STATES.flatMap((state) => sums.filter((row) => row.state === state)).map(
      ({ state, projectCount, collectedCents, outstandingCents }) => ({
        ...{ state, projectCount },
        collectedCents: centsOf(collectedCents),
        outstandingCents: centsOf(outstandingCents),
      }),
    ),
  };
}

/** GET /properties/:propertyId/track-record, for whoever may see its page. Error: `property.not-found`. */
export async function readProjectRecord(
  deps: Pick<AppDeps, 'db' | 'clock' | 'cache' | 'config'>,
  page: { propertyId: PropertyId; draftToken: string | undefined },
): Promise<ProjectRecord> {
  // The one rule of who sees a project decides here too.
  const { state } = await readCatalogueProperty(deps, page);
  const at = deps.clock.now();
  const found = await findRecord(deps.db, page.propertyId, at);
  if (!found) throw new AppError(PROPERTY_NOT_FOUND);
  const schedule = await readSchedule(deps.db, page.propertyId);
  const rows = schedule ? recordRows(schedule, at.toZonedDateTimeISO(PARIS).toPlainDate()) : [];
  return {
    asOf: at.toString(),
    state,
    collectedCents: found.collectedCents,
    capitalPaidBackCents: centsOf(found.capitalPaidCents),
    interestPaidCents: centsOf(found.interestPaidCents),
    lateSince: rows.find((row) => row.state === 'late')?.dueDate ?? null,
    missingCents: sumOf(rows.filter((row) => row.state === 'late').map(({ missingCents }) => centsOf(missingCents))),
    maturityDate: schedule ? maturityDay(schedule) : null,
    schedule: rows,
    prices: found.prices.map(({ validFrom, priceCents }) => ({ validFrom: validFrom.toString(), priceCents })),
    otherProjects: found.others.map((other) => ({ ...other, outstandingCents: centsOf(other.outstandingCents) })),
  };
}

function maturityDay(schedule: Schedule): string {
  return dateOf(maturityOf({ ...schedule, startDay: dayOf(schedule.initialCapitalLoanedDate) })).toString();
}

function recordRows({ echeances }: Schedule, today: Temporal.PlainDate): RecordRow[] {
  return echeances.map((row) => {
    const derived = deriveEcheance(row);
    const interestCents = centsOf(row.interestCents + row.penaltyForInvestorsCents);
    const capitalCents = row.capitalRepaymentDueCents;
    const lacking: Cents = centsOf(Math.max(interestCents - derived.investorsReceivedCents, 0));
    const remainingCents = row.isGivenUp ? 0 : lacking + derived.capitalRepaymentRemainingCents;
    const writtenOffCents = row.isGivenUp ? lacking + derived.capitalWrittenOffCents : 0;
    const facts = { dueDate: row.dueDate, owedCents: interestCents + capitalCents, remainingCents, writtenOffCents };
    const state = rowState(facts, today);
    return {
      period: row.period,
      dueDate: row.dueDate.toString(),
      ...{ interestCents, capitalCents, state },
      missingCents: centsOf(state === 'late' ? remainingCents : writtenOffCents),
    };
  });
}
