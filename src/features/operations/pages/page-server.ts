// What the server of the investors' pages is asked and answers: the one place where src/ knows the shape of web/investors/server.tsx.

/** Who is signed in, as the session layer says. */
export type SignedIn = { name: string; email: string; isOperator: boolean };

/** What differs from platform to platform, from the settings. */
export type Platform = {
  name: string;
  /** Address of the pages, without a slash at its end. */
  address: string;
  environment: string;
  contact: string;
  legalNotice: string;
  termsUrl: string | undefined;
  privacyUrl: string | undefined;
  hasLogo: boolean;
};

/** Addresses of files in the head of the document. */
export type HeadFiles = { script: string; styles: string[]; icon: string; preloads: string[] };

export type AskedPage = {
  /** Path and query. */
  url: string;
  language: string | undefined;
  theme: string | undefined;
  account: SignedIn | null;
  now: string;
  platform: Platform;
  files: HeadFiles;
  /** Reads the API as a visitor. */
  read: typeof fetch;
};

/** A document, or where to go instead. */
export type AnsweredPage = { status: number; html: string } | { status: number; location: string };

export type PageServer = {
  answer(asked: AskedPage): Promise<AnsweredPage>;
  /** Whether a page stands at a path, or is led to from there. */
  leadsToPage(path: string): boolean;
};
