// What somebody typed and has not saved: kept while they look at another page, and asked about before the window is closed.

import { useEffect, useState } from 'preact/hooks';

/** By name: what the form showed at first, and what was made of it. */
const drafts = new Map<string, { start: object; value: object }>();

/**
 * The state of a form, which outlives it: back on the page, fields that were changed are as they were left, and all others as they
 * are stored now.
 * @param name which form of which record
 */
export function useDraft<T extends object>(name: string, start: () => T): [T, (value: T) => void] {
  const [{ first, value }, setState] = useState(() => {
    const first = start();
    return { first, value: { ...first, ...changedIn(drafts.get(name)) } };
  });
  const set = (next: T) => {
    drafts.set(name, { start: first, value: next });
    setState({ first, value: next });
  };
  return [value, set];
}

/** Forgets the drafts whose names begin so: what they held is saved, or is given up. */
export function forgetDrafts(prefix: string): void {
  for (const name of drafts.keys()) if (name.startsWith(prefix)) drafts.delete(name);
}

/** Whether something was typed into this form and is neither saved nor given up. */
export function hasDraft(name: string): boolean {
  return Object.keys(changedIn(drafts.get(name))).length > 0;
}

let isLeft = false;

/** The person leaves: what they typed is not for the next user. */
export function leaveDrafts(): void {
  isLeft = true;
  drafts.clear();
}

/** While it is true the browser asks before it closes the page. */
export function useLeaveWarning(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isLeft) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
}

function changedIn(draft: { start: object; value: object } | undefined): object {
  if (!draft) return {};
  const before = new Map(Object.entries(draft.start));
  return Object.fromEntries(
    Object.entries(draft.value).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before.get(name))),
  );
}
