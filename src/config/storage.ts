// Where uploaded and generated files lie.

import { confidential, flag, integer, oneOf, subject, text, url } from './schema.ts';

export const files = subject(
  'Files',
  'Where uploaded and generated files lie: on the disk, or in a bucket (docs/guides/files-in-a-bucket.md).',
  {
    DATA_DIR: text('.data', 'Folder of the embedded database, of files and of the sandbox state.'),
    STORAGE_DRIVER: oneOf(['fs', 's3'], 'fs', 'Where uploaded and generated files live.'),
    S3_BUCKET: text(undefined, 'Name of the bucket, when STORAGE_DRIVER is s3.'),
    S3_REGION: text(undefined, 'Region of the bucket, when STORAGE_DRIVER is s3.'),
    S3_ENDPOINT: url(undefined, 'Address of the service, where it speaks S3 and is not that of Amazon.'),
    S3_ACCESS_KEY_ID: confidential(
      text(
        undefined,
        'Access key of the bucket. Absent, with its secret: the credentials of the machine (the role of an instance).',
      ),
    ),
    S3_SECRET_ACCESS_KEY: confidential(text(undefined, 'Secret of that access key.')),
    S3_PUBLIC_URL: url(
      undefined,
      'Address under which everybody reads what lies under `public/` in the bucket (a CDN, a website); property images and documents are linked there. Absent: the address of the bucket itself.',
    ),
    S3_USE_ACL: flag(
      false,
      'Send an ACL with every file: public-read with what is public, private with the rest. Buckets refuse ACLs by default; without them the policy of the bucket must open `public/` and nothing else.',
    ),
    S3_TIMEOUT_MS: integer(15_000, 'Time limit of one file operation in the bucket, its tries together.', {
      min: 100,
      max: 120_000,
    }),
  },
);
