// Compares what the tests observed with the documents' contract: pure, so that the comparison itself is tested.

import { readFileSync } from 'node:fs';
import type { AuditTarget, Observation, TestName } from '../support/recorder.ts';

type ContractError = { id?: string; code: string | null; status: number; basis: 'listed' | 'group' | 'implied'; when: string };
type Endpoint = {
  id: string;
  document: string;
  method: string;
  path: string;
  success: { status: number | null };
  errors: ContractError[];
  audit: string | null;
  /** What the audit row is about; null for one about many things. Only where the documents name a kind. */
  auditTarget?: AuditTarget | null;
};
type Row = { id: string; document: string };
type StateRow = Row & { entity: string; from: string; to: string; trigger: string; endpoints: string[] };
type EventRow = Row & { type: string; trigger: string; what: string; endpoints: string[] };
export type Contract = {
  endpoints: Endpoint[];
  states: StateRow[];
  limits: (Row & { limit: string; value?: string })[];
  events: EventRow[];
  jobs: (Row & { name: string; schedule: { id: string; cron: string } | null })[];
};

export const KINDS = ['success', 'error', 'audit', 'state', 'limit', 'event', 'job'] as const;

/** One thing of the contract that a test has to show; `how` says what such a test looks like. */
export type Requirement = {
  document: string;
  kind: (typeof KINDS)[number];
  owner: string;
  what: string;
  how: string;
  observed: boolean;
};

/**
 * Success statuses that the documents do not show and we decided otherwise than 201 for a POST
 * (notifications.md#recertification).
 */
const DECIDED_SUCCESS: Readonly<Record<string, number>> = {
  'webhook.provider.requirement-change': 200,
  'webhook.provider.restriction-change': 200,
};

/** Errors of a general rule that the documents' own words for the endpoint leave no room for. */
const NEVER_ANSWERED: Readonly<Record<string, number>> = { 'project-owner.delete': 400 };

/** The contract as the project keeps it. */
export function readContract(): Contract {
  // Border: our own data file.
  return JSON.parse(readFileSync(new URL('contract.json', import.meta.url), 'utf8')) as Contract;
}

/** Every success, listed and group error, audit row, state, limit, event and job, and whether a test showed it. */
export function compare(contract: Contract, observations: readonly Observation[]): Requirement[] {
  const seen = readObservations(observations);
  const ofEndpoints = contract.endpoints.flatMap((endpoint) => {
    const { document, id: owner } = endpoint;
    const success = successOf(endpoint);
    return [
      {
        document,
        kind: 'success' as const,
        owner,
        what: `success ${success}`,
        how: 'a test of it that does not end in a refusal',
        observed: seen.succeeded(endpoint, success),
      },
      ...endpoint.errors.filter((error) => isOwed(endpoint, error)).map((error) => errorRow(endpoint, error, seen)),
      ...(endpoint.audit === null ? [] : [auditRow(endpoint, endpoint.audit, seen)]),
    ];
  });
  const ofStates = contract.states.map((row) => ({
    document: row.document,
    kind: 'state' as const,
    owner: row.id,
    what: `${row.entity}: ${row.from} -> ${row.to} by ${row.trigger}`,
    how: `world.changes('${row.id}', ...) around its trigger`,
    observed: seen.changed(row, contract.endpoints),
  }));
  const ofEvents = contract.events.map((row) => eventRow(contract, row, seen));
  const limits = contract.limits.map((row) => namedRow('limit', row, `${row.limit} ${row.value ?? ''}`.trim(), seen));
  const jobs = contract.jobs.flatMap(({ document, id, name, schedule }) => [
    namedRow('job', { document, id }, name, seen),
    ...(schedule ? [namedRow('job', { document, id: schedule.id }, `${name} at ${schedule.cron}`, seen)] : []),
  ]);
  return [...ofEndpoints, ...ofStates, ...limits, ...ofEvents, ...jobs];
}

/** Errors below 400 are what an endpoint tolerates: only those that have an id here are distinct from a success. */
function isOwed({ id }: Endpoint, { basis, status, ...error }: ContractError): boolean {
  if (status < 400) return error.id !== undefined;
  return basis !== 'implied' && !(basis === 'group' && NEVER_ANSWERED[id] === status);
}

function errorRow(endpoint: Endpoint, error: ContractError, seen: Seen): Requirement {
  const end = error.status < 400 ? '' : `-> ${error.status}${error.code === null ? '' : ` ${error.code}`}`;
  return {
    document: endpoint.document,
    kind: 'error',
    owner: endpoint.id,
    what: `${error.status} ${error.code ?? error.when}`,
    how: [end && `a test of it whose name ends in '${end}'`, error.id && `says shows('${error.id}')`]
      .filter(Boolean)
      .join(' and '),
    observed: seen.refused(endpoint, error),
  };
}

function auditRow(endpoint: Endpoint, kind: string, seen: Seen): Requirement {
  const { document, id: owner, auditTarget: target } = endpoint;
  const about = target ? `about a ${target.type} (${target.from})` : 'about nothing in particular';
  const how = 'its request writes that row, itself and about that target';
  return { document, kind: 'audit', owner, what: `${kind} ${about}`, how, observed: seen.audited(endpoint, kind) };
}

