// Parses JSON bodies, and refuses valid JSON that cannot be stored or processed: NUL, lone surrogates, deep nesting.

import type { FastifyInstance } from 'fastify';

/** PostgreSQL cannot store NUL in a text: refused here, as it would become a 500. */
const NUL_IN_JSON = '\\u0000';

/** An escaped lone surrogate: valid in JSON, not in PostgreSQL's jsonb. */
const LONE_SURROGATE = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

/** No body of ours is nested deeper than ten; much deeper nesting overflows the stack when the value is serialised again. */
const MAX_NESTED = 100;

/** Matches whole strings too, so that brackets inside them do not count. */
const BRACKETS = /"(?:[^"\\]|\\.)*"|[[{]|[\]}]/g;

/** Registers the parser. An empty body is accepted, as clients send `content-type: application/json` on calls without a body. */
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

/** A refusal in the form of Fastify's validation errors: 400 with one fault for the whole `part`. */
export function refusedInput(part: string, message: string): Error {
  return Object.assign(new Error(message), {
    statusCode: 400,
    validation: [{ instancePath: '', message }],
    validationContext: part,
  });
}
