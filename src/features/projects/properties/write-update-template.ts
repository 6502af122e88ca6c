// GET .../yearly-financial-update/template: the spreadsheet of a yearly update, with the published properties to fill in.

import { writeSheet } from '../../../core/spreadsheet.ts';
import type { AppDeps } from '../../../deps.ts';
import { listPublishedNames } from './price-queries.ts';
import { MAX_ROWS, UPDATE_COLUMNS } from './update-sheet.ts';

/** The file; rows without numbers change nothing when it is uploaded. */
export async function writeUpdateTemplate(deps: Pick<AppDeps, 'db'>): Promise<Buffer> {
  const properties = await listPublishedNames(deps.db, MAX_ROWS - 1);
  return writeSheet(
    { name: 'Yearly update', columns: UPDATE_COLUMNS },
    properties.map(({ id, name }) => [id, name, null, null, null]),
  );
}
