// Door of the health of the platform, as administrators read it; probes of proxies are the operator's room.

export { healthRoutes } from './routes.ts';
