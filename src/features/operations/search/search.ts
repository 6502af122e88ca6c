// GET /administration/search: records of any kind by what somebody remembers of them.

import { dataCipher } from '../../../core/data-cipher.ts';
import type { Permission } from '../../../core/http/guards.ts';
import type { AppDeps } from '../../../deps.ts';
import { findCustomersPage } from '../../access/customers/index.ts';
import { invoiceNumber } from '../../investing/invoices/index.ts';
import { type Found, findInvoices, findPayments, findProjects, findWires } from './queries.ts';
import { MAX_OF_A_KIND, PERMISSION_OF_RECORD, RECORD_KINDS, type RecordKind, type Wanted, wantedBy } from './rules.ts';
import type { FoundRecord } from './schemas.ts';

type Deps = Pick<AppDeps, 'db' | 'config'>;

/** Only kinds that the permissions show, one short statement after another, as one request should not take every connection. */
export async function searchRecords(
  deps: Deps,
  { q, permissions }: { q: string; permissions: ReadonlySet<Permission> },
): Promise<FoundRecord[]> {
  const wanted = wantedBy(q);
  const found: FoundRecord[] = [];
  for (const kind of RECORD_KINDS.filter((each) => permissions.has(PERMISSION_OF_RECORD[each])))
    for (const row of await FINDERS[kind](deps, wanted)) found.push({ kind, ...row, at: row.at.toString() });
  return found;
}

const FINDERS: Readonly<Record<RecordKind, (deps: Deps, wanted: Wanted) => Promise<Found[]>>> = {
  person: findPeople,
  project: ({ db }, wanted) => findProjects(db, wanted),
  wire: ({ db }, wanted) => findWires(db, wanted),
  payment: ({ db }, wanted) => findPayments(db, wanted),
  invoice: async ({ db }, wanted) =>
    (await findInvoices(db, wanted)).map(({ issuer, year, number, ...row }) => ({
      ...row,
      name: invoiceNumber({ issuer, year, number }),
    })),
};

/** By part of a name, company or address, by IBAN or its end, or by id: as the list of investors finds them. */
async function findPeople({ db, config }: Deps, { id, words }: Wanted): Promise<Found[]> {
  const search = id ?? words;
  if (search === null) return [];
  const people = await findCustomersPage(db, dataCipher(config), { search }, { limit: MAX_OF_A_KIND, after: undefined });
  return people.slice(0, MAX_OF_A_KIND).map((person) => ({
    id: person.id,
    name: person.company?.name ?? ([person.firstName, person.lastName].filter(Boolean).join(' ') || person.name),
    note: person.email,
    amountCents: null,
    at: person.createdAt,
  }));
}
