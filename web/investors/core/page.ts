// What a page of the investors is: what it reads, how it is called, what it draws. The server and the browser open it in the same way.

import type { ComponentType } from 'preact';
import type { Mortar } from '../../../clients/typescript/src/index.ts';

/** Where somebody is: parameters of the path, and those of the query. */
export type Address = {
  url: string;
  path: string;
  params: Readonly<Record<string, string | undefined>>;
  query: Readonly<Record<string, string>>;
};

/** For the browser's tab and for previews of a link. `isHidden`: no search engine lists it. */
export type Head = { title: string; description?: string | undefined; image?: string | undefined; isHidden?: boolean };

export type PageProps<T> = { data: T; address: Address; reload: () => void };

type Spec<T> = {
  /** Reads what the page shows, as JSON; absent: nothing. What it throws is shown instead of the page. */
  read?: (mortar: Mortar, address: Address) => Promise<T>;
  head: (data: T) => Head;
  View: ComponentType<PageProps<T>>;
};

/** A page whose data are checked where they are read. */
export type Page = {
  read: (mortar: Mortar, address: Address) => Promise<unknown>;
  head: (data: unknown) => Head;
  View: ComponentType<PageProps<unknown>>;
};

/** Declares a page; the default export of its `page.tsx`. */
export function page<T>({ read, head, View }: Spec<T>): Page {
  return {
    read: read ?? (async () => undefined),
    // Border: `data` is what this page's own `read` gave, or the same through the JSON of the document.
    head: (data) => head(data as T),
    View: View as ComponentType<PageProps<unknown>>,
  };
}
