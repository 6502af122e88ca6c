// Sends a PDF as the answer of a route.

import type { FastifyReply } from 'fastify';

/** As a download under the file name `name`. */
export async function sendPdf(reply: FastifyReply, { name, bytes }: { name: string; bytes: Uint8Array }): Promise<undefined> {
  await reply.type('application/pdf').header('content-disposition', `attachment; filename="${name}"`).send(Buffer.from(bytes));
}
