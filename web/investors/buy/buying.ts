// What the page of a purchase knows of the project, of the account and of the purchase.

import type {
  CataloguePropertyPage,
  InvestorView,
  Onboarding,
  PurchaseTerms,
  PurchaseView,
  WalletView,
} from '../../../clients/typescript/src/index.ts';

/** `purchase`: the one that the address names, where it is one of theirs, of this project; `isPurchaseUnknown`: it names one that is not. */
export type Buying = {
  project: CataloguePropertyPage;
  wallet: WalletView;
  terms: PurchaseTerms;
  onboarding: Onboarding;
  me: InvestorView;
  purchase: PurchaseView | null;
  isPurchaseUnknown: boolean;
};
