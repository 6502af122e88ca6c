import { recordAdminAction } from '../../../core/audit.ts';
import { route } from '../../../core/http/route.ts';
const PREFIX = '/administration';
const SHARED_KIND = 'RESALE_CHANGE';
const GLUED_KIND = `RESALE_${PREFIX}`; // planted
export function routes(app: App, deps: unknown): void {
  route(app, { method: 'GET', url: '/administration/resale', audit: SHARED_KIND });
  route(app, { method: 'POST', url: '/administration/resale', audit: 'RESALE_START' });
  route(app, { method: 'GET', url: '/administration/resale' }); // planted
  route(app, { method: 'PUT', url: `${PREFIX}/resale` }); // planted
  route(app, { method: 'PUT', url: PREFIX + '/resale' }); // planted
  route(app, { method: 'PUT', url: PREFIX }); // planted
  route(app, specification); // planted
  route(app, { method: 'PATCH', url: '/a', audit: 'RESALE_START' }); // planted
  route(app, { method: 'PATCH', url: '/b', audit: `RESALE_${app}` }); // planted
  route(app, { method: 'PATCH', url: '/c', audit: app ? 'X' : 'Y' }); // planted
  route(app, { method: 'PATCH', url: '/d', audit: GLUED_KIND });
  route(app, { method: 'PATCH', url: '/e', audit: SHARED_KIND });
  app.get('/f', () => 1); // planted
  app.route({ method: 'GET', url: '/g' }); // planted
  app.register(routes, { prefix: '/administration' }); // planted
  recordAdminAction(deps, { kind: 'RESALE_START', target: 1 }); // planted
  recordAdminAction(deps, { kind: 'RESALE_BY_HAND', target: 1 });
  recordAdminAction(deps, { kind: `RESALE_${PREFIX}`, target: 1 }); // planted
}
