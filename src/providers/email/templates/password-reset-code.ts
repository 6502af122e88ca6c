// The six-digit code that lets someone choose a new password.

import { code, greeting, note, paragraph, type Template } from '../content.ts';
import { type Moment, moment } from '../format.ts';

export const passwordResetCode: Template<{ code: string; expiresAt: Moment; firstName?: string }> = (data) => ({
  subject: 'Votre code pour choisir un nouveau mot de passe',
  preview: 'Saisissez ce code pour choisir un nouveau mot de passe.',
  title: 'Choisissez un nouveau mot de passe',
  blocks: [
    greeting(data.firstName),
    paragraph('Voici le code à saisir pour choisir un nouveau mot de passe :'),
    code(data.code),
    paragraph(`Il est valable jusqu’au ${moment(data.expiresAt)}.`),
    note('Vous n’avez rien demandé ? Ignorez ce message : votre mot de passe reste le même.'),
  ],
});
