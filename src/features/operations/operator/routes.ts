// Routes that neither investors nor administrators call: health probes, metrics, the documentation of the API, stored files.

import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { docsAreServed } from '../../../config/service.ts';
import type { Config } from '../../../config/settings.ts';
import { AppError, NOT_FOUND } from '../../../core/errors.ts';
import { pagePolicy } from '../../../core/http/browser-security.ts';
import { route } from '../../../core/http/route.ts';
import { Model, Nullable } from '../../../core/http/schemas.ts';
import { redactText } from '../../../core/telemetry/redact.ts';
import type { AppDeps } from '../../../deps.ts';
import { cachingOf } from '../../../providers/storage/index.ts';
import { docsRoutes, errorPageRoutes } from './docs-routes.ts';
import { NOT_READY } from './errors.ts';
import { checkReadiness } from './readiness.ts';

const Health = Model('Health', { status: Type.String() });
const FileQuery = Type.Object({
  expires: Type.Optional(Type.String({ maxLength: 12 })),
  signature: Type.Optional(Type.String({ maxLength: 100 })),
});

/** Lets browsers show pictures and PDFs with their own viewers. No script in a file runs, and only our own pages may frame it. */
const policyOfFiles = ({ FRONT_URL }: Pick<Config, 'FRONT_URL'>) =>
  pagePolicy({
    'img-src': "'self' data:",
    'object-src': "'self'",
    'style-src': "'unsafe-inline'",
    'frame-ancestors': `'self' ${new URL(FRONT_URL).origin}`,
  });

/** Registers the group. */
export async function operatorRoutes(
  app: FastifyInstance,
  deps: Pick<AppDeps, 'config' | 'db' | 'metrics' | 'process' | 'storage'>,
): Promise<void> {
  probeRoutes(app, deps);
  fileRoute(app, deps);
  errorPageRoutes(app);
  if (docsAreServed(deps.config)) await docsRoutes(app);
}

/** Liveness, readiness and metrics: all that a worker answers. */
export function probeRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'config' | 'db' | 'metrics' | 'process'>): void {
  route(app, {
    method: 'GET',
    url: '/health/live',
    operationId: 'checkLiveness',
    guard: 'public',
    tag: 'operator',
    summary: 'The process runs.',
    isProbe: true,
    answer: Health,
    handle: async () => ({ status: 'live' }),
  });
  route(app, {
    method: 'GET',
    url: '/health/ready',
    operationId: 'checkReadiness',
    guard: 'public',
    tag: 'operator',
    summary:
      'The process can serve: it is not stopping, the database answers and takes writes and, where the settings ask for it, a worker runs.',
    isProbe: true,
    answer: Health,
    errors: { [NOT_READY]: 503 },
    handle: () => checkReadiness(deps),
  });
  route(app, {
    method: 'GET',
    url: '/metrics',
    operationId: 'readMetrics',
    guard: 'metrics',
    tag: 'operator',
    summary: 'Prometheus metrics of this process.',
    handle: async ({ reply }) => {
      const { contentType, body } = await deps.metrics.render();
      await reply.type(contentType).send(body);
      return undefined;
    },
  });
}

function fileRoute(app: FastifyInstance, deps: Pick<AppDeps, 'config' | 'storage'>): void {
  route(app, {
    method: 'GET',
    url: '/files/*',
    operationId: 'readFile',
    guard: 'public',
    tag: 'operator',
    summary: 'A stored file: public ones by their address, private ones by a signed link.',
    params: Type.Object({ '*': Type.String({ maxLength: 1_000 }) }),
    query: FileQuery,
    produces: 'application/octet-stream',
    errors: { [NOT_FOUND]: 404 },
    handle: async ({ params, query, reply }) => {
      const key = params['*'];
      const file = isOpen(deps, key, query) ? await deps.storage.get(key) : null;
      if (!file) throw new AppError(NOT_FOUND, { detail: 'No such file.' });
      reply.type(file.contentType).header('content-disposition', 'inline').header('cache-control', cachingOf(key));
      reply.header('content-security-policy', policyOfFiles(deps.config));
      // Front ends on other origins show pictures, and what a signed link opens.
      reply.header('cross-origin-resource-policy', 'cross-origin');
      await reply.send(Buffer.from(file.bytes));
      return undefined;
    },
  });
}

/** Whether the file may be shown; a malformed key is treated like one without a valid signature. */
function isOpen(deps: Pick<AppDeps, 'storage'>, key: string, query: { expires?: string; signature?: string }): boolean {
  try {
    return deps.storage.opens(key, query);
  } catch {
    return false;
  }
}

const SettingView = Model('SettingView', {
  name: Type.String(),
  subject: Type.String(),
  meaning: Type.String(),
  isSecret: Type.Boolean(),
  isSet: Type.Boolean(),
  value: Nullable(Type.String({ description: 'null for a secret, and for what is not set; passwords of URLs are left out' })),
});
const SettingsView = Model('SettingsView', { settings: Type.Array(SettingView) });

/** Registers the group. */
export function settingsRoutes(app: FastifyInstance, deps: Pick<AppDeps, 'config' | 'settingSubjects'>): void {
  route(app, {
    method: 'GET',
    url: '/administration/settings',
    operationId: 'readSettings',
    guard: 'administrator',
    permission: 'operations.read',
    tag: 'extension',
    summary: 'The settings as this process runs them, by subject, without secrets.',
    answer: SettingsView,
    handle: async () => readSettings(deps),
  });
}

function readSettings({ config, settingSubjects }: Pick<AppDeps, 'config' | 'settingSubjects'>): Static<typeof SettingsView> {
  const values: Readonly<Record<string, unknown>> = config;
  return {
    settings: settingSubjects.flatMap(({ title, settings }) =>
      Object.entries(settings).map(([name, { description, secret }]) => ({
        name,
        subject: title,
        meaning: description,
        isSecret: secret,
        isSet: isSet(values[name]),
        value: secret || !isSet(values[name]) ? null : shown(values[name]),
      })),
    ),
  };
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== '';
}

/** As a text; what stands in a URL for its password is left out, in case a setting is not declared as secret. */
function shown(value: unknown): string {
  return redactText(typeof value === 'string' ? value : JSON.stringify(value));
}
