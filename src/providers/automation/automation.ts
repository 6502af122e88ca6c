// The automation webhook: tells outside tools that something happened, a publication above all.

import { postJson } from '../../core/http/post-json.ts';

export type Automation = {
  /** Resolves once the event was taken; rejects otherwise. To be called from a job, which tries again. */
  notify(event: string, payload: Record<string, unknown>): Promise<void>;
};

/** The call, for the API description. */
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
