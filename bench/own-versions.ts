// A statement that checks the versions of what was judged, for pgbench: each transaction brings those of its own rows.

import type { Statement } from './statements.ts';

/** A parameter that is a version, as it stands in the text, and the query of the one that a row has. */
export type OwnVersion = readonly [parameter: string, query: string];

/** The version of an account of the customer whose id is `parameter`; pgbench would find a colon in a name. */
export function versionOfAccount(parameter: string, account: 'AVAILABLE' | 'HELD'): string {
  return String.raw`select version from ledger_account where name = E'INV\x3a' || ${parameter}::uuid || E'\x3a${account}'`;
}

/** The service has read the versions of what it judged: those that were captured are not those of another transaction's rows. */
export function withOwnVersions(statement: Statement, marker: string, versions: readonly OwnVersion[]): Statement {
  if (!statement.text.includes(marker)) return statement;
  const text = versions.reduce((all, [parameter, own]) => {
    if (!all.includes(parameter)) throw new Error(`${parameter} is not in the statement with ${marker}`);
    return all.replace(parameter, () => `coalesce((${own}), ${parameter})`);
  }, statement.text);
  return { ...statement, text };
}
