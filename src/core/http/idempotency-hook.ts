// Claims the Idempotency-Key of a request before its handler runs, and replays the stored answer of a repeated request.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/pool.ts';
import { repeatEvery } from '../periodic-tasks.ts';
import { claimKey, RENEW_EVERY_MS, renewKey } from './idempotency.ts';
import { refusedInput } from './json-body.ts';

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{8,255}$/;

/**
 * `preHandler` hook; it concerns routes that move money and only requests with the header. A simulation leaves the key free for the real
 * request, and is computed afresh each time.
 */
export async function takeIdempotencyKey(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, clock }: { db: Database; clock: Clock },
): Promise<void> {
  const { config } = request.routeOptions;
  if (config.readUpload) request.upload = await config.readUpload(request);
  const sent = request.headers['idempotency-key'];
  if (config.money !== 'moves' || sent === undefined || !request.caller || config.isSimulation?.(request)) return;
  const key = checkKey(sent);
  const taken = await claimKey(db, {
    userId: request.caller.userId,
    operation: operationOf(request),
    key,
    body: config.readUpload ? request.upload : request.body,
    status: config.successStatus ?? 201,
    now: clock.now(),
  });
  if ('claim' in taken) {
    request.idempotency = taken.claim;
    const repetition = repeatEvery(RENEW_EVERY_MS, () => renewKey(db, taken.claim, clock.now()), {
      onError: (err) => request.log.warn({ err }, 'lock of an idempotency key not renewed'),
    });
    reply.raw.once('close', () => void repetition.stop());
    return;
  }
  reply.status(taken.stored.status).header('idempotency-replayed', 'true');
  await (taken.stored.body === null ? reply.send() : reply.send(taken.stored.body));
}

/** Of the route and its validated parameters, however the path spells them. */
function operationOf({ method, routeOptions, params }: FastifyRequest): string {
  const values: Readonly<Record<string, unknown>> = Object(params);
  return `${method} ${routeOptions.url?.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))}`;
}

function checkKey(sent: string | string[]): string {
  if (typeof sent === 'string' && IDEMPOTENCY_KEY.test(sent)) return sent;
  throw refusedInput('headers/idempotency-key', 'needs 8 to 255 visible characters');
}
