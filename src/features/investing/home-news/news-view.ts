// A news as the API shows it, to administrators and to the public alike.

import type { HomeNewsRow } from './queries.ts';
import type { HomeNews, HomeNewsContent } from './schemas.ts';

export function toHomeNewsView(row: HomeNewsRow): HomeNews {
  return {
    id: row.id,
    appScope: row.appScope,
    isActive: row.isActive,
    // Border: insertHomeNews and updateContent write only content that the schema has validated.
    content: row.content as HomeNewsContent,
    createdAt: row.createdAt.toString(),
    updatedAt: row.updatedAt.toString(),
  };
}
