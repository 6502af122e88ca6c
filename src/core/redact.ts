// What may stand in a log line or a job row: error codes and reasons do; keys, mailed codes, passwords, bank accounts and sessions do not (A-core-11).

const GONE = '[redacted]';
const DEEPEST = 6;

/** Fields that are secret wherever they stand, by how their name ends; `-` and `_` and case do not matter. */
const SECRET_NAME =
  /(?:password|passwort|secret|apikey|token|hash|otp|tfa|iban|bic|holder|authorization|cookie|signature|buffer|accesskeyid)$/;

/**
 * A field `code` is what somebody was mailed, or what opens a gift card. It is the machine's word in an error alone (see
 * {@link describeError}); what we log of refusals is called `errorCode`.
 */
const CODE_NAME = /code$/;
const OPEN_CODES = ['errorcode', 'statuscode', 'responsecode', 'countrycode', 'postcode'];

/** Fields of errors that tell what went wrong and nothing of whom: everything else an error carries may quote a row or a payload. */
const TELLING = [
  ...['errno', 'syscall', 'address', 'port', 'hostname'],
  ...['severity', 'schema', 'table', 'column', 'constraint', 'routine'],
  ...['status', 'statusCode', 'responseCode', 'kind', 'operation', 'failure'],
] as const;

/** Words (`ECONNREFUSED`, `validation-failed`), five characters of PostgreSQL (`23505`) and numbers of statuses; six digits are a mailed code. */
const ERROR_CODE = /^(?:(?=.*[A-Za-z])[\w.:-]{2,80}|[0-9A-Z]{5}|\d{1,4})$/;

/** Secrets by their looks, for texts: credentials in addresses, hashes, tokens, cookies, bank accounts. */
const SECRET_TEXTS: readonly (readonly [RegExp, string])[] = [
  [/(:\/\/)[^\s"'/?#\\]*@/g, `$1${GONE}@`],
  [
    /([?&](?:[\w.%-]*(?:key|token|secret|password|signature|credential|code|otp|tfa))(?:\[\]|%5B%5D)?=)[^&\s"'\\]+/gi,
    `$1${GONE}`,
  ],
  [/(session_token=)[^;\s"'\\]+/g, `$1${GONE}`],
  [/\$(?:argon2\w*|2[aby]|scrypt)\$[^\s"'\\]+/g, GONE],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${GONE}`],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, GONE],
  // The last part of a UUID may look like a bank account.
  [/(?<!-[0-9a-f]{4}-)\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/gi, GONE],
];

const SECRET_IN_QUERY = /(?:key|token|secret|password|signature|credential|code|otp|tfa)(?:\[\])?$/i;
/** Asked by everybody, and no secret. */
const OPEN_IN_QUERY = ['referralCode'];

/** A text without what looks like a secret, and without `known` ones. */
export function redactText(text: string, known?: RegExp): string {
  const without = known ? text.replace(known, GONE) : text;
  return SECRET_TEXTS.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), without);
}

/** Any JSON value as it may be shown: without the fields and texts that {@link redactFields} and {@link redactText} take out. */
export function redactJson(value: unknown): unknown {
  return JSON.parse(redactText(JSON.stringify(redactValue(value ?? null, 0))));
}

/** Finds exactly these secrets in a JSON text, as they are and as an address writes them; undefined when there are none. */
export function patternOf(secrets: readonly string[]): RegExp | undefined {
  const spellings = new Set(
    secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]),
  );
  if (spellings.size === 0) return undefined;
  const longestFirst = [...spellings].sort((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map((spelling) => RegExp.escape(spelling)).join('|'), 'g');
}

/** URL as it may be logged: without the secrets that callers put into the query string, however they spell its names. */
export function redactUrl(url: string): string {
  const at = url.indexOf('?');
  if (at === -1) return url;
  const parts = url.slice(at + 1).split('&');
  return url.slice(0, at + 1) + parts.map(redactPart).join('&');
}

function redactPart(part: string): string {
  const [name = ''] = part.split('=', 1);
  try {
    const plain = decodeURIComponent(name);
    if (OPEN_IN_QUERY.includes(plain) || !SECRET_IN_QUERY.test(plain)) return part;
  } catch {
    // Badly encoded: who knows what it was to be.
  }
  return `${name}=${GONE}`;
}

/** Fields of a log line without the secret ones, however deep; errors as {@link describeError} tells them. */
export function redactFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, redactField(name, value, 0)]));
}

function redactField(name: string, value: unknown, depth: number): unknown {
  if (value === undefined || value === null) return value;
  return isSecretName(name.toLowerCase().replace(/[-_]/g, '')) ? GONE : redactValue(value, depth);
}

function isSecretName(plainName: string): boolean {
  return SECRET_NAME.test(plainName) || (CODE_NAME.test(plainName) && !OPEN_CODES.includes(plainName));
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return describeError(value);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if ('toJSON' in value) return value;
  if (depth >= DEEPEST) return '[deep]';
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, redactField(name, inner, depth + 1)]));
}

/** An error for the record: its kind, message, stack, code and causes, and nothing else of what it carries. */
export function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error, message: redactText(String(error)) };
  const held: Readonly<Record<string, unknown>> = { ...error };
  const told: Record<string, unknown> = {
    type: error.constructor.name,
    message: redactText(error.message),
    stack: redactText(error.stack ?? ''),
  };
  if (isErrorCode(held.code)) told.code = held.code;
  for (const name of TELLING) if (isPlain(held[name])) told[name] = held[name];
  if (depth >= DEEPEST) return told;
  if (error.cause !== undefined) told.cause = describeError(error.cause, depth + 1);
  if (error instanceof AggregateError) told.errors = error.errors.map((one) => describeError(one, depth + 1));
  return told;
}

function isErrorCode(code: unknown): code is string | number {
  return (typeof code === 'string' || typeof code === 'number') && ERROR_CODE.test(String(code));
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
