// A statement that checks the versions of what was checked, for pgbench: each transaction has those of its rows.

import type { Statement } from './statements.ts';

/** A parameter that is a version, as it stands in the text, and the query of the one that a row has. */
export type OwnVersion = readonly [parameter: string, query: string];

/** The versions of the accounts that `parameter` names, only of the first two: those of a wallet, which a seller's may follow. */
export function versionsOfWallet(parameter: string): string {
  return `select array_agg(case when seen.number <= 2 then coalesce(account.version, 0) end order by seen.number)
    from unnest(${parameter}::text[]) with ordinality as seen (name, number)
    left join ledger_account account on account.name = seen.name`;
}

/** The service has read the versions of what it checked; the captured ones do not fit other rows. */
export function withOwnVersions(statement: Statement, marker: string, versions: readonly OwnVersion[]): Statement {
  if (!statement.text.includes(marker)) return statement;
  const text = versions.reduce((all, [parameter, own]) => {
    if (!all.includes(parameter)) throw new Error(`${parameter} is not in the statement with ${marker}`);
    return all.replace(parameter, () => `coalesce((${own}), ${parameter})`);
  }, statement.text);
  return { ...statement, text };
}
