// Identity and company documents at the provider.

import { Buffer } from 'node:buffer';
import Type from 'typebox';
import { shapeOf } from '../../core/http/shape.ts';
import type { Client } from './client.ts';
import type { PaymentProvider } from './port.ts';
import { documentStatusOf, documentTypeCode, documentTypeOf } from './statuses.ts';
import { MaybeText, segment } from './wire.ts';

const DocumentsReply = shapeOf(
  Type.Object({
    documents: Type.Array(Type.Object({ id: Type.Integer(), status: Type.Integer(), type: Type.Integer(), comment: MaybeText })),
  }),
);

const UploadReply = shapeOf(Type.Object({ uploadDocument: Type.Object({ id: Type.Integer(), status: Type.Integer() }) }));

/** The calls below /v2/accounts/{id}/documents. An upload carries up to 10 MB as base64, so it has a longer timeout. */
export function documentMethods(
  client: Client,
  uploadTimeoutMs: number,
): Pick<PaymentProvider, 'uploadDocument' | 'listDocuments'> {
  return {
    uploadDocument: (upload, context) =>
      client.call(
        {
          operation: 'uploadDocument',
          method: 'POST',
          path: `/v2/accounts/${segment(upload.accountId)}/documents/upload`,
          body: { name: upload.name, type: documentTypeCode(upload.type), buffer: Buffer.from(upload.bytes).toString('base64') },
          timeoutMs: uploadTimeoutMs,
          shape: UploadReply,
          read: ({ uploadDocument: document }) => ({
            documentId: document.id,
            ...documentStatusOf(document.status),
            rawStatus: document.status,
          }),
        },
        context,
      ),
    listDocuments: (accountId, context) =>
      client.call(
        {
          operation: 'listDocuments',
          method: 'GET',
          path: `/v2/accounts/${segment(accountId)}/documents`,
          shape: DocumentsReply,
          read: ({ documents }) =>
            documents.map((document) => ({
              documentId: document.id,
              type: documentTypeOf(document.type),
              ...documentStatusOf(document.status),
              rawStatus: document.status,
              comment: document.comment || null,
            })),
        },
        context,
      ),
  };
}
