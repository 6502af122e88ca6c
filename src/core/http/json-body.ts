// Reads JSON bodies, and refuses what is valid JSON but no part behind can hold: NUL, half characters, a bottomless pit.

import type { FastifyInstance } from 'fastify';

/** PostgreSQL stores no NUL in a text, and no client has a reason to send one: refused before it becomes a 500. */
const NUL_IN_JSON = '\\u0000';

/** Half of a surrogate pair, written as an escape: JSON allows it, PostgreSQL's jsonb does not. */
const LONE_SURROGATE = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

/** No body of ours is deeper than ten; what is much deeper exhausts the stack of whoever writes it down again. */
const MAX_NESTED = 100;

/** Strings whole, so that brackets inside do not count. */
const BRACKETS = /"(?:[^"\\]|\\.)*"|[[{]|[\]}]/g;

/** Registers the parser. Clients send `content-type: application/json` with an empty body on bodyless calls; that is not a fault. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = typeof body === 'string' ? body : body.toString('utf8');
    if (text.length === 0) done(null, undefined);
    else if (text.includes(NUL_IN_JSON)) done(refusedInput('body', 'must not contain the NUL character'), undefined);
    else if (isTooDeep(text)) done(refusedInput('body', `must not be nested deeper than ${MAX_NESTED}`), undefined);
    else void parse(request, text, /\\u[dD]/.test(text) ? refuseLoneSurrogates(done) : done);
  });
}

type Parsed = (error: Error | null, value?: unknown) => void;

function refuseLoneSurrogates(done: Parsed): Parsed {
  return (error, value) => {
    const isLone = error === null && LONE_SURROGATE.test(JSON.stringify(value));
    done(isLone ? refusedInput('body', 'must be well-formed Unicode') : error, value);
  };
}

function isTooDeep(text: string): boolean {
  if (text.length < 2 * MAX_NESTED) return false;
  let depth = 0;
  for (const [token] of text.matchAll(BRACKETS)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    if (depth > MAX_NESTED) return true;
  }
  return false;
}

/** A refusal in the form of Fastify's own validation: 400 with one fault, that of `part` as a whole. */
export function refusedInput(part: string, message: string): Error {
  return Object.assign(new Error(message), {
    statusCode: 400,
    validation: [{ instancePath: '', message }],
    validationContext: part,
  });
}
