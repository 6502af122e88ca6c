// What is asked of an identity provider, and what it answers; types only.

/** A person as the provider knows them. `roleValues`: what the claim of the roles holds, as the provider names it. */
export type Identity = {
  issuer: string;
  subject: string;
  email: string | undefined;
  isEmailVerified: boolean;
  name: string | undefined;
  roleValues: readonly string[];
};

/** What the answer of the provider must fit to; the same at the beginning and at the end of a sign-in. */
export type SignInChecks = { state: string; nonce: string; codeVerifier: string };

/** `unavailable`: no answer, or none that can be read, within the limits; `refused`: an answer that is none to what was asked. */
export type IdentityResult = { ok: true; identity: Identity } | { ok: false; reason: 'unavailable' | 'refused' };

/** None of these throws; a failure is in the log. */
export type IdentityProvider = {
  /** Where a person signs in; undefined while the provider cannot be asked. */
  signInUrl(asked: SignInChecks & { redirectUri: string }): Promise<string | undefined>;
  /** Who has signed in. `answer`: our address, with the parameters with which the provider led there. */
  identify(answer: URL, checks: SignInChecks): Promise<IdentityResult>;
  /** Where a person signs out; undefined where the provider has no such page, or cannot be asked. */
  signOutUrl(returnTo: string): Promise<string | undefined>;
  close(): Promise<void>;
};

export type IdentityProviderOptions = {
  issuer: string | undefined;
  clientId: string | undefined;
  clientSecret: string | undefined;
  scopes: string;
  /** The claim with the roles; dots lead into objects where no claim has the whole name. */
  rolesClaim: string;
  /** Of each question. */
  timeoutMs: number;
  log: { warn(fields: Record<string, unknown>, message: string): void };
};
