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

/** The table by subject, in the order of docs/configuration.md. */
export const subjects: readonly Subject[] = [...serviceSubjects, ...outsideSubjects, ...tradeSubjects];

/** Reads and checks the whole environment. Throws {@link ConfigError} naming all faults at once. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const { values, faults } = readSettings(settings, environment);
  // Border: readSettings returns a value of the right type for every name of the table.
  const config = values as Config;
  faults.push(...togetherFaults(config));
  if (config.NODE_ENV === 'production') faults.push(...productionFaults(config, settings, environment));
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

/** Shorter values would match ordinary words in the log. */
const SHORTEST_SECRET = 6;

/** Every secret of the settings and every password in their URLs: values that no log line may contain. */
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

/** The password of a URL, encoded and decoded. */
function passwordsOf({ password }: URL): string[] {
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}
