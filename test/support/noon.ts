// Noon in Paris: a test that counts sealed days moves there, so that it does not depend on the hour at which it starts.

import { parisDate } from '../../src/core/dates.ts';
import type { World } from './world.ts';

/** The instant of noon of a Paris day, `2026-12-03`. */
export function noonOf(day: string): string {
  return Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: 'Europe/Paris', plainTime: '12:00' }).toInstant().toString();
}

/** Moves the clock to noon, so many days ahead. */
export function moveToNoon(world: World, days: number): Promise<void> {
  return world.moveClock({ now: noonOf(parisDate(world.deps.clock.now()).add({ days }).toString()) });
}
