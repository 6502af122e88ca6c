// oidc-provider has no types of its own: what identity-provider.ts uses of it.

declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

  export default class Provider {
    constructor(issuer: string, configuration: object);
    callback(): RequestListener;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: { login: { accountId: string } } | { error: string },
      options: { mergeWithLastSubmission: boolean },
    ): Promise<void>;
  }
}