/** The documents list audit rows and incoming notifications twice: they are events there, and rows of their endpoint. */
function eventRow(contract: Contract, row: EventRow, seen: Seen): Requirement {
  const { document, id: owner, type } = row;
  const what = `${type}: ${row.what}`;
  const endpoint = contract.endpoints.find(({ id }) => id === row.endpoints[0]);
  if (endpoint && (type === 'audit' || type === 'webhook-inbound')) {
    const observed = type === 'audit' ? seen.audited(endpoint, row.what) : seen.succeeded(endpoint, successOf(endpoint));
    return {
      document,
      kind: 'event',
      owner,
      what,
      how: `shown by ${type === 'audit' ? 'the audit row' : 'success'} of ${endpoint.id}`,
      observed,
    };
  }
  return namedRow('event', row, `${what}, ${row.trigger}`, seen);
}

function namedRow(kind: 'limit' | 'event' | 'job', row: Row, what: string, seen: Seen): Requirement {
  const how = `the test that asserts it says shows('${row.id}') beside the assertion`;
  return { document: row.document, kind, owner: row.id, what, how, observed: seen.named(row.id) };
}

function successOf({ id, method, success }: Endpoint): number {
  return success.status ?? DECIDED_SUCCESS[id] ?? (method === 'POST' ? 201 : 200);
}

type Seen = ReturnType<typeof readObservations>;

function readObservations(observations: readonly Observation[]) {
  const answers = new Map<string, (Observation & { kind: 'answer' })[]>();
  const audits = new Set<string>();
  const states = new Map<string, { moved: boolean; answers: string[] }[]>();
  const shown = new Map<string, Set<string>>();
  for (const one of observations) {
    if (one.kind === 'answer') push(answers, `${one.method} ${pattern(one.url)} ${one.status}`, one);
    else if (one.kind === 'audit') audits.add(`${one.method} ${pattern(one.url)} ${one.audit} ${targetWords(one.target)}`);
    else if (one.kind === 'state') push(states, one.row, { moved: one.moved, answers: one.answers.map(patternOfAnswer) });
    else shown.set(one.row, (shown.get(one.row) ?? new Set()).add(one.test.id));
  }
  const answersOf = (endpoint: Endpoint, status: number) =>
    answers.get(`${endpoint.method} ${pattern(endpoint.path)} ${status}`) ?? [];
  return {
    succeeded: (endpoint: Endpoint, status: number) => answersOf(endpoint, status).some(({ test }) => endOf(test) === undefined),
    refused: (endpoint: Endpoint, error: ContractError) =>
      answersOf(endpoint, error.status).some(
        ({ test, code }) =>
          speaksOf(error, endpoint, { test, code }) && (error.id === undefined || isShownAlone(error.id, endpoint, test)),
      ),
    audited: (endpoint: Endpoint, kind: string) =>
      audits.has(`${endpoint.method} ${pattern(endpoint.path)} ${kind} ${targetWords(endpoint.auditTarget ?? null)}`),
    changed: (row: StateRow, endpoints: readonly Endpoint[]) =>
      (states.get(row.id) ?? []).some(
        ({ moved, answers: during }) =>
          (moved || row.to === 'unchanged') &&
          (row.endpoints.length === 0 ||
            endpoints.some(
              ({ id, method, path }) =>
                row.endpoints.includes(id) && during.some((answer) => answer.startsWith(`${method} ${pattern(path)} 2`)),
            )),
      ),
    named: (row: string) => shown.has(row),
  };

  /** A test that shows two rows of one endpoint and status shows neither. */
  function isShownAlone(row: string, endpoint: Endpoint, test: TestName): boolean {
    const shownBy = (id: string | undefined) => id !== undefined && shown.get(id)?.has(test.id) === true;
    return shownBy(row) && endpoint.errors.every(({ id, status }) => id === row || status >= 400 === false || !shownBy(id));
  }
}

/**
 * Whether the answer is this error's, in a test whose name says so: `-> 403 the-code`, or `-> 403` where the documents give no
 * code.
 */
function speaksOf(error: ContractError, endpoint: Endpoint, { test, code }: { test: TestName; code: string | null }): boolean {
  if (error.status < 400) return true;
  const end = endOf(test);
  if (end?.status !== error.status || (end.code !== undefined && end.code !== code)) return false;
  if (error.code !== null) return end.code === error.code;
  return !endpoint.errors.some((other) => other.status === error.status && other.code !== null && other.code === code);
}

/** What the name of a test says it is refused with. */
function endOf({ name }: TestName): { status: number; code: string | undefined } | undefined {
  const [, status, code] = / -> ([45]\d\d)(?: (\S+))?$/.exec(name) ?? [];
  return status === undefined ? undefined : { status: Number(status), code };
}

function targetWords(target: AuditTarget | null): string {
  return target === null ? 'nothing' : `${target.type} ${target.from}`;
}

function push<V>(map: Map<string, V[]>, key: string, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** Path with its parameters' names left out: `:propertyId` and `:projectId` are one slot (http.md#one-id-two-names). */
function pattern(path: string): string {
  return path.replace(/:\w+/g, ':').replace(/\/$/, '');
}

function patternOfAnswer(answer: string): string {
  const [method = '', url = '', status = ''] = answer.split(' ');
  return `${method} ${pattern(url)} ${status}`;
}
