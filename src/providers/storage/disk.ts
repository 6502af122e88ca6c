// Opens flydrive's disk for the configured driver; the large S3 libraries are loaded only when used.

import { Disk } from 'flydrive';

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

/** Disk of flydrive for these options. */
export async function openDisk(options: StorageOptions): Promise<Disk> {
  if (options.driver === 'fs') {
    const { FSDriver } = await import('flydrive/drivers/fs');
    return new Disk(new FSDriver({ location: options.root, visibility: 'private' }));
  }
  const { S3Driver } = await import('flydrive/drivers/s3');
  const { bucket, region, endpoint, accessKeyId, secretAccessKey, useAcl, timeoutMs, attempts } = options;
  const silenceMs = Math.ceil(timeoutMs / attempts);
  const credentials = accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {};
  return new Disk(
    new S3Driver({
      bucket,
      region,
      visibility: 'private',
      supportsACL: useAcl,
      maxAttempts: attempts,
      requestHandler: { connectionTimeout: silenceMs, socketTimeout: silenceMs },
      ...(endpoint ? { endpoint, ...COMPATIBLE } : {}),
      ...credentials,
    }),
  );
}
