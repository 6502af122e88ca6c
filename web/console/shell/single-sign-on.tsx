// The sign-in at the identity provider, where the service has one: its button, and what it led to.

import { useEffect } from 'preact/hooks';
import { Notice } from '../../design/feedback.tsx';
import { enter, sessionIsBack } from '../core/session.ts';
import { shellWords } from './words.ts';

/** The label of the settings, empty for our own words; undefined without a provider. */
const label = document.querySelector('meta[name=mortar-single-sign-on]')?.getAttribute('content');

/** What the service says of a sign-in that has just come back. */
const outcome = new URLSearchParams(location.search).get('sign-in') ?? undefined;

/** Whether it still needs the code that is mailed at each sign-in. */
export const needsCode = outcome === 'code-needed';

export function SingleSignOn() {
  const t = shellWords.value;
  if (label == null) return null;
  const { pathname, search } = location;
  const returnTo = outcome === undefined ? pathname + search : pathname;
  return (
    <p class="single-sign-on">
      <a class="button plain" href={beginAt(returnTo)}>
        <span>{label || t.singleSignOn}</span>
      </a>
    </p>
  );
}

/** Over a page with what was typed there: the sign-in has a tab of its own, and this one looks whenever it is seen again. */
export function SingleSignOnAside() {
  const t = shellWords.value;
  useEffect(() => {
    const look = () =>
      void sessionIsBack()
        .then((isBack) => (isBack ? enter() : undefined))
        .catch(() => {});
    addEventListener('focus', look);
    return () => removeEventListener('focus', look);
  }, []);
  if (label == null) return null;
  return (
    <div class="single-sign-on">
      <p class="soft small">{t.singleSignOnAside}</p>
      <a class="button plain" href={beginAt('/console')} target="_blank" rel="noopener">
        <span>{label || t.singleSignOn}</span>
      </a>
    </div>
  );
}

function beginAt(returnTo: string): string {
  return `/auth/oidc/begin?${new URLSearchParams({ returnTo })}`;
}

/** Why the last one ended without a session. */
export function SingleSignOnOutcome() {
  const sentences: Readonly<Record<string, string>> = shellWords.value.singleSignOnOutcomes;
  const sentence = outcome === undefined ? undefined : sentences[outcome];
  return sentence === undefined ? null : (
    <Notice tone="warn" isLive>
      {sentence}
    </Notice>
  );
}
