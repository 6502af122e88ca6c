// The six-digit code by which the session layer checks a new address.

import { code, greeting, note, paragraph, type Template } from '../content.ts';
import { type Moment, moment } from '../format.ts';

export const emailVerificationCode: Template<{ code: string; expiresAt: Moment; firstName?: string }> = (data) => ({
  subject: 'Confirmez votre adresse e-mail',
  preview: 'Saisissez ce code pour confirmer votre adresse.',
  title: 'Confirmez votre adresse e-mail',
  blocks: [
    greeting(data.firstName),
    paragraph('Voici le code à saisir pour confirmer votre adresse e-mail :'),
    code(data.code),
    paragraph(`Il est valable jusqu’au ${moment(data.expiresAt)}.`),
    note('Vous n’avez pas créé de compte ? Ignorez ce message.'),
  ],
});
