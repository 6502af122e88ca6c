// A real S3 server with one bucket, and what reached it. It checks signatures; it lets everybody read, so an ACL is
// checked by what we send.

import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

/** A request as it came, before the server checked it. `key` is the object's. */
export type BucketRequest = {
  method: string;
  key: string;
  query: URLSearchParams;
  headers: Readonly<Record<string, string | string[] | undefined>>;
};

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A running server; `settings` make a world keep its files there. */
export type Bucket = {
  url: string;
  name: string;
  settings: Record<string, string>;
  requests: BucketRequest[];
  /** Answers every further request instead of the server; undefined lets the server answer again. */
  answerInstead(answer: Answer | undefined): void;
  /** The server's own answer, for requests that are not to be answered instead. */
  serve: Answer;
  close(): Promise<void>;
};

const NAME = 'mortar-files';
/** The only pair that the server knows. */
const KEY = 'S3RVER';

/** Starts one on a free port. */
export async function startBucket(): Promise<Bucket> {
  const directory = await mkdtemp(join(tmpdir(), 'mortar-bucket-'));
  const common = { address: '127.0.0.1', port: 0, silent: true, vhostBuckets: false };
  const server = new S3rver({ ...common, directory, configureBuckets: [{ name: NAME }] });
  const { port } = await server.run();
  const { httpServer } = server;
  const url = `http://127.0.0.1:${port}`;
  const requests: BucketRequest[] = [];
  const usual = httpServer.listeners('request');
  // The server reads the path of a list without its slash, and so finds another signature than ours: lists it does not check.
  const listing = new S3rver({ ...common, directory, configureBuckets: [], allowMismatchedSignatures: true }).callback();
  const serve: Answer = (request, response) => {
    if (request.method === 'GET' && request.url?.startsWith(`/${NAME}/?`)) listing(request, response);
    else for (const listener of usual) listener.call(httpServer, request, response);
  };
  let answer = serve;
  httpServer.removeAllListeners('request');
  httpServer.on('request', (request, response) => {
    requests.push(toBucketRequest(request));
    answer(request, response);
  });
  return {
    url,
    name: NAME,
    settings: {
      STORAGE_DRIVER: 's3',
      S3_ENDPOINT: url,
      S3_BUCKET: NAME,
      S3_REGION: 'eu-west-3',
      S3_ACCESS_KEY_ID: KEY,
      S3_SECRET_ACCESS_KEY: KEY,
    },
    requests,
    answerInstead: (other) => {
      answer = other ?? serve;
    },
    serve,
    close: async () => {
      const closed = server.close();
      httpServer.closeAllConnections();
      await closed;
      await rm(directory, { recursive: true });
    },
  };
}

function toBucketRequest({ method = '', url = '', headers }: IncomingMessage): BucketRequest {
  const { pathname, searchParams } = new URL(url, 'http://bucket');
  return { method, key: pathname.slice(NAME.length + 2), query: searchParams, headers };
}
