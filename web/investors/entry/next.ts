// Where somebody goes after signing in: back to the page that asked for it.

/** A path of ours; an address of another site, in whatever spelling, counts as none. */
export function nextOf(asked: string | undefined): string {
  if (asked === undefined || !/^\/(?![/\\])/.test(asked)) return '/investments';
  const { origin, pathname, search } = new URL(asked, 'http://ours');
  return origin === 'http://ours' ? pathname + search : '/investments';
}
