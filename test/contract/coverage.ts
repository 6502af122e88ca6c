// Compares what the tests observed with the documents' contract: pure, so that the comparison itself is tested.

import { readFileSync } from 'node:fs';
import type { Observation } from '../support/recorder.ts';

type ContractError = { code: string | null; status: number; basis: 'listed' | 'group' | 'implied'; when: string };
type Endpoint = {
  id: string;
  document: string;
  method: string;
  path: string;
  success: { status: number | null };
  errors: ContractError[];
  audit: string | null;
};
type StateRow = { document: string; entity: string; from: string; to: string; trigger: string; endpoints: string[] };
export type Contract = { endpoints: Endpoint[]; states: StateRow[] };

/** One thing of the contract that a test has to show. */
export type Requirement = { document: string; owner: string; what: string; observed: boolean };

/** Success statuses that the documents do not show and we decided otherwise than 201 for a POST (Q91, A-provider-webhooks-10). */
const DECIDED_SUCCESS: Readonly<Record<string, number>> = {
  'webhook.provider.requirement-change': 200,
  'webhook.provider.restriction-change': 200,
};

/** Errors of a general rule that the documents' own words for the endpoint leave no room for (A-project-owners-6). */
const NEVER_ANSWERED: Readonly<Record<string, number>> = { 'project-owner.delete': 400 };

/** The contract as the project keeps it. */
export function readContract(): Contract {
  // Border: our own data file.
  return JSON.parse(readFileSync(new URL('contract.json', import.meta.url), 'utf8')) as Contract;
}

/** Every listed and group error, success, audit kind and state row, and whether it was observed. */
export function compare(contract: Contract, observations: readonly Observation[]): Requirement[] {
  const answers = new Set<string>();
  const others = new Set<string>();
  for (const observation of observations) {
    if (observation.kind === 'answer') {
      const endpoint = `${observation.method} ${pattern(observation.url)} ${observation.status}`;
      answers.add(endpoint).add(`${endpoint} ${observation.code}`);
    } else if (observation.kind === 'audit') others.add(`audit ${observation.audit}`);
    else {
      const row = `state ${observation.entity}: ${observation.from} -> ${observation.to}`;
      others.add(row).add(`${row} by ${observation.trigger}`);
    }
  }
  const ofEndpoints = contract.endpoints.flatMap((endpoint) => {
    const route = `${endpoint.method} ${pattern(endpoint.path)}`;
    const success = endpoint.success.status ?? DECIDED_SUCCESS[endpoint.id] ?? (endpoint.method === 'POST' ? 201 : 200);
    const common = { document: endpoint.document, owner: endpoint.id };
    return [
      { ...common, what: `success ${success}`, observed: answers.has(`${route} ${success}`) },
      ...endpoint.errors
        .filter(
          ({ basis, status }) =>
            basis !== 'implied' && status >= 400 && !(basis === 'group' && NEVER_ANSWERED[endpoint.id] === status),
        )
        .map((error) => ({
          ...common,
          what: `${error.status} ${error.code ?? error.when}`,
          observed: answers.has(error.code === null ? `${route} ${error.status}` : `${route} ${error.status} ${error.code}`),
        })),
      ...(endpoint.audit === null
        ? []
        : [{ ...common, what: `audit ${endpoint.audit}`, observed: others.has(`audit ${endpoint.audit}`) }]),
    ];
  });
  const ofStates = contract.states.map((row) => {
    const name = `${row.entity}: ${row.from} -> ${row.to}`;
    const alike = contract.states.filter(
      (other) => other.entity === row.entity && other.from === row.from && other.to === row.to,
    ).length;
    return {
      document: row.document,
      owner: name,
      what: `by ${row.trigger}`,
      observed: others.has(alike > 1 ? `state ${name} by ${row.trigger}` : `state ${name}`),
    };
  });
  return [...ofEndpoints, ...ofStates];
}

/** Path with its parameters' names left out: `:propertyId` and `:projectId` are one slot (Q32). */
function pattern(path: string): string {
  return path.replace(/:\w+/g, ':').replace(/\/$/, '');
}
