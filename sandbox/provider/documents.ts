// Provider routes for documents: list and upload; the file type is detected from the content.
import type { FastifyInstance } from 'fastify';
import type { Document } from '../entities.ts';
import type { World } from '../world.ts';
import { providerError } from './errors.ts';
import { accountOf, bodyOf, pathParam, queryOf } from './input.ts';
import { pageOf } from './search.ts';
import { documentView } from './views.ts';

const MAX_BYTES = 10 * 1024 * 1024;
const RECEIVED = 1;
const DOCUMENT_TYPES = [0, 1, 2, 3, 4, 5, 6, 7, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21];
const JPG = [0xff, 0xd8, 0xff];
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** A PDF begins within its first kilobyte. */
const PDF_HEADER_BYTES = 1024;

export function documentRoutes(app: FastifyInstance, world: World): void {
  app.get('/v2/accounts/:accountid/documents', async (request) => {
    const account = accountOf(world, pathParam(request, 'accountid'));
    return { documents: pageOf(world.store.ofAccount(account.id).documents.map(documentView), queryOf(request)) };
  });

  app.post('/v2/accounts/:accountid/documents/upload', async (request) => {
    const account = accountOf(world, pathParam(request, 'accountid'));
    const body = bodyOf(request);
    const name = body.text('name', { max: 256 });
    const type = body.integer('type');
    if (!DOCUMENT_TYPES.includes(type)) throw providerError(234, 'type is not a document type');
    const file = fileFrom(body.text('buffer', { max: Number.POSITIVE_INFINITY }), world.settings.minUploadBytes);
    const document = addDocument(world, { accountId: account.id, type, status: RECEIVED, name, sizeBytes: file.length });
    return {
      uploadDocument: {
        id: document.id,
        status: document.status,
        substatus: document.substatus ?? undefined,
        accountstatus: account.status,
      },
    };
  });
}

/** The bytes of an upload. @throws 235 when they are no JPG, PNG or PDF, too many or too few */
function fileFrom(buffer: string, minBytes: number): Buffer {
  const file = Buffer.from(buffer, 'base64');
  if (file.length > MAX_BYTES) throw providerError(235, 'the file is bigger than 10 MB');
  if (file.length < minBytes) throw providerError(235, `the file is smaller than ${minBytes} bytes`);
  const isPicture = [JPG, PNG].some((magic) => magic.every((byte, index) => file[index] === byte));
  if (!isPicture && !file.subarray(0, PDF_HEADER_BYTES).includes('%PDF-')) {
    throw providerError(235, 'the file is no JPG, PNG or PDF');
  }
  return file;
}

/** Stores a document of an account without its bytes, which nothing reads. */
export function addDocument(
  world: World,
  fields: Pick<Document, 'accountId' | 'type' | 'status' | 'name' | 'sizeBytes'>,
): Document {
  const document: Document = {
    id: world.store.nextId(),
    substatus: null,
    comment: '',
    changedAt: world.clock.unixSeconds(),
    ...fields,
  };
  world.store.put(['documents', document]);
  return document;
}
