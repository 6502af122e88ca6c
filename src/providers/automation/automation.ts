// The automation webhook, which notifies external tools of events such as a publication.

import { postJson } from '../../core/http/external-json.ts';

export type Automation = {
  /** Resolves once the event was accepted; rejects otherwise. Call it from a job, which retries. */
  notify(event: string, payload: Record<string, unknown>): Promise<void>;
};

/** The webhook in the API description. */
export const automationWebhooks = {
  automation: {
    post: {
      summary: 'Tells AUTOMATION_URL that something happened, in production; sent again until it answers 2xx.',
      operationId: 'notifyAutomation',
      security: [],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object' as const,
              required: ['event', 'payload'],
              properties: {
                event: { type: 'string' as const, examples: ['property-published'] },
                payload: { type: 'object' as const, additionalProperties: true },
              },
            },
          },
        },
      },
      responses: { '200': { description: 'Taken.' } },
    },
  },
};

/** Automation behind `POST <url>` `{ event, payload }`. `timeoutMs` is 5 000 by default. */
export function createAutomation(options: { url: string; timeoutMs?: number }): Automation {
  return {
    notify: (event, payload) => postJson(`automation ${event}`, options.url, { event, payload }, options.timeoutMs ?? 5_000),
  };
}
