// Second factors as their owner has them: an authenticator app, whose codes count up, and its recovery codes.

import { authenticatorCode, stepAt } from '../../src/features/access/factors/index.ts';
import type { Person } from './actors.ts';
import { codesIn, waitForCode } from './codes.ts';
import { expectStatus, type World } from './world.ts';

export const SECURITY = '/administration/security';

/** The app of one administrator: each code is taken once, so that the next is of a later step. */
export type App = { secret: string; recoveryCodes: string[]; nextCode: () => string };

/** Seconds that a test may take between a code and its use. */
const TIME_TO_USE = 10;

/**
 * A code of the step after that of the last one, from the one before the present, so that there are several to take; from the present one where the
 * one before is about to be too old.
 */
export function appOf(secret: string, recoveryCodes: string[] = []): App {
  let last = 0;
  const nextCode = () => {
    const inTime = Temporal.Now.instant().add({ seconds: TIME_TO_USE });
    last = Math.max(last + 1, stepAt(inTime) - 1);
    return authenticatorCode(secret, last);
  };
  return { secret, recoveryCodes, nextCode };
}

/** The mailed code of a first factor. */
export async function firstFactorCode(world: World, { client, email }: Person): Promise<string> {
  const known = (await codesIn(world, email, 'first-factor')).length;
  expectStatus(await client.post(`${SECURITY}/registration-code`), 201);
  return waitForCode(world, email, 'first-factor', known + 1);
}

/** An authenticator app as the first factor, registered through the product. */
export async function registerApp(world: World, person: Person): Promise<App> {
  const code = await firstFactorCode(world, person);
  const begun = expectStatus(await person.client.post<{ secret: string }>(`${SECURITY}/authenticator`), 201);
  const app = appOf(begun.body.secret);
  const asked = { code: app.nextCode(), proof: { kind: 'mailed-code', code } };
  const { body } = expectStatus(
    await person.client.post<{ recoveryCodes: string[] }>(`${SECURITY}/authenticator/confirm`, asked),
    201,
  );
  return { ...app, recoveryCodes: body.recoveryCodes };
}

/** Shows the factor in the session of this person. */
export function showCode(person: Pick<Person, 'client'>, code: string) {
  return person.client.post(`${SECURITY}/show`, { proof: { kind: 'authenticator', code } });
}
