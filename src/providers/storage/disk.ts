// Opens the library's disk for the configured driver; the S3 libraries are heavy and loaded only where they are used.

import { Disk } from 'flydrive';

export type StorageOptions =
  | {
      driver: 'fs';
      /** Folder of all files; made when absent. */
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
      /** Address in front of the bucket's public files (a CDN); absent: the bucket's own. */
      publicUrl?: string | undefined;
      /** False for services without object ACLs (R2, buckets with ACLs disabled); the bucket's policy then opens `public/`. */
      supportsAcl?: boolean | undefined;
    };

/** Disk of flydrive for these options. */
export async function openDisk(options: StorageOptions): Promise<Disk> {
  if (options.driver === 'fs') {
    const { FSDriver } = await import('flydrive/drivers/fs');
    return new Disk(new FSDriver({ location: options.root, visibility: 'private' }));
  }
  const { S3Driver } = await import('flydrive/drivers/s3');
  const { bucket, region, endpoint, accessKeyId, secretAccessKey, supportsAcl = true } = options;
  const credentials = accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {};
  return new Disk(
    new S3Driver({
      bucket,
      region,
      visibility: 'private',
      supportsACL: supportsAcl,
      // Compatible services rarely answer to bucket names as host names.
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      ...credentials,
    }),
  );
}
