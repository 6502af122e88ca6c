// The one table of settings, by their environment names, and how it is read at start; docs/configuration.md and .env.example are
// generated from it.

import { ConfigError, readSettings, type Setting, type Subject } from './core/settings.ts';
import type { Config } from './deps.ts';
import { productionFaults, togetherFaults } from './production.ts';
import { outsideSettings, outsideSubjects } from './settings-of-the-outside.ts';
import { serviceSettings, serviceSubjects } from './settings-of-the-service.ts';
import { tradeSettings, tradeSubjects } from './settings-of-the-trade.ts';

/** The whole table. */
export const settings = { ...serviceSettings, ...outsideSettings, ...tradeSettings };

/** The same by subject, in the order in which operators read it. */
export const subjects: readonly Subject[] = [...serviceSubjects, ...outsideSubjects, ...tradeSubjects];

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
