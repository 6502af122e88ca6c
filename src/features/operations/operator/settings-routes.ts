// GET /administration/settings: the settings as this process runs them, for administrators. Secrets are told as set
// or not.

import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { route } from '../../../core/http/route.ts';
import { Model, Nullable } from '../../../core/http/schemas.ts';
import { redactText } from '../../../core/telemetry/redact.ts';
import type { AppDeps } from '../../../deps.ts';

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
