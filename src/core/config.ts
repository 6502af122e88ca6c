// Every setting of Mortar, read once at start; docs/configuration.md and .env.example are generated from it. Names are greppable
// environment names.

import { productionFaults, togetherFaults } from './production.ts';
import { ConfigError, readSettings, type Setting, type Subject, type ValuesOf } from './settings.ts';
import { outsideSettings, outsideSubjects } from './settings-of-the-outside.ts';
import { serviceSettings, serviceSubjects } from './settings-of-the-service.ts';
import { tradeSettings, tradeSubjects } from './settings-of-the-trade.ts';

/** The whole table. */
export const settings = { ...serviceSettings, ...outsideSettings, ...tradeSettings };

/** The same by subject, in the order in which operators read it. */
export const subjects: readonly Subject[] = [...serviceSubjects, ...outsideSubjects, ...tradeSubjects];

/** All settings, read once at start, by their environment names. */
export type Config = ValuesOf<typeof settings>;

/** Reads and checks the whole environment. Throws {@link ConfigError} naming all faults at once. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const { values, faults } = readSettings(settings, environment);
  // Border: the values were just read with the table itself, name by name.
  const config = values as Config;
  faults.push(...togetherFaults(config));
  if (config.NODE_ENV === 'production') faults.push(...productionFaults(config, settings, environment));
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

/** Shorter ones would be found in every other word. */
const SHORTEST_SECRET = 6;

/** Every secret of the settings, and the passwords in their addresses: what no log line may hold. */
export function secretValues(config: Config): string[] {
  const values: Readonly<Record<string, unknown>> = config;
  return Object.entries<Setting<unknown>>(settings)
    .filter(([, { secret }]) => secret)
    .flatMap(([name]) => {
      const value = values[name];
      if (typeof value !== 'string') return [];
      return URL.canParse(value) ? [value, ...passwordsOf(new URL(value))] : [value];
    })
    .filter((value) => value.length >= SHORTEST_SECRET);
}

/** As it is written, and as it is meant. */
function passwordsOf({ password }: URL): string[] {
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}

/** Whether the description of the API and its page are served. */
export function docsAreServed(config: Pick<Config, 'NODE_ENV' | 'DOCS_ENABLED'>): boolean {
  return config.DOCS_ENABLED ?? config.NODE_ENV !== 'production';
}

/** Development and tests send from one address what many people send in production. */
const WIDER_OUTSIDE_PRODUCTION = 100;

/** Requests per address, and per account, that all processes together answer in a minute. */
export function requestsPerMinute(config: Pick<Config, 'NODE_ENV' | 'RATE_LIMIT_PER_MINUTE'>): number {
  return config.RATE_LIMIT_PER_MINUTE * (config.NODE_ENV === 'production' ? 1 : WIDER_OUTSIDE_PRODUCTION);
}
