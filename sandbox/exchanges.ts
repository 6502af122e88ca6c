// Shows listeners of this process the requests to the provider and its answers, so that tests can hold it against a description.
import { channel } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import type { World } from './world.ts';

/** One call to the provider with its answer, which a fault may have changed. */
type Exchange = {
  service: 'token' | 'directkit' | 'onboarding';
  method: string;
  /** Below the service's base. */
  path: string;
  query: unknown;
  headers: Record<string, string | string[] | undefined>;
  body: unknown;
  status: number;
  /** Undefined: no JSON. */
  answer: string | undefined;
  /** True when an ordered fault answered in the provider's place. */
  isFault: boolean;
};

const exchanges = channel('sandbox.provider-exchange');
const SERVICES = [
  ['directkit', '/directkitrest'],
  ['onboarding', '/onboarding'],
  ['token', '/oauth'],
] as const;
/** Pages for people below the base of the onboarding. */
const PAGES = '/onboarding/pages';
const IN_ITS_PLACE = ['http-500', 'error-in-200', 'expired-token', 'malformed', 'not-found', 'retired'] as const;

/** Call it before the routes are added. Costs nothing while nobody listens. */
export function publishExchanges(app: FastifyInstance, world: World): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!exchanges.hasSubscribers) return payload;
    const [path = ''] = request.url.split('?', 1);
    const served = SERVICES.find(([, prefix]) => path.startsWith(`${prefix}/`));
    if (served === undefined || path.startsWith(PAGES)) return payload;
    const [service, prefix] = served;
    const exchange: Exchange = {
      service,
      method: request.method,
      path: path.slice(prefix.length),
      query: request.query,
      headers: request.headers,
      body: request.body,
      status: reply.statusCode,
      answer: typeof payload === 'string' ? payload : undefined,
      isFault: IN_ITS_PLACE.some((mode) => world.faults.on(request, mode) !== undefined),
    };
    exchanges.publish(exchange);
    return payload;
  });
}
