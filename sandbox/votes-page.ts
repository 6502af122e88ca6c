// The page at `/votes`, a stand-in for the voting platform: shows the votes and the investor of a valid token.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { queryText } from './control/input.ts';
import { record } from './fields.ts';
import { escapeHtml, PAGE_CSS, sendPage, table } from './page-parts.ts';
import type { World } from './world.ts';

export function votesPageRoutes(app: FastifyInstance, world: World): void {
  app.get('/votes', async (request, reply) => {
    const token = queryText(request, 'token');
    const visitor = token === undefined ? 'Anonymous visitor.' : visitorOf(world, token);
    return sendPage(reply.code(visitor === undefined ? 401 : 200), votesPage(world, visitor ?? 'The token is not valid.'));
  });
}

/** The investor of a token (JWT, HS256); undefined when its signature is invalid or it has expired. */
function visitorOf(world: World, token: string): string | undefined {
  const [header = '', claims = '', signature = ''] = token.split('.');
  const expected = createHmac('sha256', world.keys.voting).update(`${header}.${claims}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const { investorId, exp } = record(JSON.parse(Buffer.from(claims, 'base64url').toString()));
  if (typeof investorId !== 'string' || typeof exp !== 'number' || exp * 1000 <= world.clock.nowMs()) return undefined;
  return `Investor ${investorId}, until ${new Date(exp * 1000).toISOString()}.`;
}

function votesPage(world: World, visitor: string): string {
  const rows = [...world.store.votes.values()].flatMap(({ id, vote }) =>
    vote === null ? [] : [[id, vote.title, vote.types.join(', '), vote.vote_ended_at, vote.is_open ? 'open' : 'closed']],
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mortar sandbox: votes</title><style>${PAGE_CSS}</style></head><body>
<header><h1>Votes</h1><p>${escapeHtml(visitor)}</p><nav><a href="/">Sandbox</a></nav></header>
<main><section>${table(['Project', 'Title', 'Types', 'Ends', ''], rows, 'No vote yet.')}</section></main></body></html>`;
}
