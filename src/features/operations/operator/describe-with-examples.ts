// Puts the recorded examples of bodies and answers into the API description.

import type { FastifyInstance } from 'fastify';

type Media = { example?: unknown };
type Operation = {
  operationId: string;
  requestBody?: { content?: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
};

const JSON_TYPE = 'application/json';

/** The whole description. The examples are loaded with the first one that is asked for: most processes are never asked. */
export async function describeWithExamples(app: FastifyInstance): Promise<object> {
  const { default: loaded } = await import('./examples.json', { with: { type: 'json' } });
  // Border: written by scripts/examples.ts, by operation.
  const examples = loaded as Readonly<Record<string, { body?: unknown; answer?: unknown }>>;
  const description = app.swagger();
  for (const { operationId, requestBody, responses } of operationsOf(description)) {
    const { body, answer } = examples[operationId] ?? {};
    const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
    show(requestBody?.content, body);
    show(success?.content, answer);
  }
  return description;
}

function operationsOf({ paths = {} }: { paths?: object }): Operation[] {
  // Border: the description of @fastify/swagger, in which every route of ours has its operationId.
  return Object.values(paths).flatMap((operations) => Object.values(operations) as Operation[]);
}

function show(content: Record<string, Media> | undefined, example: unknown): void {
  const media = content?.[JSON_TYPE];
  if (media && example !== undefined) media.example = example;
}
