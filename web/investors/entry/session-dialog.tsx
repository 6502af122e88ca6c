// The sign-in over a page whose session has ended.

import { Dialog } from '../../design/dialog.tsx';
import { account } from '../core/session.ts';
import { shellWords } from '../shell/words.ts';
import { SignInForm } from './sign-in-form.tsx';

export function SessionDialog() {
  const t = shellWords.value;
  return (
    <Dialog title={t.sessionEnded} onClose={() => {}} isModalOnly>
      <p>{t.sessionEndedText}</p>
      <SignInForm email={account.value?.email ?? ''} onSignedIn={() => {}} />
    </Dialog>
  );
}
