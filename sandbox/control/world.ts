// Control routes for the sandbox as a whole: received messages and calls, faults, clock, settings, votes, reset.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { messagesOf } from '../chat.ts';
import { FAULT_MODES, type FaultMode, type FaultOrder } from '../faults.ts';
import { refusal } from '../http.ts';
import { mailsTo } from '../mail.ts';
import { setVote } from '../votes.ts';
import type { Settings, World } from '../world.ts';
import { controlBody, found, oneOf, param, queryText } from './input.ts';

/** One day; a timer of more than 24 days would overflow and fire at once. */
const MAX_AFTER_SECONDS = 86_400;

/** @param reset restores the initial state of the sandbox */
export function worldControl(app: FastifyInstance, world: World, reset: () => void): void {
  app.get('/mails', async (request) => mailsTo(world, queryText(request, 'to')));
  app.get('/chat', async () =>
    messagesOf(world, 'chat').map(({ id, channel, text, body, receivedAt }) => ({ id, channel, text, body, receivedAt })),
  );
  app.get('/automation', async () =>
    messagesOf(world, 'automation').map(({ id, body, receivedAt }) => ({ id, body, receivedAt })),
  );
  app.get('/calls', async (request) => world.calls.list(queryText(request, 'path')));

  app.get('/notifications', async () => world.notifications.list());
  app.post('/notifications/:id/resend', async (request) => {
    const id = Number(param(request, 'id'));
    return found(await world.notifications.resend(id), `notification ${id}`);
  });

  app.get('/faults', async () => world.faults.list());
  app.post('/faults', async (request, reply) => {
    return reply.code(201).send(world.faults.order(faultOrder(request)));
  });
  app.delete('/faults', async () => {
    world.faults.clear();
    return { faults: 0 };
  });

  app.put('/votes', async (request) => setVote(world, request.body));
  app.get('/votes', async () => [...world.store.votes.values()]);

  app.post('/reset', async () => {
    reset();
    return { reset: true };
  });
}

/** @throws 400 */
function faultOrder(request: FastifyRequest): FaultOrder {
  const body = controlBody(request);
  const times = body.optionalInteger('times') ?? 1;
  const latencyMs = body.optionalInteger('latencyMs') ?? null;
  const afterSeconds = body.optionalNumber('afterSeconds') ?? null;
  if (times < 1) throw refusal(400, 'times must be 1 or more');
  if (latencyMs !== null && latencyMs < 0) throw refusal(400, 'latencyMs must not be negative');
  if (afterSeconds !== null && (afterSeconds < 0 || afterSeconds > MAX_AFTER_SECONDS))
    throw refusal(400, `afterSeconds must be from 0 to ${MAX_AFTER_SECONDS}`);
  return {
    route: body.text('route'),
    // Border: oneOf checks that the text is one of FAULT_MODES.
    mode: oneOf(body.text('mode'), FAULT_MODES as readonly string[], 'mode') as FaultMode,
    times,
    latencyMs,
    code: body.optionalInteger('code') ?? null,
    afterSeconds,
    body: body.optionalFields('body') ?? {},
  };
}

export function clockControl(app: FastifyInstance, world: World): void {
  app.get('/clock', async () => ({ now: world.clock.iso() }));
  app.put('/clock', async (request) => {
    const wanted = controlBody(request).text('now');
    world.store.setClockOffsetMs(instantMs(wanted) - Date.now());
    return { now: world.clock.iso() };
  });

  app.get('/settings', async () => world.settings);
  app.put('/settings', async (request) => {
    const body = controlBody(request);
    const { settings } = world;
    const wanted: Settings = {
      errorStatus: oneOf(body.optionalInteger('errorStatus') ?? settings.errorStatus, [200, 400], 'errorStatus'),
      minUploadBytes: body.optionalInteger('minUploadBytes') ?? settings.minUploadBytes,
      refuseOddNames: body.optionalFlag('refuseOddNames') ?? settings.refuseOddNames,
      tokenSeconds: body.optionalInteger('tokenSeconds') ?? settings.tokenSeconds,
      notificationFormat:
        body.optionalText('notificationFormat') === undefined
          ? settings.notificationFormat
          : formatOf(body.text('notificationFormat')),
    };
    return Object.assign(settings, wanted);
  });
}

function formatOf(value: string): 'json' | 'form' {
  if (value !== 'json' && value !== 'form') throw refusal(400, 'notificationFormat must be json or form');
  return value;
}

function instantMs(text: string): number {
  try {
    return Temporal.Instant.from(text).epochMilliseconds;
  } catch {
    throw refusal(400, 'now must be an instant such as 2027-01-31T08:00:00Z');
  }
}
