// Routes with `reads: 'replica'` read the replica once it has replayed the caller's last write, else the primary.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../db/pool.ts';
import type { Replica } from '../db/replica.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Runs the handler of a route with `reads: 'replica'` on the database that it reads. */
    readFromReplica<T>(request: FastifyRequest, work: (db: Database) => Promise<T>): Promise<T>;
  }
}

/** The position that the client's last write needs. */
const POSITION_COOKIE = 'mortar_position';

type Options = { db: Database; replica?: Replica | undefined; origins: { PUBLIC_URL: string } };

/** Adds `readFromReplica`; with a replica, every write of an account sends its client the position that its reads need. */
export function addReads(app: FastifyInstance, { db, replica, origins }: Options): void {
  app.decorate('readFromReplica', (request, work) => (replica ? replica.read(positionIn(request), work) : work(db)));
  if (replica === undefined) return;
  const isSecure = origins.PUBLIC_URL.startsWith('https://');
  app.addHook('onSend', async (request, reply) => {
    if (isWrite(request)) await sendPosition(reply, { replica, isSecure });
  });
}

/** Refused ones as well: a payment that the provider refused is written down. */
function isWrite({ method, caller, routeOptions: { config } }: FastifyRequest): boolean {
  return caller !== undefined && (config.effects === true || (method !== 'GET' && method !== 'HEAD'));
}

/** Leads to the primary as long as the cookie lives. */
const UNKNOWN_POSITION = Number.MAX_SAFE_INTEGER;

async function sendPosition(reply: FastifyReply, { replica, isSecure }: { replica: Replica; isSecure: boolean }): Promise<void> {
  const position = await replica.position().catch(() => UNKNOWN_POSITION);
  // A replica that has not replayed the write when the cookie is over is too far behind to be read.
  const maxAgeSeconds = Math.ceil(replica.maxLagMs / 1_000) + 1;
  const parts = [`${POSITION_COOKIE}=${position}`, 'Path=/', `Max-Age=${maxAgeSeconds}`, 'HttpOnly', 'SameSite=Lax'];
  reply.header('set-cookie', [...parts, ...(isSecure ? ['Secure'] : [])].join('; '));
}

function positionIn({ headers: { cookie = '' } }: FastifyRequest): number | undefined {
  const found = new RegExp(`(?:^|;\\s*)${POSITION_COOKIE}=(\\d{1,16})(?:;|$)`).exec(cookie);
  return found ? Number(found[1]) : undefined;
}
