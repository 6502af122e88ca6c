// Opens the place of all files: flydrive's disk for the configured driver, and what it does not do. The large S3 libraries are loaded only
// when used.

import { Disk } from 'flydrive';
import { filesIn, writeWhole } from './folder.ts';

export type StorageOptions =
  | {
      driver: 'fs';
      /** Folder of all files; created when absent. */
      root: string;
      /** Address under which the application serves keys, for instance `https://host/files`. */
      publicUrl: string;
      /** Secret of the links to private files. */
      signingKey: string;
    }
  | {
      driver: 's3';
      bucket: string;
      region: string;
      /** Of an S3-compatible service; absent: Amazon's. */
      endpoint?: string | undefined;
      /** Absent: the environment's own credentials. */
      accessKeyId?: string | undefined;
      secretAccessKey?: string | undefined;
      /** Address under which the bucket's `public/` files are read (a CDN); absent: the bucket's own. */
      publicUrl?: string | undefined;
      /** Send an ACL with every file. False for buckets that refuse ACLs, which is the default of S3: a bucket policy then opens `public/`. */
      useAcl: boolean;
      /** Timeout of one operation with all its attempts; each attempt gets an equal part of it. */
      timeoutMs: number;
      attempts: number;
    };

/** S3-compatible services often need path-style URLs, and may not support Amazon's newer checksums. */
const COMPATIBLE = {
  forcePathStyle: true,
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
} as const;

type WriteOptions = Parameters<Disk['put']>[2];

/** `disk` reads, deletes and signs. */
export type OpenDisk = {
  disk: Disk;
  put(key: string, bytes: Uint8Array, options: WriteOptions): Promise<void>;
  /** The keys of all files that were last written before `before`, in parts. */
  list(before: Date): AsyncGenerator<string[]>;
};

/** The disk for these options. */
export async function openDisk(options: StorageOptions): Promise<OpenDisk> {
  if (options.driver === 's3') return openBucket(options);
  const { root } = options;
  const { FSDriver } = await import('flydrive/drivers/fs');
  const disk = new Disk(new FSDriver({ location: root, visibility: 'private' }));
  return { disk, put: (key, bytes) => writeWhole(root, key, bytes), list: (before) => filesIn(root, before) };
}

async function openBucket(options: Extract<StorageOptions, { driver: 's3' }>): Promise<OpenDisk> {
  const [{ S3Driver }, { S3Client, paginateListObjectsV2 }] = await Promise.all([
    import('flydrive/drivers/s3'),
    import('@aws-sdk/client-s3'),
  ]);
  const { bucket, region, endpoint, accessKeyId, secretAccessKey, useAcl, timeoutMs, attempts } = options;
  const silenceMs = Math.ceil(timeoutMs / attempts);
  const credentials = accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {};
  const client = new S3Client({
    region,
    maxAttempts: attempts,
    requestHandler: { connectionTimeout: silenceMs, socketTimeout: silenceMs },
    ...(endpoint ? { endpoint, ...COMPATIBLE } : {}),
    ...credentials,
  });
  const disk = new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: useAcl }));
  return {
    disk,
    put: (key, bytes, written) => disk.put(key, bytes, written),
    async *list(before) {
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket }))
        yield Contents.flatMap(({ Key, LastModified }) => (Key && LastModified && LastModified < before ? [Key] : []));
    },
  };
}
