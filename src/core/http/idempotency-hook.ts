// Takes the Idempotency-Key of a request before its handler, and gives a repeated one the stored answer.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/pool.ts';
import { repeatEvery } from '../repeat.ts';
import { claimKey, PROLONGED_EVERY_MS, prolongKey } from './idempotency.ts';
import { refusedInput } from './json-body.ts';

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{8,255}$/;

/** Hook `preHandler` of every route whose money moves; a request without the header passes. */
export async function takeIdempotencyKey(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, clock }: { db: Database; clock: Clock },
): Promise<void> {
  const { config } = request.routeOptions;
  if (config.readUpload) request.upload = await config.readUpload(request);
  const sent = request.headers['idempotency-key'];
  if (config.money !== 'moves' || sent === undefined || !request.caller) return;
  const key = checkKey(sent);
  const taken = await claimKey(db, {
    userId: request.caller.userId,
    operation: `${request.method} ${request.url.split('?')[0]}`,
    key,
    body: config.readUpload ? request.upload : request.body,
    status: config.successStatus ?? 201,
    now: clock.now(),
  });
  if ('claim' in taken) {
    request.idempotency = taken.claim;
    const repetition = repeatEvery(PROLONGED_EVERY_MS, () => prolongKey(db, taken.claim, clock.now()), {
      onError: (err) => request.log.warn({ err }, 'idempotency key not prolonged'),
    });
    reply.raw.once('close', () => void repetition.stop());
    return;
  }
  reply.status(taken.stored.status).header('idempotency-replayed', 'true');
  await (taken.stored.body === null ? reply.send() : reply.send(taken.stored.body));
}

function checkKey(sent: string | string[]): string {
  if (typeof sent === 'string' && IDEMPOTENCY_KEY.test(sent)) return sent;
  throw refusedInput('headers/idempotency-key', 'needs 8 to 255 visible characters');
}
