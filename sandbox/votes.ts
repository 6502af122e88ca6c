// The votes of the defaults-management platform: three queries about a customer, and a control operation for tests.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ProjectVote } from './entities.ts';
import { reader, record } from './fields.ts';
import { refusal } from './http.ts';
import type { World } from './world.ts';

export function voteRoutes(app: FastifyInstance, world: World): void {
  app.addHook('preHandler', async (request, reply) => {
    if (request.headers['x-api-key'] !== world.keys.defaults) return reply.code(401).send({ error: 'invalid API key' });
  });
  const isCut = (request: FastifyRequest) => world.faults.on(request, 'partial') !== undefined;

  app.get('/votes/has-votes', async (request) => {
    const customerId = customerOf(request);
    return isCut(request) ? {} : { has_votes: votesFor(world, customerId).length > 0 };
  });

  app.get('/votes/pending-count', async (request) => {
    const customerId = customerOf(request);
    return isCut(request) ? {} : { count: votesFor(world, customerId).filter((vote) => isPending(vote, customerId)).length };
  });

  app.get('/projects/:projectId/latest-vote', async (request) => {
    const customerId = customerOf(request);
    const project = world.store.votes.get(String(record(request.params).projectId));
    if (project === undefined || project.vote === null) return { vote: null };
    if (isCut(request)) return { vote: { id: project.vote.id, title: project.vote.title } };
    return { vote: { ...project.vote, is_pending_for_user: isPending(project, customerId) } };
  });
}

function customerOf(request: FastifyRequest): string {
  const { customer_id } = record(request.query);
  if (typeof customer_id !== 'string' || customer_id === '') throw refusal(400, 'customer_id is required');
  return customer_id;
}

const mayVote = ({ voters }: ProjectVote, customerId: string) => voters === null || voters.includes(customerId);
const isPending = (project: ProjectVote, customerId: string) =>
  project.vote?.is_open === true && mayVote(project, customerId) && !project.voted.includes(customerId);

/** Votes, open or closed, that concern the customer. */
function votesFor(world: World, customerId: string): ProjectVote[] {
  return [...world.store.votes.values()].filter((project) => project.vote !== null && mayVote(project, customerId));
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/**
 * Sets the latest vote of a project from `{ projectId, vote, voters?, voted? }`; `vote: null` removes it. Absent fields of the vote
 * get plausible values; absent `voters` means every customer.
 */
export function setVote(world: World, body: unknown): ProjectVote {
  const fields = record(body);
  const projectId = reader(fields, (name, expected) => refusal(400, `${name} must be ${expected}`)).text('projectId');
  const voters = Array.isArray(fields.voters) ? texts(fields.voters) : null;
  const project: ProjectVote = { id: projectId, vote: voteFrom(world, fields.vote), voters, voted: texts(fields.voted) };
  world.store.put(['votes', project]);
  return project;
}

function voteFrom(world: World, value: unknown): ProjectVote['vote'] {
  if (value === null) return null;
  const vote = record(value);
  const id = typeof vote.id === 'number' ? vote.id : world.store.nextId();
  return {
    id,
    title: String(vote.title ?? 'Vote of the investors'),
    types: Array.isArray(vote.types) ? texts(vote.types) : ['prorogation'],
    vote_ended_at: String(vote.vote_ended_at ?? new Date(world.clock.nowMs() + 7 * 86_400_000).toISOString()),
    is_open: vote.is_open !== false,
    url: String(vote.url ?? `https://votes.example/votes/${id}`),
  };
}
