// Holds every call that a sandbox of this process serves against our shapes, and against the provider's description where it is at hand.

import { subscribe } from 'node:diagnostics_channel';
import { type Exchange, judge } from './calls.ts';
import { ourShapes, providersDescription } from './description.ts';

/** The name of the sandbox's channel, whose messages have the shape of {@link Exchange}. */
const CHANNEL = 'sandbox.provider-exchange';

export type Watch = {
  /** What was found since the last time, each once. @throws when it is something */
  assertNothingFound(): void;
};

/** Watches from now on. In these tests a field that is not known is a difference in answers too: we wrote both sides. */
export function watchProviderCalls(): Watch {
  const descriptions = [ourShapes, providersDescription()].filter((one) => one !== undefined);
  const found = new Set<string>();
  subscribe(CHANNEL, (message) => {
    // Border: the sandbox's own message.
    const exchange = message as Exchange;
    for (const description of descriptions) for (const { text } of judge(description, exchange)) found.add(text);
  });
  return {
    assertNothingFound() {
      const findings = [...found];
      found.clear();
      if (findings.length > 0)
        throw new Error(`calls to the provider differ from its description:\n${findings.map((text) => `  ${text}`).join('\n')}`);
    },
  };
}
