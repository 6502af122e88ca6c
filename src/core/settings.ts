// How settings are declared and read: types, defaults and what production requires. The table itself is src/config.ts.

import { type Cents, centsOf } from './cents.ts';

/** One documented setting of the environment. */
export type Setting<T> = {
  readonly kind: string;
  readonly doc: string;
  readonly parse: (raw: string) => T;
  /** Value when absent. `undefined` means "absent is fine" for optional settings. */
  readonly fallback: T;
  /** Production must set it, so that no default secret is ever used there. */
  readonly requiredInProduction: boolean;
  /** Never printed, neither in docs/configuration.md nor in an error. */
  readonly secret: boolean;
  /** Value when set to the empty string outside production, if that differs from absent. */
  readonly whenEmpty?: { readonly value: T };
};

/** Settings by their environment names. */
export type Settings = Readonly<Record<string, Setting<unknown>>>;

/** Settings of one subject, with a sentence about them. */
export type Subject = { title: string; about: string; settings: Settings };

/** The values of a table of settings. */
export type ValuesOf<Table> = { readonly [Name in keyof Table]: Table[Name] extends Setting<infer T> ? T : never };

type Extras = { requiredInProduction?: boolean; secret?: boolean };

function setting<T>(kind: string, fallback: T, doc: string, parse: (raw: string) => T, extras: Extras = {}): Setting<T> {
  return {
    kind,
    doc,
    parse,
    fallback,
    requiredInProduction: extras.requiredInProduction ?? false,
    secret: extras.secret ?? false,
  };
}

/** Free text. */
export function text(fallback: string, doc: string, extras?: Extras): Setting<string> {
  return setting('text', fallback, doc, (raw) => raw, extras);
}

/** Text that may be absent. */
export function optionalText(doc: string, extras?: Extras): Setting<string | undefined> {
  return setting<string | undefined>('text, optional', undefined, doc, (raw) => raw, extras);
}

/** Text of at least `minLength` characters, for keys and passwords. */
export function secret(fallback: string, minLength: number, doc: string): Setting<string> {
  return setting(
    'secret',
    fallback,
    doc,
    (raw) => {
      if (raw.length < minLength) throw new Error(`must have at least ${minLength} characters`);
      return raw;
    },
    { requiredInProduction: true, secret: true },
  );
}

/** A secret that may be absent; `doc` says what that means. */
export function optionalSecret(minLength: number, doc: string): Setting<string | undefined> {
  const { parse } = secret('', minLength, doc);
  return setting<string | undefined>('secret, optional', undefined, doc, parse, { secret: true });
}

/** A secret that an empty value switches off outside production; then it is `undefined`. */
export function secretOrOff(fallback: string, minLength: number, doc: string): Setting<string | undefined> {
  return { ...secret(fallback, minLength, doc), whenEmpty: { value: undefined } };
}

type Bounds = { min?: number; max?: number };

/** Whole number within bounds; the unit is part of the setting's name. */
export function integer(fallback: number, doc: string, bounds: Bounds = {}): Setting<number> {
  return setting('whole number', fallback, doc, (raw) => parseInteger(raw, bounds));
}

/** Share of a whole, from 0 to 1. */
export function share(fallback: number, doc: string): Setting<number> {
  return setting('number from 0 to 1', fallback, doc, (raw) => {
    if (!/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/.test(raw)) throw new Error(`must be a number from 0 to 1, not "${raw}"`);
    return Number(raw);
  });
}

/** {@link integer} that is an amount in whole cents. */
export function cents(fallback: number, doc: string, bounds: Bounds = {}): Setting<Cents> {
  return setting('whole number', centsOf(fallback), doc, (raw) => centsOf(parseInteger(raw, bounds)));
}

/** Whole number whose default depends on the environment. */
export function optionalInteger(doc: string, bounds: Bounds = {}): Setting<number | undefined> {
  return setting<number | undefined>('whole number, optional', undefined, doc, (raw) => parseInteger(raw, bounds));
}

function parseInteger(raw: string, { min = 0, max = Number.MAX_SAFE_INTEGER }: Bounds): number {
  const value = Number(raw);
  if (!/^-?\d+$/.test(raw) || !Number.isSafeInteger(value)) throw new Error(`must be a whole number, not "${raw}"`);
  if (value < min || value > max) throw new Error(`must be between ${min} and ${max}, not ${raw}`);
  return value;
}

