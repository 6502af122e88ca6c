// Where the browser may get a public file.

import { useQuery } from '../../../core/query.ts';

/**
 * Where the browser may get an image: the console's own policy names the storages, files of this service have an address here, and
 * anything else is undefined.
 */
export function useShownAt(): (url: string) => string | undefined {
  const policy = useQuery(['policy'], async (signal) => {
    const { headers } = await fetch(location.pathname, { method: 'HEAD', signal });
    const [, sources = ''] = /img-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '') ?? [];
    return sources.split(' ').filter((source) => source.startsWith('http'));
  });
  return (url) => {
    const { origin, pathname } = new URL(url, location.origin);
    if (origin === location.origin || policy.data?.some((start) => url.startsWith(start))) return url;
    return policy.data?.length === 0 && pathname.startsWith('/files/public/') ? pathname : undefined;
  };
}
