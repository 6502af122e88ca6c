// The S3 server of the tests has no types of its own: what bucket.ts uses of it.

declare module '@20minutes/s3rver' {
  import type { RequestListener, Server } from 'node:http';
  import type { AddressInfo } from 'node:net';

  type Options = {
    address: string;
    port: number;
    directory: string;
    silent: boolean;
    vhostBuckets: boolean;
    configureBuckets: { name: string }[];
    allowMismatchedSignatures?: boolean;
  };
  export default class S3rver {
    httpServer: Server;
    constructor(options: Options);
    run(): Promise<AddressInfo>;
    callback(): RequestListener;
    close(): Promise<void>;
  }
}
