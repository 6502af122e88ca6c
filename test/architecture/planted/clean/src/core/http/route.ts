import type { FastifyInstance } from 'fastify';
export function route(app: FastifyInstance, spec: { method: 'GET' | 'POST'; url: string; errors?: object; audit?: string; handle: () => Promise<unknown> }): void {
  app.route({ method: spec.method, url: spec.url, handler: spec.handle });
}
