// What is wrong with an answer, whatever was asked: a 5xx, a refusal that is no problem document, a word about our inside.

import type { Answer } from '../support/client.ts';
import type { DeclaredRoute } from './declared-routes.ts';

const AT_ONCE = 8;

/** Stack traces, file names, SQL, addresses of what stands behind. */
const LEAKS =
  /\bat \S+ \(|:\d+:\d+\)|node_modules|node:internal|\/src\/|\.ts\b|pgboss|\bselect .* from\b|\binsert into\b|violates|syntax error at|ECONNREFUSED/i;

/** repayments.md#escrow answers any failure of these with a 500 without its own code: `internal-error` is their refusal. */
const ANY_FAILURE_IS_500: readonly string[] = [
  'POST /administration/property/echeancier/interest-sequestre/transfer-to-echeance-payment-to-be-assigned',
];
/** The detail of a 500 that nobody threw on purpose. */
const UNEXPECTED = 'Something went wrong on our side.';

type Problem = { status?: number; code?: string; detail?: string; requestId?: string };

// Border: the shape is what is checked.
const problemOf = (answer: Answer) => (answer.body ?? {}) as Problem;

/** The fault of an answer as one line, the same for the same kind of fault; undefined when all is right. */
export function faultOf(route: DeclaredRoute, answer: Answer): string | undefined {
  const { status, text, headers } = answer;
  const problem = problemOf(answer);
  const about = (what: string) => `${route.name}: ${what}: ${status} ${text.replace(/"requestId":"[^"]*"/, '').slice(0, 300)}`;
  if (status >= 500 && !isMeant5xx(route, problem)) return about('answered a 5xx');
  if (!headers.get('x-request-id')) return about('has no x-request-id');
  if (status < 400) return undefined;
  if (LEAKS.test(text)) return about('tells about our inside');
  if (text === '' && route.emptyErrors.includes(status)) return undefined;
  if (route.tag === 'session' && /"(code|message)":/.test(text)) return undefined;
  const isProblem =
    /^application\/problem\+json/.test(headers.get('content-type') ?? '') &&
    problem.status === status &&
    problem.requestId === headers.get('x-request-id') &&
    typeof problem.code === 'string';
  return isProblem ? undefined : about('is no problem document');
}

function isMeant5xx(route: DeclaredRoute, { code = '', detail }: Problem): boolean {
  if (route.serverErrors.includes(code)) return true;
  return code === 'internal-error' && ANY_FAILURE_IS_500.includes(route.name) && detail !== UNEXPECTED;
}

/** The same, and the refusal must be this one. */
export function refusalFault(route: DeclaredRoute, answer: Answer, status: number, code?: string): string | undefined {
  if (answer.status !== status || (code !== undefined && problemOf(answer).code !== code))
    return `${route.name}: expected ${status} ${code ?? ''}, got ${answer.status} ${answer.text.slice(0, 200)}`;
  return faultOf(route, answer);
}

/** Faults of all cases, each kind once with the first case that showed it (`sent`); a few cases run at a time. */
export async function faultsOf<T extends { route: DeclaredRoute; sent?: string }>(
  cases: readonly T[],
  judge: (one: T) => Promise<string | undefined>,
): Promise<string[]> {
  const queue = cases.values();
  const faults = new Map<string, string>();
  const work = async () => {
    for (const one of queue) {
      const fault = await judge(one);
      if (fault !== undefined && !faults.has(fault)) faults.set(fault, (one.sent ?? '').slice(0, 200));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return [...faults].map(([fault, sent]) => (sent === '' ? fault : `${fault} WITH ${sent}`)).sort();
}