/** `true` or `false`. */
export function flag(fallback: boolean, doc: string, extras?: Extras): Setting<boolean> {
  return setting('true or false', fallback, doc, parseFlag, extras);
}

/** `true` or `false`, with a default that depends on the environment. */
export function optionalFlag(doc: string): Setting<boolean | undefined> {
  return setting<boolean | undefined>('true or false, optional', undefined, doc, parseFlag);
}

function parseFlag(raw: string): boolean {
  if (raw !== 'true' && raw !== 'false') throw new Error(`must be true or false, not "${raw}"`);
  return raw === 'true';
}

/** Absolute http(s), postgres, redis or smtp URL, kept as text. */
export function url(fallback: string, doc: string, extras?: Extras): Setting<string> {
  return setting('URL', fallback, doc, parseUrl, extras);
}

/** URL that may be absent. */
export function optionalUrl(doc: string, extras?: Extras): Setting<string | undefined> {
  return setting<string | undefined>('URL, optional', undefined, doc, parseUrl, extras);
}

function parseUrl(raw: string): string {
  if (!URL.canParse(raw)) throw new Error('must be an absolute URL');
  return raw.replace(/\/$/, '');
}

/** One of several literals. */
export function oneOf<const T extends string>(choices: readonly T[], fallback: T, doc: string): Setting<T> {
  return setting<T>(choices.join(' or '), fallback, doc, (raw) => {
    const choice = choices.find((candidate) => candidate === raw);
    if (choice === undefined) throw new Error(`must be one of ${choices.join(', ')}, not "${raw}"`);
    return choice;
  });
}

/** Comma-separated literals. */
export function list<T extends string>(choices: readonly T[], fallback: readonly T[], doc: string): Setting<readonly T[]> {
  return setting('comma-separated list', fallback, doc, (raw) =>
    raw.split(',').map((word) => {
      const choice = choices.find((candidate) => candidate === word.trim());
      if (choice === undefined) throw new Error(`"${word.trim()}" is none of ${choices.join(', ')}`);
      return choice;
    }),
  );
}

/** Comma-separated web origins such as `https://app.example.org`: scheme, host and optional port. */
export function origins(doc: string): Setting<readonly string[]> {
  return setting<readonly string[]>('comma-separated origins', [], doc, (raw) =>
    raw.split(',').map((word) => {
      const given = word.trim();
      const { origin, protocol } = URL.canParse(given) ? new URL(given) : { origin: '', protocol: '' };
      if (origin !== given.replace(/\/$/, '').toLowerCase() || !/^https?:$/.test(protocol) || given.includes('*'))
        throw new Error(`"${given}" is no origin such as https://app.example.org`);
      return origin;
    }),
  );
}

/** JSON validated by `check`, which throws an error with the reason. */
export function json<T>(fallback: T, doc: string, check: (value: unknown) => T): Setting<T> {
  return setting('JSON', fallback, doc, (raw) => check(JSON.parse(raw)));
}

/** All invalid settings at once, one line each, without values of secrets. */
export class ConfigError extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(`Invalid settings:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

/** The value of every setting of the table by name, and all errors; an invalid setting gets its default. */
export function readSettings(
  table: Settings,
  environment: Readonly<Record<string, string | undefined>>,
): { values: Record<string, unknown>; faults: string[] } {
  const production = environment.NODE_ENV === 'production';
  const faults: string[] = [];
  const values = Object.entries(table).map(([name, setting]) => {
    const raw = environment[name];
    if (raw === undefined || raw.trim() === '') {
      if (production && setting.requiredInProduction) faults.push(`${name} is required in production: ${setting.doc}`);
      const isOff = raw !== undefined && !production && setting.whenEmpty !== undefined;
      return [name, isOff ? setting.whenEmpty.value : setting.fallback];
    }
    try {
      return [name, setting.parse(raw)];
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      faults.push(`${name} ${setting.secret ? 'is not valid' : reason}. ${setting.doc}`);
      return [name, setting.fallback];
    }
  });
  return { values: Object.fromEntries(values), faults };
}
