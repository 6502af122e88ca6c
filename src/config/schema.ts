// How a setting is declared, as a TypeBox schema of its value, and how a text of the environment becomes that value.

import { type Static, type TSchema, type TUnsafe, Type } from 'typebox';
import { type Cents, centsOf } from '../core/cents.ts';

/** What the schema of a setting says beside the type of its value. */
type Marks<T> = {
  /** Its meaning, for operators who read nothing else. */
  readonly description: string;
  /** Value when absent; `undefined` where it may be absent. */
  readonly default: T;
  /** Production must set it, so that no default secret is ever used there. */
  readonly requiredInProduction: boolean;
  /** Never printed, neither in docs/configuration.md nor in an error. */
  readonly secret: boolean;
  /** Set to the empty string outside production it is `undefined`, which differs from absent. */
  readonly emptyIsOff: boolean;
};

/** The words of JSON schema that {@link readValue} reads. */
type Keywords = {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly items?: Keywords & { readonly properties?: Readonly<Record<string, unknown>> };
  /** Of an object: what each of its values is. */
  readonly additionalProperties?: Keywords;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly pattern?: string;
};

/** The schema of one setting. */
export type Setting<T = unknown> = TSchema & Keywords & Marks<T>;

/** Settings by their environment names. */
export type Settings = Readonly<Record<string, Setting>>;

/** Settings of one subject, with a sentence about them. */
export type Subject<Table extends Settings = Settings> = { title: string; about: string; settings: Table };

/** The values of a table of settings. */
export type ValuesOf<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends TSchema & Marks<infer T>
    ? Static<Table[Name]> | Extract<T, undefined>
    : never;
};

/** Declares the settings of one subject. */
export function subject<const Table extends Settings>(title: string, about: string, settings: Table): Subject<Table> {
  return { title, about, settings };
}

type Extras = { requiredInProduction?: boolean; secret?: boolean; emptyIsOff?: boolean };

// The hidden kind of a TypeBox schema is lost when it is spread, hence Object.assign.
function marked<S extends TSchema, T>(schema: S, fallback: T, description: string, extras: Extras = {}): S & Marks<T> {
  const marks = { description, default: fallback, requiredInProduction: false, secret: false, emptyIsOff: false };
  return Object.assign(schema, { ...marks, ...extras });
}

/** Free text; `undefined`: it may be absent. */
export function text<T extends string | undefined>(fallback: T, description: string, extras?: Extras) {
  return marked(Type.String(), fallback, description, extras);
}

/** Absolute URL, kept as text; `undefined`: it may be absent. */
export function url<T extends string | undefined>(fallback: T, description: string, extras?: Extras) {
  return marked(Type.String({ format: 'url' }), fallback, description, extras);
}

/** https address of a record somewhere else, with `{id}` and perhaps `{kind}` where those of the record belong; it may be absent. */
export function recordUrl(description: string) {
  return marked(Type.String({ format: 'record-url' }), undefined, description);
}

/** A colour such as `#b4492b`, which may be absent. */
export function colour(description: string) {
  return marked(Type.String({ pattern: '^#[0-9a-fA-F]{6}$' }), undefined, description);
}

/** Key or password of at least `minLength` characters, which production must set; `undefined`: it may be absent there too. */
export function secret<T extends string | undefined>(fallback: T, minLength: number, description: string, extras?: Extras) {
  const marks = { requiredInProduction: fallback !== undefined, secret: true, ...extras };
  return marked(Type.String({ minLength }), fallback, description, marks);
}

/** The setting, which production must set. */
export function required<S extends Setting>(setting: S): S {
  return Object.assign(setting, { requiredInProduction: true });
}

/** The setting, whose value is never printed. */
export function confidential<S extends Setting>(setting: S): S {
  return Object.assign(setting, { secret: true });
}

type Bounds = { min?: number; max?: number };
const numbers = ({ min = 0, max = Number.MAX_SAFE_INTEGER }: Bounds) => Type.Integer({ minimum: min, maximum: max });

