// The chat and the automation webhook, which store every message.
import type { FastifyInstance } from 'fastify';
import type { Message } from './entities.ts';
import { record } from './fields.ts';
import { refusal } from './http.ts';
import type { World } from './world.ts';

export function messageRoutes(app: FastifyInstance, world: World): void {
  const keep = (message: Pick<Message, 'target' | 'channel' | 'text' | 'body'>) => {
    world.store.put(['messages', { id: world.store.nextId(), receivedAt: world.clock.iso(), ...message }]);
    return { ok: true };
  };
  app.post('/chat/:channel', async (request) => {
    const { text } = record(request.body);
    if (typeof text !== 'string' || text === '') throw refusal(400, 'text is required');
    return keep({ target: 'chat', channel: String(record(request.params).channel), text, body: request.body });
  });
  app.post('/automation', async (request) => keep({ target: 'automation', channel: '', text: '', body: request.body ?? null }));
}

/** Newest first. */
export function messagesOf(world: World, target: Message['target']): Message[] {
  return [...world.store.messages.values()].filter((message) => message.target === target).reverse();
}
