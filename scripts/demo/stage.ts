// What the demo needs to be played over HTTP: the application, the sandbox's control routes, mailed codes, the clock.

import { setTimeout as pause } from 'node:timers/promises';
import { createMortar } from '../../clients/typescript/src/index.ts';
import { type Answer, type Client, createClient } from '../../test/support/client.ts';

/**
 * Where the demo is played, and its administrator. `sendAgain`: sends unanswered payments again without the usual margin; by default
 * the running service does it, whose margin must then be short.
 */
export type StageOptions = {
  apiUrl: string;
  controlUrl: string;
  admin: { email: string; password: string };
  sendAgain?: () => Promise<unknown>;
  /** Signs somebody up as it was before the online onboarding; absent: nobody is a veteran. */
  signUpVeteran?: (who: { email: string; password: string; name: string }) => Promise<void>;
};

/** The stage: every method throws with the whole answer when something is not as expected. */
export type Stage = StageOptions & {
  visitor(): Client;
  /** A control route of the sandbox. */
  control<T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T>;
  /** Waits until `look` gives something. */
  until<T>(look: () => Promise<T | undefined | false>, what: string): Promise<T>;
  /** Business time. */
  now(): Promise<Temporal.Instant>;
  /** Moves business time of application and sandbox forward to an instant; one that is reached already stays where it is. */
  reach(instant: Temporal.Instant): Promise<void>;
  /** Moves it wherever asked. */
  setClock(now: Temporal.Instant): Promise<void>;
  runJob(name: string): Promise<void>;
  sendAgain(): Promise<unknown>;
  /** Has a code mailed by `ask`, waits for the mail and gives the six digits. */
  mailedCode(to: string, ask: () => Promise<Answer>): Promise<string>;
};

/** The platform's own account at the provider. */
export const PLATFORM_ACCOUNT = 'mortar-main';

const WAIT_MS = 30_000;
const POLL_MS = 25;
const CODE = /\b\d{6}\b/;
/** Longer than any waiting time between two codes but the last one. */
const PATIENCE = { minutes: 9 };

/** Sets the stage. */
export function createStage(options: StageOptions): Stage {
  const visitor = () => createClient(options.apiUrl);
  const control: Stage['control'] = async (method, path, body) => {
    const answer = await createClient(options.controlUrl).send<never>(method, path, body);
    if (answer.status >= 300) throw new Error(`sandbox: ${method} ${path} answered ${answer.status}: ${answer.text}`);
    return answer.body;
  };
  const mortar = createMortar({ url: options.apiUrl });
  const now = async () => Temporal.Instant.from((await mortar.readClock()).now);
  const setClock = async (instant: Temporal.Instant) => void (await mortar.moveClock({ body: { now: instant.toString() } }));
  const mails = (to: string) => control<{ text: string }[]>('GET', `/mails?to=${encodeURIComponent(to)}`);
  const mailedCode: Stage['mailedCode'] = async (to, ask) => {
    const before = await mails(to);
    const asked = await ask();
    if (asked.status === 403) {
      // A code was requested a moment ago, by a run that was interrupted.
      await setClock((await now()).add(PATIENCE));
      return mailedCode(to, ask);
    }
    if (asked.status >= 300) throw new Error(`no code for ${to}: ${asked.status}: ${asked.text}`);
    return until(async () => {
      const received = await mails(to);
      return received.slice(0, received.length - before.length).flatMap(({ text }) => CODE.exec(text) ?? [])[0];
    }, `a code mailed to ${to}`);
  };
  const runJob = async (name: string) => void (await mortar.runDevJob({ path: { name }, body: {} }));
  return {
    sendAgain: () => runJob('wallet-transactions'),
    ...options,
    visitor,
    control,
    until,
    now,
    setClock,
    reach: async (instant) => {
      if (Temporal.Instant.compare(await now(), instant) < 0) await setClock(instant);
    },
    runJob,
    mailedCode,
  };
}

async function until<T>(look: () => Promise<T | undefined | false>, what: string): Promise<T> {
  const deadline = performance.now() + WAIT_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > deadline) throw new Error(`waited ${WAIT_MS / 1000} s in vain for ${what}`);
    await pause(POLL_MS);
  }
}

/** Body of an answer that has the expected status. */
export function must<T>(answer: Answer<T>, status: number): T {
  if (answer.status !== status) throw new Error(`expected ${status}, got ${answer.status}: ${answer.text}`);
  return answer.body;
}
