// The token endpoint, and the authentication of every provider call (provider.md#transport).
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { record } from '../fields.ts';
import type { World } from '../world.ts';
import { providerError } from './errors.ts';

export function tokenRoutes(app: FastifyInstance, world: World): void {
  app.post('/oauth/api/v1/oauth/token', async (request, reply) => {
    const form = record(request.body);
    if (request.headers.authorization !== `Basic ${world.keys.provider}`)
      return reply.code(401).send({ error: 'invalid_client' });
    if ((form.grant_type ?? form.Grant_type) !== 'client_credentials')
      return reply.code(400).send({ error: 'unsupported_grant_type' });
    const token = currentToken(world);
    return { access_token: token.value, token_type: 'Bearer', expires_in: Math.ceil((token.expiresAtMs - Date.now()) / 1000) };
  });
}

/** The same token until it expires, then a new one. */
function currentToken(world: World): World['token'] {
  if (world.token.expiresAtMs <= Date.now()) {
    world.token = { value: randomBytes(24).toString('base64url'), expiresAtMs: Date.now() + world.settings.tokenSeconds * 1000 };
  }
  return world.token;
}

function hasToken(world: World, request: FastifyRequest): boolean {
  const { value, expiresAtMs } = world.token;
  return value !== '' && expiresAtMs > Date.now() && request.headers.authorization?.slice(7) === value;
}

/** DirectKit: a bad token is 401 without body; `PSU-IP-Address` is required. */
export function guardDirectKit(app: FastifyInstance, world: World): void {
  app.addHook('preHandler', async (request, reply) => {
    if (!hasToken(world, request) || !/^bearer /i.test(request.headers.authorization ?? '')) return reply.code(401).send();
    if ((request.headers['psu-ip-address'] ?? '') === '') throw providerError(234, 'header PSU-IP-Address is required');
  });
}

/** Onboarding API: as above, but a lower-case scheme is 403. */
export function guardOnboarding(app: FastifyInstance, world: World): void {
  app.addHook('preHandler', async (request, reply) => {
    if (!hasToken(world, request)) return reply.code(401).send();
    if (!request.headers.authorization?.startsWith('Bearer ')) return reply.code(403).send();
  });
}
