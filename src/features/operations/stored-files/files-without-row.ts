// Finds the files that no row refers to and removes them.

import type { AppDeps } from '../../../deps.ts';
import { findReferred } from './queries.ts';

type Deps = Pick<AppDeps, 'db' | 'storage'>;

/** A file is written just before its row: after a day nobody writes that row any more. */
const OLDER_THAN_SECONDS = 24 * 3600;

/** The folders whose files have a row each (queries.ts). Files elsewhere are none of ours, but for what a put has left of itself. */
const WITH_ROWS = /^(?:private\/(?:identity-documents|invoices|referral-invoices)|public\/(?:images|documents))\/|\.tmp$/;

/** Removed in one run; the next night removes more. */
const MOST_AT_ONCE = 10_000;
const REMOVED_TOGETHER = 10;
const MOST_LISTED = 1_000;

/** More than so many files, and more than have a row, are those of another installation or of a later state of the database. */
const SUSPICIOUS = 100;

/** `withoutRow`: how many were found; `removed`: their keys, a thousand at most (of a dry run: those that would be). */
export type FilesReport = { files: number; withoutRow: number; removed: string[]; dryRun: boolean };

/** Removes files without a row that are older than a day; each is looked up again just before. A dry run only lists them. */
export async function removeFilesWithoutRow(deps: Deps, { dryRun }: { dryRun: boolean }): Promise<FilesReport> {
  const { files, found } = await findFilesWithoutRow(deps);
  const report = (removed: readonly string[]) => {
    return { files, withoutRow: found.length, removed: removed.slice(0, MOST_LISTED), dryRun };
  };
  if (dryRun) return report(found);
  if (found.length > SUSPICIOUS && found.length * 2 > files)
    throw new Error(
      `${found.length} of ${files} files have no row in this database: nothing was removed. Is the storage that of another installation, or the database an earlier state (docs/guides/files-in-a-bucket.md)?`,
    );
  const removed: string[] = [];
  for (let at = 0; at < found.length; at += REMOVED_TOGETHER) {
    const some = found.slice(at, at + REMOVED_TOGETHER);
    const referred = await findReferred(deps.db, some);
    const gone = some.filter((key) => !referred.has(key));
    await Promise.all(gone.map((key) => deps.storage.delete(key)));
    removed.push(...gone);
  }
  return report(removed);
}

async function findFilesWithoutRow({ db, storage }: Deps): Promise<{ files: number; found: string[] }> {
  let files = 0;
  const found: string[] = [];
  for await (const keys of storage.listOlderThan(OLDER_THAN_SECONDS)) {
    const ours = keys.filter((key) => WITH_ROWS.test(key));
    files += ours.length;
    const referred = await findReferred(db, ours);
    found.push(...ours.filter((key) => !referred.has(key)));
    if (found.length >= MOST_AT_ONCE) break;
  }
  return { files, found };
}
