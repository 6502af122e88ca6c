// Amounts, days and instants, written the same everywhere.

import { businessNow } from '../core/clock.ts';
import { ago, day, dayAndTime, euros, exactly } from '../core/format.ts';

/** An amount in euros; `isSigned` writes a plus before what comes in. */
export function Money({ cents, isSigned }: { cents: number; isSigned?: boolean }) {
  return (
    <span class={`money${cents < 0 ? ' negative' : ''}`}>
      {isSigned && cents > 0 ? '+' : ''}
      {euros(cents)}
    </span>
  );
}

/** A day such as `2026-12-03`. */
export function Day({ date }: { date: string }) {
  return (
    <time class="day" dateTime={date}>
      {day(date)}
    </time>
  );
}

/** An instant; how long ago it was stands beside it where `isRelative`, and the exact one on hover. */
export function Instant({ at, isRelative, hasTime = true }: { at: string; isRelative?: boolean; hasTime?: boolean }) {
  return (
    <time dateTime={at} title={exactly(at)}>
      <span class="day">{hasTime ? dayAndTime(at) : day(at)}</span>
      {isRelative && (
        <>
          {' '}
          <span class="day soft">· {ago(at, businessNow())}</span>
        </>
      )}
    </time>
  );
}
