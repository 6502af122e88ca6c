// What the documents of both faces allow a browser.

import type { Config } from '../../../config/settings.ts';
import { pagePolicy } from '../../../core/http/browser-security.ts';

/**
 * Own scripts, styles and connections; pictures also from the bucket that the settings name, and those that wait to be uploaded. In frames
 * nothing but what the page has made itself: a PDF that it has read, for the viewer of the browser.
 */
export function policyOfPages(config: Config): string {
  return pagePolicy({
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': ["'self'", 'blob:', ...originsOfFiles(config)].join(' '),
    'connect-src': "'self'",
    'frame-src': 'blob:',
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  });
}

/** Where files lie when they are in a bucket: public ones by their address, private ones by a signed link to the bucket itself. */
function originsOfFiles(config: Config): string[] {
  const { STORAGE_DRIVER, S3_BUCKET, S3_REGION, S3_ENDPOINT, S3_PUBLIC_URL } = config;
  if (STORAGE_DRIVER !== 's3' || S3_BUCKET === undefined) return [];
  const amazon = `https://${S3_BUCKET}.s3.${S3_REGION ?? 'us-east-1'}.amazonaws.com`;
  return [...new Set([S3_ENDPOINT ?? amazon, ...(S3_PUBLIC_URL === undefined ? [] : [S3_PUBLIC_URL])].map(originOf))];
}

function originOf(url: string): string {
  return new URL(url).origin;
}
