// Calls to the provider as their descriptions name them, and what was really asked and answered.

import { faultsIn, type Shape } from './shape.ts';

export type Service = 'token' | 'directkit' | 'onboarding';

/** One call of a description. `path` has its variables in braces. */
export type DescribedCall = {
  service: Service;
  method: string;
  path: string;
  query: Shape;
  /** Undefined: no body. */
  body: Shape | undefined;
  /** Undefined: not described, or no JSON. */
  answer: Shape | undefined;
};

/** What was asked and answered, below the service's base. `answer` is the text; undefined when it is none. */
export type Exchange = {
  service: Service;
  method: string;
  path: string;
  query: unknown;
  headers: Record<string, string | string[] | undefined>;
  body: unknown;
  status: number;
  answer: string | undefined;
  /** True when a fault of the sandbox answered in the provider's place. */
  isFault: boolean;
};

/** A description with its name in the findings. */
export type Description = { name: string; services: readonly Service[]; calls: readonly DescribedCall[] };

/** `stranger`: the provider answers with a field that the description does not name, which does no harm. */
export type Finding = { kind: 'difference' | 'stranger'; text: string };

/** Everything that an exchange does otherwise than the description says. */
export function judge(description: Description, exchange: Exchange): Finding[] {
  if (!description.services.includes(exchange.service)) return [];
  const call = findCall(description, exchange);
  const place = `${exchange.method} ${call?.path ?? exchange.path}`;
  const difference = (what: string): Finding => ({ kind: 'difference', text: `${place}: ${what} (${description.name})` });
  if (!call) return [difference('there is no such call')];
  const asked = wasRefusedForItsForm(exchange) ? [] : questionFaults(call, exchange);
  const answered = exchange.isFault ? [] : answerFaults(call, exchange);
  return [
    ...asked.map(difference),
    ...answered.map(({ kind, text }): Finding => ({ ...difference(text), kind: kind === 'unknown' ? 'stranger' : 'difference' })),
  ];
}

const INPUT_CODES = /"code":(?:188|221|234|235)\b/;

/** What the provider refuses for its form is not held to the form; its other refusals are of well-formed questions. */
function wasRefusedForItsForm({ status, answer = '', service }: Exchange): boolean {
  if (status === 401 || status === 403 || (status === 400 && service !== 'directkit')) return true;
  return INPUT_CODES.test(answer);
}

function questionFaults(call: DescribedCall, { query, headers, body, service }: Exchange): string[] {
  const asked = faultsIn(call.query, readQuery(call.query, query), 'query').map(({ text }) => text);
  const hasBody = body !== undefined && body !== null;
  if (call.body) asked.push(...faultsIn(call.body, body, 'body').map(({ text }) => text));
  else if (hasBody) asked.push('a body is sent, and none is known');
  const authorization = String(headers.authorization ?? '');
  if (!authorization.startsWith(service === 'token' ? 'Basic ' : 'Bearer ')) asked.push('header Authorization is missing');
  if (service === 'directkit' && !headers['psu-ip-address']) asked.push('header PSU-IP-Address is missing');
  for (const name of Object.keys(headers)) {
    if (name.startsWith('psu-') && !PSU_HEADERS.includes(name)) asked.push(`header ${name} is not known`);
  }
  const contentType = String(headers['content-type'] ?? '');
  const wanted = service === 'token' ? 'application/x-www-form-urlencoded' : 'application/json';
  if (hasBody && !contentType.startsWith(wanted)) asked.push(`header content-type is ${contentType} instead of ${wanted}`);
  return asked;
}

const PSU_HEADERS = ['psu-ip-address', 'psu-accept-language', 'psu-user-agent'];

/** Query values are text: those that should be numbers are read as such. */
function readQuery({ properties = {} }: Shape, query: unknown): unknown {
  const given = Object.entries(typeof query === 'object' && query !== null ? query : {});
  return Object.fromEntries(
    given.map(([name, value]) => [name, properties[name]?.type === 'integer' && /^-?\d+$/.test(value) ? Number(value) : value]),
  );
}

/** A refusal carries an error, as every answer may: the description names it in those of 200. */
function answerFaults({ answer: shape, service }: DescribedCall, { status, answer }: Exchange) {
  if (answer === undefined || answer === '' || status >= 500 || status === 401 || status === 403) return [];
  const said: unknown = JSON.parse(answer);
  const isError = typeof said === 'object' && said !== null && 'error' in said && said.error !== null;
  if (isError && service === 'directkit') return faultsIn(ERROR, said, 'answer');
  // The refusals of the other services are not described.
  if (!shape || status >= 400) return [];
  return faultsIn(shape, said, 'answer');
}

const text: Shape = { type: 'string' };
const ERROR: Shape = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'integer' }, message: text, psp: { type: 'object', properties: { message: text } } },
    },
  },
};

type Route = { matches: (path: string) => boolean; variables: number; call: DescribedCall };
const routes = new WeakMap<Description, Map<string, Route[]>>();

function findCall(description: Description, { service, method, path }: Exchange): DescribedCall | undefined {
  const known = routes.get(description) ?? routesOf(description);
  routes.set(description, known);
  return known.get(`${service} ${method}`)?.find(({ matches }) => matches(path))?.call;
}

/** By service and method, those with the fewest variables first: `/accounts/balances` is no account. */
function routesOf({ calls }: Description): Map<string, Route[]> {
  const all = calls.map((call): Route & { key: string } => {
    const pattern = new RegExp(`^${call.path.replaceAll(/[.]/g, '\\.').replaceAll(/\{[^}]+\}/g, '[^/]+')}/?$`);
    return {
      key: `${call.service} ${call.method}`,
      matches: (path) => pattern.test(path),
      variables: call.path.split('{').length,
      call,
    };
  });
  return Map.groupBy(
    all.toSorted((one, other) => one.variables - other.variables),
    ({ key }) => key,
  );
}
