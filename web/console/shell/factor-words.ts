// Words of the second factor of the user's sign-in.

import { words } from '../../core/language.ts';

export const factorWords = words(
  {
    state: (isOn: boolean) => `Second facteur : ${isOn ? 'activé' : 'désactivé'}`,
    turnOn: 'Activer le second facteur',
    turnOff: 'Désactiver le second facteur',
    textOn: (email: string) =>
      `À chaque connexion, un code envoyé à ${email} sera demandé après le mot de passe. Un premier code confirme que vous le recevez.`,
    textOff: (email: string) =>
      `Le mot de passe suffira pour vous connecter. Un code envoyé à ${email} confirme que c’est bien vous.`,
    mail: 'Recevoir un code',
    sent: (email: string) => `Un code à six chiffres vient d’être envoyé à ${email}.`,
    code: 'Code reçu par e-mail',
    again: 'Renvoyer le code',
    confirmOn: 'Activer',
    confirmOff: 'Désactiver',
    isOn: 'Le second facteur est activé : la prochaine connexion demandera un code.',
    isOff: 'Le second facteur est désactivé : le mot de passe suffit.',
    close: 'Fermer',
  },
  {
    state: (isOn) => `Second factor: ${isOn ? 'on' : 'off'}`,
    turnOn: 'Turn the second factor on',
    turnOff: 'Turn the second factor off',
    textOn: (email) =>
      `At each sign-in a code mailed to ${email} will be asked for after the password. A first code confirms that you receive it.`,
    textOff: (email) => `The password alone will do to sign in. A code mailed to ${email} confirms that it is you.`,
    mail: 'Mail me a code',
    sent: (email) => `A code of six digits was just sent to ${email}.`,
    code: 'Code from the e-mail',
    again: 'Send the code again',
    confirmOn: 'Turn on',
    confirmOff: 'Turn off',
    isOn: 'The second factor is on: the next sign-in will ask for a code.',
    isOff: 'The second factor is off: the password alone will do.',
    close: 'Close',
  },
);
