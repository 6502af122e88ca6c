// Reads all settings from the environment at start, and reports everything that is wrong with them at once.

import { ConfigError } from '../core/errors.ts';
import { type Environment, productionFaults, togetherFaults } from './production.ts';
import { readValue, type Setting } from './schema.ts';
import { type Config, settings } from './settings.ts';

/** Reads and checks the whole environment. Throws {@link ConfigError}. */
export function readConfig(given: Environment): Config {
  const faults: string[] = [];
  const production = given.NODE_ENV === 'production';
  // Outside production one key of the defaults platform may serve both directions.
  const environment = production ? given : { DEFAULTS_WEBHOOK_API_KEY: given.DEFAULTS_API_KEY, ...given };
  const valueIn = ([name, setting]: [string, Setting]): unknown => {
    const raw = environment[name];
    if (raw === undefined || raw.trim() === '') {
      if (production && setting.requiredInProduction) faults.push(`${name} is required in production: ${setting.description}`);
      return raw !== undefined && !production && setting.emptyIsOff ? undefined : setting.default;
    }
    try {
      return readValue(setting, raw);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      faults.push(`${name} ${setting.secret ? 'is not valid' : reason}. ${setting.description}`);
      return setting.default;
    }
  };
  const values = Object.entries<Setting>(settings).map((entry) => [entry[0], valueIn(entry)]);
  // Border: the schema of each setting is the type of the value that it reads.
  const config = Object.fromEntries(values) as Config;
  faults.push(...togetherFaults(config));
  if (config.NODE_ENV === 'production') faults.push(...productionFaults(config, environment));
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

/** Shorter values would match ordinary words in the log. */
const SHORTEST_SECRET = 6;

/** Every secret of the settings and every password in their URLs: values that no log line may contain. */
export function secretValues(config: Config): string[] {
  const values: Readonly<Record<string, unknown>> = config;
  return Object.entries<Setting>(settings)
    .filter(([, { secret }]) => secret)
    .flatMap(([name]) => {
      const value = values[name];
      if (typeof value !== 'string') return [];
      return URL.canParse(value) ? [value, ...passwordsOf(new URL(value))] : [value];
    })
    .filter((value) => value.length >= SHORTEST_SECRET);
}

/** The password of a URL, encoded and decoded. */
function passwordsOf({ password }: URL): string[] {
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}
