// The automation webhook: tells outside tools that something happened, a publication above all.

import { postJson } from '../../core/http/post-json.ts';

export type Automation = {
  /** Resolves once the event was taken; rejects otherwise. To be called from a job, which tries again. */
  notify(event: string, payload: Record<string, unknown>): Promise<void>;
};

/** Automation behind `POST <url>` `{ event, payload }`. `timeoutMs` is 5 000 by default. */
export function createAutomation(options: { url: string; timeoutMs?: number }): Automation {
  return {
    notify: (event, payload) => postJson(`automation ${event}`, options.url, { event, payload }, options.timeoutMs ?? 5_000),
  };
}
