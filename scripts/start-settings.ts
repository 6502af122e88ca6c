// What `npm start` derives from the environment: the ports, and the addresses under which its processes find each other.
import path from 'node:path';
import { readConfig } from '../src/config/index.ts';
import { integer, readValue } from '../src/config/schema.ts';
import { type Config, settings } from '../src/config/settings.ts';
import { ConfigError } from '../src/core/errors.ts';

/** A TCP port that must be free: `setting` is what changes it. */
export type Port = { setting: string; of: string; host: string; port: number };

/** The settings of one start. Ports that were given as 0 are still 0 here. */
export type StartSettings = { config: Config; production: boolean; dataDir: string; ports: Port[] };

const SANDBOX_PORTS = { SANDBOX_PORT: 4010, SANDBOX_SMTP_PORT: 4025 };

/** Reads the environment; throws an error that lists all invalid settings with remedies. */
export function readStartSettings(env: NodeJS.ProcessEnv): StartSettings {
  const faults: string[] = [];
  const sandboxPort = (name: keyof typeof SANDBOX_PORTS): number => {
    const raw = env[name];
    const setting = integer(SANDBOX_PORTS[name], 'TCP port of the sandbox; 0 takes a free one.', { max: 65_535 });
    try {
      return raw === undefined || raw === '' ? setting.default : Number(readValue(setting, raw));
    } catch (error) {
      faults.push(`${name} ${error instanceof Error ? error.message : String(error)}. ${setting.description}`);
      return setting.default;
    }
  };
  const sandbox: Port[] = [
    { setting: 'SANDBOX_PORT', of: 'the sandbox', host: '127.0.0.1', port: sandboxPort('SANDBOX_PORT') },
    { setting: 'SANDBOX_SMTP_PORT', of: "the sandbox's mail server", host: '127.0.0.1', port: sandboxPort('SANDBOX_SMTP_PORT') },
  ];
  const config = collectFaults(() => readConfig(env), faults);
  if (config === undefined || faults.length > 0) throw new ConfigError(faults);
  const production = config.NODE_ENV === 'production';
  const api: Port = { setting: 'PORT', of: 'the API', host: config.HOST, port: config.PORT };
  const ports = production ? [api] : [api, ...sandbox];
  const twice = ports.find((one) => one.port !== 0 && ports.some((other) => other !== one && other.port === one.port));
  if (twice !== undefined) {
    const names = ports.filter((one) => one.port === twice.port).map((one) => one.setting);
    throw new ConfigError([`${names.join(' and ')} have the same number ${twice.port}: give each its own.`]);
  }
  return { config, production, dataDir: path.resolve(config.DATA_DIR), ports };
}

function collectFaults<T>(read: () => T, faults: string[]): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    faults.push(...error.faults);
    return undefined;
  }
}

/**
 * The line for a port that somebody else has.
 * @param holder process number of another `npm start` on the same data folder, when there is one
 */
export function busyPortMessage(busy: Port, holder?: number): string {
  const by = holder === undefined ? 'another program' : `another npm start (process ${holder})`;
  return `port ${busy.port} (${busy.setting}, ${busy.of}) is in use by ${by}. Stop it, or choose another port: ${busy.setting}=${busy.port + 1} npm start`;
}

/**
 * The environment of the API and the worker: settings that nobody set and whose default names a default port
 * (`http://127.0.0.1:4010/...`) follow the ports that are really used.
 * @param ports the used port by the name of its setting
 */
export function childEnvironment(env: NodeJS.ProcessEnv, ports: Readonly<Record<string, number>>): NodeJS.ProcessEnv {
  const defaults: Record<string, number> = { PORT: settings.PORT.default, ...SANDBOX_PORTS };
  const derived: NodeJS.ProcessEnv = { ...env };
  for (const [name, setting] of Object.entries<{ default: unknown }>(settings)) {
    const { default: fallback } = setting;
    if ((env[name] ?? '') !== '' || typeof fallback !== 'string' || !URL.canParse(fallback)) continue;
    const { hostname, port } = new URL(fallback);
    const portSetting = Object.keys(defaults).find((candidate) => String(defaults[candidate]) === port);
    const used = portSetting === undefined ? undefined : ports[portSetting];
    if (hostname === '127.0.0.1' && used !== undefined) derived[name] = fallback.replace(`:${port}`, `:${used}`);
  }
  for (const [name, port] of Object.entries(ports)) derived[name] = String(port);
  return derived;
}

/** The ports that `values` names by their settings; what is absent or no port is left out. */
export function portsOf(values: Readonly<Record<string, string | undefined>>): Record<string, number> {
  const names = ['PORT', ...Object.keys(SANDBOX_PORTS)];
  return Object.fromEntries(
    names.map((name) => [name, Number(values[name])] as const).filter(([, port]) => port > 0 && port < 65_536),
  );
}