/** Whole number within bounds, its unit at the end of the setting's name; `undefined`: its default depends on the environment. */
export function integer<T extends number | undefined>(fallback: T, description: string, bounds: Bounds = {}) {
  return marked(numbers(bounds), fallback, description);
}

/** {@link integer} that is an amount in whole cents. */
export function cents(fallback: number, description: string, bounds: Bounds = {}): TUnsafe<Cents> & Marks<Cents> {
  return marked(Type.Unsafe<Cents>(numbers(bounds)), centsOf(fallback), description);
}

/** Share of a whole, from 0 to 1. */
export function share(fallback: number, description: string) {
  return marked(Type.Number({ minimum: 0, maximum: 1 }), fallback, description);
}

/** `true` or `false`; `undefined`: its default depends on the environment. */
export function flag<T extends boolean | undefined>(fallback: T, description: string, extras?: Extras) {
  return marked(Type.Boolean(), fallback, description, extras);
}

/** One of several words. */
export function oneOf<const T extends string>(choices: readonly T[], fallback: T, description: string): TUnsafe<T> & Marks<T> {
  return marked(Type.Unsafe<T>(Type.Enum([...choices])), fallback, description);
}

/** Comma-separated words out of several. */
export function list<const T extends string>(choices: readonly T[], fallback: readonly T[], description: string) {
  return marked(Type.Unsafe<readonly T[]>(Type.Array(Type.Enum([...choices]))), fallback, description);
}

/** Comma-separated web origins such as `https://app.example.org`: scheme, host and optional port. */
export function origins(description: string) {
  const none: readonly string[] = [];
  return marked(Type.Unsafe<readonly string[]>(Type.Array(Type.String({ format: 'origin' }))), none, description);
}

/** JSON: rows of whole numbers, each in force from a year on; at least one. */
export function years<const Name extends string>(
  names: readonly Name[],
  fallback: readonly Record<Name, number>[],
  description: string,
) {
  const row = Type.Object(Object.fromEntries(names.map((name) => [name, Type.Integer({ minimum: 0 })])));
  return marked(Type.Unsafe<readonly Readonly<Record<Name, number>>[]>(Type.Array(row, { minItems: 1 })), fallback, description);
}

/** JSON: an object whose values are lists of some of these words; it may be absent. */
export function wordLists<const T extends string>(choices: readonly T[], description: string) {
  const schema = Type.Object({}, { additionalProperties: Type.Array(Type.Enum([...choices])) });
  return marked(Type.Unsafe<Readonly<Record<string, readonly T[]>>>(schema), undefined, description);
}

/** What may be given, in a word or two. */
export function kindOf(setting: Setting): string {
  const kind = plainKind(setting);
  return setting.default === undefined ? `${kind}, optional` : kind;
}

function plainKind({ type, format, enum: choices, items, minLength, pattern }: Setting): string {
  if (choices) return choices.join(' or ');
  if (type === 'boolean') return 'true or false';
  if (type === 'integer') return 'whole number';
  if (type === 'number') return 'number from 0 to 1';
  if (type === 'object') return 'JSON';
  if (items) return items.enum ? 'comma-separated list' : items.properties ? 'JSON' : 'comma-separated origins';
  if (format === 'url') return 'URL';
  if (format === 'record-url') return 'URL with {id}';
  if (pattern) return 'colour';
  return minLength === undefined ? 'text' : 'secret';
}

