// Removes secrets from log lines and job rows: keys, mailed codes, passwords, bank accounts, sessions. Error codes and reasons stay.

const REDACTED = '[redacted]';
const MAX_DEPTH = 6;

/** Names of secret fields, by their end; case, `-` and `_` are ignored. */
const SECRET_NAME =
  /(?:password|passwort|secret|apikey|token|hash|otp|tfa|iban|bic|holder|authorization|cookie|signature|buffer|accesskeyid)$/;

/**
 * A field `code` holds a secret that a person received by mail. Only in an error is it a machine's error code (see
 * {@link describeError}); the code of a refusal is logged as `errorCode`.
 */
const CODE_NAME = /code$/;
const CODES_TO_KEEP = ['errorcode', 'statuscode', 'responsecode', 'countrycode', 'postcode'];

/** Fields of errors that may be logged: they describe the failure without personal data. Any other field may quote a row or a payload. */
const ERROR_FIELDS = [
  ...['errno', 'syscall', 'address', 'port', 'hostname'],
  ...['severity', 'schema', 'table', 'column', 'constraint', 'routine'],
  ...['status', 'statusCode', 'responseCode', 'kind', 'operation', 'failure'],
] as const;

/** Names (`ECONNREFUSED`, `validation-failed`), SQLSTATEs (`23505`) and status numbers; six digits would be a mailed code. */
const ERROR_CODE = /^(?:(?=.*[A-Za-z])[\w.:-]{2,80}|[0-9A-Z]{5}|\d{1,4})$/;

/** Patterns of secrets in texts: credentials in URLs, hashes, tokens, cookies, bank accounts. */
const SECRET_TEXTS: readonly (readonly [RegExp, string])[] = [
  [/(:\/\/)[^\s"'/?#\\]*@/g, `$1${REDACTED}@`],
  [
    /([?&](?:[\w.%-]*(?:key|token|secret|password|signature|credential|code|otp|tfa))(?:\[\]|%5B%5D)?=)[^&\s"'\\]+/gi,
    `$1${REDACTED}`,
  ],
  [/(session_token=)[^;\s"'\\]+/g, `$1${REDACTED}`],
  [/\$(?:argon2\w*|2[aby]|scrypt)\$[^\s"'\\]+/g, REDACTED],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${REDACTED}`],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, REDACTED],
  // IBANs. The last part of a UUID may look like one, and so may the ids of a trace (32 digits, no IBAN of which is hexadecimal) and a span.
  [
    /(?<!-[0-9a-f]{4}-|\b[0-9a-f]{32}-|"span_id":")(?!\b[0-9a-f]{32}\b)\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/gi,
    REDACTED,
  ],
];

const SECRET_IN_QUERY = /(?:key|token|secret|password|signature|credential|code|otp|tfa)(?:\[\])?$/i;
/** Public although its name ends in `code`. */
const PUBLIC_IN_QUERY = ['referralCode'];

/** The text without everything that looks like a secret or matches `known`. */
export function redactText(text: string, known?: RegExp): string {
  const without = known ? text.replace(known, REDACTED) : text;
  return SECRET_TEXTS.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), without);
}

/** Any JSON value without the fields and texts that {@link redactFields} and {@link redactText} remove. */
export function redactJson(value: unknown): unknown {
  return JSON.parse(redactText(JSON.stringify(redactValue(value ?? null, 0))));
}

/** Pattern of exactly these secrets in a JSON text, verbatim, JSON-escaped and URL-encoded; undefined when there are none. */
export function patternOf(secrets: readonly string[]): RegExp | undefined {
  const spellings = new Set(
    secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]),
  );
  if (spellings.size === 0) return undefined;
  const longestFirst = [...spellings].sort((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map((spelling) => RegExp.escape(spelling)).join('|'), 'g');
}

/** URL for the log, without secrets in its query string. */
export function redactUrl(url: string): string {
  const at = url.indexOf('?');
  if (at === -1) return url;
  const parts = url.slice(at + 1).split('&');
  return url.slice(0, at + 1) + parts.map(redactPart).join('&');
}

function redactPart(part: string): string {
  const [name = part] = part.split('=', 1);
  try {
    const plain = decodeURIComponent(name);
    if (PUBLIC_IN_QUERY.includes(plain) || !SECRET_IN_QUERY.test(plain)) return part;
  } catch {
    // Badly encoded: redacted, as its name is not known.
  }
  return `${name}=${REDACTED}`;
}

/** Fields of a log line without secrets at any depth; errors as {@link describeError} serialises them. */
export function redactFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, redactField(name, value, 0)]));
}

function redactField(name: string, value: unknown, depth: number): unknown {
  if (value === undefined || value === null) return value;
  return isSecretName(name.toLowerCase().replace(/[-_]/g, '')) ? REDACTED : redactValue(value, depth);
}

function isSecretName(plainName: string): boolean {
  return SECRET_NAME.test(plainName) || (CODE_NAME.test(plainName) && !CODES_TO_KEEP.includes(plainName));
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return describeError(value);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if ('toJSON' in value) return value;
  if (depth >= MAX_DEPTH) return '[deep]';
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, redactField(name, inner, depth + 1)]));
}

/** An error, or a failure that was answered and not thrown, for logs and job rows: message, stack, code, causes, ERROR_FIELDS. */
export function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (typeof error !== 'object' || error === null) return { type: typeof error, message: redactText(String(error)) };
  const held: Readonly<Record<string, unknown>> = { ...error };
  const described: Record<string, unknown> = error instanceof Error ? inWords(error) : { type: 'object' };
  if (!(error instanceof Error) && typeof held.message === 'string') described.message = redactText(held.message);
  if (isErrorCode(held.code)) described.code = held.code;
  for (const name of ERROR_FIELDS) if (isPlain(held[name])) described[name] = held[name];
  if (depth >= MAX_DEPTH || !(error instanceof Error)) return described;
  if (error.cause !== undefined) described.cause = describeError(error.cause, depth + 1);
  if (error instanceof AggregateError) described.errors = error.errors.map((one) => describeError(one, depth + 1));
  return described;
}

function inWords(error: Error): Record<string, unknown> {
  return { type: error.constructor.name, message: redactText(error.message), stack: redactText(error.stack ?? '') };
}

function isErrorCode(code: unknown): code is string | number {
  return (typeof code === 'string' || typeof code === 'number') && ERROR_CODE.test(String(code));
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
