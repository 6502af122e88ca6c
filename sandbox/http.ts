// HTTP layer of all routes: body parsing, the call log, injected faults, and the format of errors.
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type Call, endUserOf } from './calls.ts';
import { publishExchanges } from './exchanges.ts';
import type { FaultOrder } from './faults.ts';
import { errorBody, isProviderError } from './provider/errors.ts';
import type { World } from './world.ts';

const BODY_LIMIT_BYTES = 32 * 1024 * 1024;
const HOLD_MS = 30_000;
const LATE_SECONDS = 2;
/** Default provider code of a fault `error-in-200`: invalid input. */
const FAULT_CODE = 234;

/** An error of the routes that are not the provider's: `{ error }` with this status. */
export function refusal(statusCode: number, message: string): Error {
  return Object.assign(new Error(message), { statusCode });
}

export function createHttp(world: World): FastifyInstance {
  const app = Fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(String(body)));
    } catch {
      done(refusal(400, 'the body is not JSON'), undefined);
    }
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body === '' ? undefined : body));
  publishExchanges(app, world);
  app.setErrorHandler((error, request, reply) => answerError(world, error, request, reply));
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'no such route in the sandbox' }));
  return app;
}

function answerError(world: World, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (isProviderError(error)) return reply.code(world.settings.errorStatus).send(errorBody(error.providerCode, error.message));
  // Border: an Error, which has a status if it comes from Fastify.
  const { statusCode, message } = error as { statusCode?: number; message: string };
  if (statusCode === 413 && request.url.startsWith('/directkitrest')) return reply.code(400).send(errorBody(235, 'file too big'));
  if (statusCode !== undefined && statusCode < 500) return reply.code(statusCode).send({ error: message });
  console.error(error);
  return reply.code(500).send({ error: message });
}

/**
 * Adds the call log and injected faults to every route of `outside`: all routes but the control routes and the page. Call it before the
 * routes are added.
 */
export function watchCalls(world: World, outside: FastifyInstance): void {
  const open = new WeakMap<FastifyRequest, Call>();
  const lateOn = (request: FastifyRequest) => world.faults.on(request, 'late-effect');
  outside.addHook('preHandler', async (request, reply) => {
    const [path = request.url] = request.url.split('?', 1);
    // Border: the query parser returns a plain record of texts.
    const query = request.query as Record<string, unknown>;
    const { method, body, headers } = request;
    open.set(request, world.calls.add({ at: world.clock.iso(), method, path, query, body, endUser: endUserOf(headers) }));
    const fault = world.faults.take(request, path);
    if (fault !== undefined) return applyFault(world, fault, request, reply);
  });
  // Runs right before the route: token and headers are checked when a call arrives, everything else when it takes effect.
  outside.addHook('onRoute', (route) => {
    const waitForEffect = async (request: FastifyRequest) => {
      const late = lateOn(request);
      if (late !== undefined)
        await world.late.wait(late.afterSeconds ?? (late.latencyMs === null ? LATE_SECONDS : late.latencyMs / 1_000));
    };
    route.preHandler = [route.preHandler ?? [], waitForEffect].flat();
  });
  outside.addHook('onSend', async (request, reply, payload) => {
    const call = open.get(request);
    const lost = world.faults.on(request, 'timeout-after');
    if (lost !== undefined) {
      await world.faults.hold(request, lost.latencyMs ?? 0);
      request.raw.socket.destroy();
    } else if (call !== undefined && lateOn(request) === undefined) call.status = reply.statusCode;
    return payload;
  });
}

/** Applies the faults that do not depend on the route; `timeout-after`, `pending` and `partial` are applied elsewhere. */
async function applyFault(world: World, fault: FaultOrder, request: FastifyRequest, reply: FastifyReply) {
  switch (fault.mode) {
    case 'http-500':
      return reply.code(500).send();
    case 'error-in-200':
      return reply.code(200).send(errorBody(fault.code ?? FAULT_CODE, 'refused by an ordered fault'));
    case 'expired-token':
      world.token = { value: '', expiresAtMs: 0 };
      return reply.code(401).send();
    case 'not-found':
      return reply.code(404).send({ statusCode: 404, error: 'Not Found', message: 'not found by an ordered fault' });
    case 'retired':
      return reply.code(410).send({ message: 'this call was retired' });
    case 'malformed':
      return reply.code(200).send({ unexpected: true, resultats_nom_entreprise: [{ nom_entreprise: 42 }] });
    case 'timeout-before':
      reply.hijack();
      await world.faults.hold(request, fault.latencyMs ?? HOLD_MS);
      request.raw.socket.destroy();
      return reply;
    case 'late-effect':
      request.raw.socket.destroy();
      return undefined;
    case 'latency':
      await world.faults.hold(request, fault.latencyMs ?? 0);
      return undefined;
    default:
      return undefined;
  }
}
