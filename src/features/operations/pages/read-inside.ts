// The API as the pages read it in this process: by the same routes, guards and limits as any visitor, without a connection.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SignedIn } from './page-server.ts';

const SESSION = '/api/auth/get-session';

/** Answers what a visitor without a session gets; counted for the address of whoever asked for the page. */
export function readAsVisitor(app: FastifyInstance, request: FastifyRequest): typeof fetch {
  return async (input, init) => {
    const { url } = new Request(input, init);
    const { pathname, search } = new URL(url);
    return ask(app, request, pathname + search);
  };
}

/** Who is signed in; null for nobody, and where it cannot be read: the page then shows what everybody sees. */
export async function readSignedIn(app: FastifyInstance, request: FastifyRequest): Promise<SignedIn | null> {
  const { cookie } = request.headers;
  if (cookie === undefined) return null;
  const answer = await ask(app, request, SESSION, cookie);
  if (!answer.ok) return null;
  // Border: the answer of the session layer.
  const current = (await answer.json()) as { user: { name: string; email: string; role?: string } } | null;
  return current && { name: current.user.name, email: current.user.email, isOperator: current.user.role === 'admin' };
}

async function ask(app: FastifyInstance, { ip }: FastifyRequest, url: string, cookie?: string): Promise<Response> {
  const { statusCode, headers, rawPayload } = await app.inject({
    method: 'GET',
    url,
    remoteAddress: ip,
    headers: { accept: 'application/json', ...(cookie === undefined ? {} : { cookie }) },
  });
  const shown = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Response(rawPayload.length === 0 ? null : new Uint8Array(rawPayload), { status: statusCode, headers: shown });
}
