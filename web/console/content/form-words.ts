// Words of the forms and deletions of Content.

import { words } from '../../core/language.ts';

export const formWords = words(
  {
    remove: 'Supprimer',
    removeForGood: 'Supprimer définitivement',
    deletionOf: (name: string) => `Supprimer ${name}`,
    removeNews:
      'L’actualité disparaît de la console ; elle n’est pas affichée sur l’accueil. La suppression est inscrite au journal d’audit et ne peut pas être annulée.',
    removeShownNews:
      'Cette actualité est affichée sur la page d’accueil. Affichez-en d’abord une autre, puis supprimez celle-ci.',
    removeOwner:
      'Le porteur disparaît des listes. C’est refusé tant qu’un projet porte son nom. La suppression est inscrite au journal d’audit et ne peut pas être annulée.',
    ownerStays:
      'Un projet au moins porte ce nom : le porteur n’a pas été supprimé. Donnez un autre porteur à ses projets, puis recommencez.',
    removePresentation:
      'La présentation disparaît. C’est refusé tant qu’un projet la montre, brouillons compris. La suppression est inscrite au journal d’audit et ne peut pas être annulée.',
    thisNews: 'cette actualité',
    newSpv: 'Nouvelle SPV',
    walletId: 'Identifiant du compte chez le prestataire',
    walletHint:
      'Le compte de la société s’ouvre chez le prestataire, avec ses comptes bancaires et ses mandats ; recopiez ici son identifiant. Il est requis pour publier un projet.',
    walletFixed: 'Figé : un projet de cette société est publié.',
    vat: 'TVA sur nos frais',
    vatHint: 'Vide : le taux du pays.',
    badPercent: 'Un pourcentage entre 0 et 100 est attendu.',
    atProvider:
      'Les comptes bancaires et les mandats s’enregistrent chez le prestataire, sur le compte de la société ; ils apparaissent ici dès qu’il les connaît.',
    newPresentation: 'Nouvelle présentation',
    presentationNameHint: 'Unique ; les investisseurs le lisent sur la page du projet.',
    picture: 'Adresse de la photo',
    pictureHint: 'Facultative : https://… ou un chemin de notre site.',
    newOwner: 'Nouveau porteur',
    newRequest: 'Nouvelle demande',
    requestName: 'Nom de la demande',
    requestedAmount: 'Montant demandé',
    optional: 'Facultatif.',
    badAmount: 'Ce n’est pas un montant.',
    managerOf: (name: string) => `Chargé d’affaires de ${name}`,
    assignManager: 'Désigner',
    changeManager: 'Changer',
    removeManager: 'Retirer le chargé d’affaires',
    linkOf: (name: string) => `Projet de ${name}`,
    link: 'Relier un projet',
    changeLink: 'Changer de projet',
    removeLink: 'Retirer le lien',
    chooseProject: 'Projet à relier',
    sameProject: 'Projet relié',
    none: 'Aucun',
  },
  {
    remove: 'Delete',
    removeForGood: 'Delete for good',
    deletionOf: (name) => `Delete ${name}`,
    removeNews:
      'The news disappears from the console; the home page does not show it. The deletion is written to the audit log and cannot be undone.',
    removeShownNews: 'This news is shown on the home page. Show another one first, then delete this one.',
    removeOwner:
      'The owner disappears from the lists. It is refused while a project names this owner. The deletion is written to the audit log and cannot be undone.',
    ownerStays: 'At least one project names this owner, who was not deleted. Give the projects another owner, then delete again.',
    removePresentation:
      'The presentation disappears. It is refused while a project shows it, drafts included. The deletion is written to the audit log and cannot be undone.',
    thisNews: 'this news',
    newSpv: 'New SPV',
    walletId: 'Id of the account at the provider',
    walletHint:
      'The account of the company is opened at the provider, with its bank accounts and mandates; copy its id here. A project is not published without it.',
    walletFixed: 'Fixed: a project of this company is published.',
    vat: 'VAT on our fees',
    vatHint: 'Empty: the rate of the country.',
    badPercent: 'A percentage between 0 and 100 is expected.',
    atProvider:
      'Bank accounts and mandates are registered at the provider, on the account of the company; they appear here once it knows them.',
    newPresentation: 'New presentation',
    presentationNameHint: 'Unique; investors read it on the page of the project.',
    picture: 'Address of the photograph',
    pictureHint: 'Optional: https://… or a path of our own site.',
    newOwner: 'New owner of projects',
    newRequest: 'New request',
    requestName: 'Name of the request',
    requestedAmount: 'Amount asked for',
    optional: 'Optional.',
    badAmount: 'This is no amount.',
    managerOf: (name) => `Account manager of ${name}`,
    assignManager: 'Name one',
    changeManager: 'Change',
    removeManager: 'Remove the account manager',
    linkOf: (name) => `Project of ${name}`,
    link: 'Link a project',
    changeLink: 'Link another project',
    removeLink: 'Remove the link',
    chooseProject: 'Project to link',
    sameProject: 'Linked project',
    none: 'None',
  },
);
