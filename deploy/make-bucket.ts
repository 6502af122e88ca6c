// Makes the bucket of S3_BUCKET where it is absent, lets everybody read what lies under `public/`, and BUCKET_USER do what the service does
// (docs/guides/files-in-a-bucket.md).

import { CreateBucketCommand, HeadBucketCommand, PutBucketPolicyCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3';

const {
  S3_BUCKET = '',
  S3_REGION = 'eu-west-3',
  S3_ENDPOINT = '',
  S3_ACCESS_KEY_ID = '',
  S3_SECRET_ACCESS_KEY = '',
  BUCKET_USER = '',
} = process.env;

const client = new S3Client({
  region: S3_REGION,
  endpoint: S3_ENDPOINT,
  forcePathStyle: true,
  // Services other than Amazon's may not know its newer checksums.
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
});

const bucket = `arn:aws:s3:::${S3_BUCKET}`;
const service = { Effect: 'Allow', Principal: { AWS: BUCKET_USER } };
const policy = {
  Version: '2012-10-17',
  Statement: [
    { Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: `${bucket}/public/*` },
    { ...service, Action: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], Resource: `${bucket}/*` },
    { ...service, Action: 's3:ListBucket', Resource: bucket },
  ],
};

const isThere = await client.send(new HeadBucketCommand({ Bucket: S3_BUCKET })).then(
  () => true,
  (error: unknown) => {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return false;
    throw error;
  },
);
if (!isThere) await client.send(new CreateBucketCommand({ Bucket: S3_BUCKET }));
await client.send(new PutBucketPolicyCommand({ Bucket: S3_BUCKET, Policy: JSON.stringify(policy) }));
console.log(`${S3_BUCKET}: ${isThere ? 'was there' : 'made'}; everybody may read public/`);
