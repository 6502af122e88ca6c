// State of one sandbox: tables in memory with a few indexes, and optionally a state file.
import type { Change, Document, Iban, Mandate, Movement, TableName, Tables } from './entities.ts';
import { openJournal, readJournal } from './journal.ts';

const FIRST_ID = 1001;
/** Beyond this the oldest mails and messages are evicted, which bounds memory. */
const MAX_LETTERS = 5000;
const FILE_MARK = 'mortar-sandbox';

type Rows = { [T in TableName]: Map<Tables[T]['id'], Tables[T]> };
type OfAccount = { movements: Movement[]; documents: Document[]; ibans: Iban[]; mandates: Mandate[] };

export type Store = Rows & {
  /** Rows that belong to an account, oldest first. */
  ofAccount(accountId: string): OfAccount;
  byReference(reference: string): Movement[];
  accountIdOfEmail(email: string): string | undefined;
  /** One sequence for all tables, so that ids of different tables never coincide. It survives a reset. */
  nextId(): number;
  /** Stores new or changed rows, atomically in the state file. */
  put(...changes: Change[]): void;
  clockOffsetMs(): number;
  setClockOffsetMs(offsetMs: number): void;
  /** Deletes every row; the id sequence continues and the clock offset stays, like that of the application. */
  reset(): void;
  close(): void;
};

const emptyRows = (): Rows => ({
  accounts: new Map(),
  movements: new Map(),
  documents: new Map(),
  ibans: new Map(),
  mandates: new Map(),
  onboardings: new Map(),
  votes: new Map(),
  mails: new Map(),
  messages: new Map(),
});

/**
 * Opens the state in `stateFile`; without it, an empty one in memory.
 * @throws when the file exists and is no state file
 */
export function openStore(stateFile: string | undefined): Store {
  const { rows, index, keep, clear } = createRows();
  const head: Head = { nextId: FIRST_ID, clockOffsetMs: 0 };
  if (stateFile !== undefined) replay(stateFile, head, keep);
  const journal = stateFile === undefined ? undefined : openJournal(stateFile);
  const rewrite = () => journal?.rewrite(snapshot(head, rows));
  rewrite();
  return {
    ...rows,
    ofAccount: index.ofAccount,
    byReference: index.byReference,
    accountIdOfEmail(email) {
      const id = index.accountIdOfEmail(email);
      const account = id === undefined ? undefined : rows.accounts.get(id);
      return account?.profile.email.toLowerCase() === email.toLowerCase() ? id : undefined;
    },
    nextId: () => head.nextId++,
    put(...changes) {
      for (const change of changes) keep(change);
      journal?.append(['put', head.nextId, ...changes]);
      if (journal?.hasGrown() === true) rewrite();
    },
    clockOffsetMs: () => head.clockOffsetMs,
    setClockOffsetMs(offsetMs) {
      head.clockOffsetMs = offsetMs;
      journal?.append(['clock', offsetMs]);
    },
    reset() {
      clear();
      rewrite();
    },
    close() {
      rewrite();
      journal?.close();
    },
  };
}

/** State beside the rows: the next id, and the offset of business time. */
type Head = { nextId: number; clockOffsetMs: number };

/** Reads the file into the rows and the head. @throws when it is no state file */
function replay(stateFile: string, head: Head, keep: (change: Change) => void): void {
  const records = readJournal(stateFile);
  const first = records[0];
  if (first !== undefined && !(Array.isArray(first) && first[0] === FILE_MARK && first[1] === 1)) {
    throw new Error(`state file ${stateFile} was not written by this sandbox: name another in SANDBOX_STATE_FILE, or delete it`);
  }
  for (const record of records) {
    // Border: the first record shows that the file was written by this module.
    const [verb, ...rest] = record as [string, ...unknown[]];
    if (verb === 'put') {
      const [idsFrom, ...changes] = rest as [number, ...Change[]];
      head.nextId = Math.max(head.nextId, idsFrom);
      changes.forEach(keep);
    } else if (verb === 'clock') head.clockOffsetMs = rest[0] as number;
    else Object.assign(head, rest[1] as Head);
  }
}

function* snapshot(head: Head, rows: Rows): Iterable<unknown> {
  yield [FILE_MARK, 1, head];
  for (const [table, map] of Object.entries(rows)) for (const row of map.values()) yield ['put', head.nextId, [table, row]];
}

/** Empty tables with their index; `keep` inserts a row or updates the existing object, so that references to it stay valid. */
function createRows() {
  const rows = emptyRows();
  const index = createIndex();
  return {
    rows,
    index,
    keep([table, row]: Change) {
      // Border: a Change pairs a table with a row of its type, which TypeScript cannot infer through the map.
      const map = rows[table] as Map<string | number, Tables[TableName]>;
      const known = map.get(row.id);
      if (known === undefined) {
        map.set(row.id, row);
        index.add([table, row] as Change);
      } else if (known !== row) Object.assign(known, row);
      if (table === 'accounts') index.setEmail(row.profile.email, row.id);
      if ((table === 'mails' || table === 'messages') && map.size > MAX_LETTERS) map.delete(map.keys().next().value ?? '');
    },
    clear() {
      for (const map of Object.values(rows)) map.clear();
      index.clear();
    },
  };
}

/** Indexes by account, reference and email; rows are added once and then updated in place. */
function createIndex() {
  const accounts = new Map<string, OfAccount>();
  const references = new Map<string, Movement[]>();
  const emails = new Map<string, string>();
  const ofAccount = (accountId: string) => {
    let found = accounts.get(accountId);
    if (found === undefined) {
      found = { movements: [], documents: [], ibans: [], mandates: [] };
      accounts.set(accountId, found);
    }
    return found;
  };
  const addMovement = (movement: Movement) => {
    if (movement.senderId !== null) ofAccount(movement.senderId).movements.push(movement);
    if (movement.receiverId !== null) ofAccount(movement.receiverId).movements.push(movement);
    if (movement.reference === '') return;
    const same = references.get(movement.reference);
    if (same === undefined) references.set(movement.reference, [movement]);
    else same.push(movement);
  };
  return {
    add([table, row]: Change) {
      if (table === 'movements') addMovement(row);
      else if (table === 'documents') ofAccount(row.accountId).documents.push(row);
      else if (table === 'ibans') ofAccount(row.accountId).ibans.push(row);
      else if (table === 'mandates') ofAccount(row.accountId).mandates.push(row);
    },
    setEmail(email: string, accountId: string) {
      if (email !== '') emails.set(email.toLowerCase(), accountId);
    },
    ofAccount,
    byReference: (reference: string) => references.get(reference) ?? [],
    accountIdOfEmail: (email: string) => emails.get(email.toLowerCase()),
    clear() {
      accounts.clear();
      references.clear();
      emails.clear();
    },
  };
}
