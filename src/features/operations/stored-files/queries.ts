// SQL of stored files: which of them a row refers to.

import { sql } from 'kysely';
import type { Database } from '../../../core/db/pool.ts';

/**
 * Those of these keys that a row refers to. An invoice keeps its file from its number on, as it is put before it is recorded, again and
 * again; until whom it was billed to is erased. Images and documents of properties stand in the audit row of their upload, which is never deleted; the copies of an image have
 * its name.
 */
export async function findReferred(db: Database, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const { rows } = await sql<{ key: string }>`
    select file.key
    from unnest(${keys}::text[]) as file (key)
    where exists (select from identity_document where identity_document.storage_key = file.key)
      or exists (select from referral_invoice where referral_invoice.storage_key = file.key)
      or exists (
        select
        from regexp_match(file.key, '^private/invoices/([0-9]{4})/(.+)-[0-9]{4}-([0-9]{6,9})[.]pdf$') as part
          join invoice on invoice.issuer = part[2] and invoice.year = part[1]::integer and invoice.number = part[3]::integer
        where invoice.billed_to ->> 'name' <> ''
      )
    union
    select file.key
    from unnest(${keys}::text[]) as file (key)
    where substring(file.key from '^public/(?:images|documents)/([0-9a-f-]{36})') in (
      select substring(uploaded.value #>> '{}' from '/public/(?:images|documents)/([0-9a-f-]{36})')
      from admin_action
        cross join lateral jsonb_path_query(payload, '$.*[*]') as uploaded (value)
      where kind in ('PROPERTY_IMAGE_UPLOAD', 'PROPERTY_DOCUMENT_UPLOAD')
    )`.execute(db);
  return new Set(rows.map(({ key }) => key));
}
