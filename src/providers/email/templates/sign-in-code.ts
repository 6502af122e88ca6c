// The six-digit code of the second factor at sign-in.

import { code, greeting, note, paragraph, type Template } from '../content.ts';
import { type Moment, moment } from '../format.ts';

export const signInCode: Template<{ code: string; expiresAt: Moment; firstName?: string }> = (data) => ({
  subject: 'Votre code de connexion',
  preview: 'Saisissez ce code pour terminer votre connexion.',
  title: 'Votre code de connexion',
  blocks: [
    greeting(data.firstName),
    paragraph('Voici le code à saisir pour vous connecter :'),
    code(data.code),
    paragraph(`Il est valable jusqu’au ${moment(data.expiresAt)}.`),
    note('Ce n’est pas vous qui vous connectez ? Changez votre mot de passe sans attendre.'),
  ],
});