/** The value that a text of the environment stands for. Throws an error with the reason if there is none. */
export function readValue(
  { type, format, enum: choices, items, additionalProperties, minimum, maximum, minLength = 0, pattern }: Keywords,
  raw: string,
): unknown {
  if (choices && !choices.includes(raw)) throw new Error(`must be one of ${choices.join(', ')}, not "${raw}"`);
  if (type === 'boolean') return booleanOf(raw);
  if (type === 'integer') return integerOf(raw, minimum, maximum);
  if (type === 'number') return shareOf(raw);
  if (additionalProperties) return wordListsOf(jsonOf(raw), additionalProperties.items?.enum ?? []);
  if (items?.properties) return yearsOf(JSON.parse(raw), Object.keys(items.properties));
  if (items?.enum) return raw.split(',').map((word) => wordOf(word.trim(), items.enum ?? []));
  if (items) return raw.split(',').map((word) => originOf(word.trim()));
  if (format === 'url') return urlOf(raw);
  if (format === 'record-url') return recordUrlOf(raw);
  if (pattern && !new RegExp(pattern).test(raw)) throw new Error(`must be a colour such as #b4492b, not "${raw}"`);
  if (raw.length < minLength) throw new Error(`must have at least ${minLength} characters`);
  return raw;
}

function booleanOf(raw: string): boolean {
  if (raw !== 'true' && raw !== 'false') throw new Error(`must be true or false, not "${raw}"`);
  return raw === 'true';
}

function integerOf(raw: string, minimum = 0, maximum = Number.MAX_SAFE_INTEGER): number {
  const value = Number(raw);
  if (!/^-?\d+$/.test(raw) || !Number.isSafeInteger(value)) throw new Error(`must be a whole number, not "${raw}"`);
  if (value < minimum || value > maximum) throw new Error(`must be between ${minimum} and ${maximum}, not ${raw}`);
  return value;
}

function shareOf(raw: string): number {
  if (!/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/.test(raw)) throw new Error(`must be a number from 0 to 1, not "${raw}"`);
  return Number(raw);
}

function wordOf(word: string, choices: readonly string[]): string {
  if (!choices.includes(word)) throw new Error(`"${word}" is none of ${choices.join(', ')}`);
  return word;
}

function originOf(given: string): string {
  const { origin, protocol } = URL.canParse(given) ? new URL(given) : { origin: '', protocol: '' };
  if (origin !== given.replace(/\/$/, '').toLowerCase() || !/^https?:$/.test(protocol) || given.includes('*'))
    throw new Error(`"${given}" is no origin such as https://app.example.org`);
  return origin;
}

function urlOf(raw: string): string {
  if (!URL.canParse(raw)) throw new Error('must be an absolute URL');
  return raw.replace(/\/$/, '');
}

function recordUrlOf(raw: string): string {
  const filled = raw.replaceAll('{kind}', 'kind').replaceAll('{id}', 'id');
  const isWhole = URL.canParse(filled) && new URL(filled).protocol === 'https:' && !/[{}\s"]/.test(filled);
  // The host is fixed: nothing of a record says where a link leads.
  const [host = ''] = raw.replace(/^https:\/\//i, '').split(/[/?#]/);
  if (!isWhole || !raw.includes('{id}') || host.includes('{'))
    throw new Error('must be an https address with {id} after its host, and perhaps {kind}');
  return raw;
}

function yearsOf(value: unknown, names: readonly string[]): Record<string, number>[] {
  if (!Array.isArray(value) || value.length === 0) throw new Error('must be a non-empty array of years');
  return value.map((row: Record<string, unknown>) =>
    Object.fromEntries(names.map((name) => [name, wholeNumber(row[name], name)])),
  );
}

function jsonOf(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    throw new Error('must be JSON');
  }
}

function wordListsOf(value: unknown, choices: readonly string[]): Record<string, string[]> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const entries: [string, unknown][] = isObject ? Object.entries(value) : [];
  if (entries.length === 0) throw new Error('must be an object with at least one entry');
  return Object.fromEntries(
    entries.map(([name, words]) => {
      if (!Array.isArray(words) || words.length === 0) throw new Error(`needs a list of words for "${name}"`);
      return [name, words.map((word) => wordOf(String(word), choices))];
    }),
  );
}

function wholeNumber(value: unknown, name: string): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) throw new Error(`needs a whole number ${name}`);
  return value;
}
