// The page behind the link of the notice to a former address: a look changes nothing, as mailboxes follow links by themselves; its button
// does. No script, no external resource.

import { createHash } from 'node:crypto';
import { pagePolicy } from '../../../core/http/page-policy.ts';

const CSS = `:root{color-scheme:light dark}
body{margin:12vh auto 0;max-width:560px;padding:16px 20px;background:light-dark(#fbf8f3,#1b1917);color:light-dark(#23201c,#ece7df);font:17px/1.55 system-ui,sans-serif}
button{margin-top:12px;padding:12px 20px;border:0;border-radius:10px;background:#a4461f;color:#fff;font:inherit;cursor:pointer}
p{overflow-wrap:anywhere}`;

/** Allows the page its own style and its own form. */
export const UNDO_PAGE_POLICY = pagePolicy({
  'style-src': `'sha256-${createHash('sha256').update(CSS).digest('base64')}'`,
  'form-action': "'self'",
});

/** What became of the change, or why there is nothing to do. */
export type UndoPage = { state: 'open'; token: string; changedOn: string } | { state: 'used' } | { state: 'over' };

/** The page in French, as the mail that leads here. `changedOn`: the moment in words. */
export function renderUndoPage(page: UndoPage): string {
  return `<!doctype html><html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Adresse e-mail de votre compte Mortar</title><style>${CSS}</style></head><body><main>${bodyOf(page)}</main></body></html>`;
}

function bodyOf(page: UndoPage): string {
  if (page.state === 'used')
    return `<h1>Votre adresse est rétablie</h1><p>Tous les appareils ont été déconnectés et l’ancien mot de passe ne fonctionne plus.
Choisissez-en un nouveau : à la connexion, demandez un code par « Mot de passe oublié ».</p>`;
  if (page.state === 'over')
    return '<h1>Ce lien ne fonctionne plus</h1><p>Son délai est écoulé, ou l’adresse a changé depuis. Si ce n’était pas vous, répondez au message qui vous a mené ici.</p>';
  // The token is of base64url, a dot and a UUID: a text without a mark that HTML knows.
  return `<h1>Ce changement n’était pas de vous ?</h1>
<p>L’adresse e-mail de votre compte Mortar a été remplacée le ${page.changedOn}. Vous pouvez reprendre votre compte avec cette adresse-ci : tous les
appareils seront déconnectés, le mot de passe sera à choisir de nouveau, les comptes bancaires ajoutés depuis seront retirés, et les cartes cadeaux achetées depuis bloquées.</p>
<form method="post"><input type="hidden" name="token" value="${page.token}"><button>Rétablir mon adresse</button></form>`;
}
