// The words of the investors' pages in one place: a test reads them all, in both languages.

import { designWords } from '../design/words.ts';
import { faultWords } from '../errors/faults.ts';
import { errorWords } from '../errors/sentences.ts';
import { complaintWords } from './account/complaint-words.ts';
import { identityWords } from './account/identity-words.ts';
import { profileWords } from './account/profile-words.ts';
import { referralWords } from './account/referral-words.ts';
import { accountWords } from './account/words.ts';
import { buyWords } from './buy/words.ts';
import { entryWords } from './entry/words.ts';
import { homeWords } from './home/words.ts';
import { investmentWords } from './investments/words.ts';
import { marketWords } from './marketplace/words.ts';
import { amountWords } from './parts/amounts.ts';
import { collectedWords } from './parts/collected.tsx';
import { riskWords } from './parts/risk.tsx';
import { stateWords } from './parts/state.tsx';
import { projectWords } from './project/words.ts';
import { projectsWords } from './projects/words.ts';
import { shellWords } from './shell/words.ts';
import { walletWords } from './wallet/words.ts';

export const catalogue = {
  design: designWords,
  errors: errorWords,
  faults: faultWords,
  account: accountWords,
  complaints: complaintWords,
  identity: identityWords,
  profile: profileWords,
  referral: referralWords,
  buy: buyWords,
  entry: entryWords,
  home: homeWords,
  investments: investmentWords,
  marketplace: marketWords,
  amounts: amountWords,
  collected: collectedWords,
  risk: riskWords,
  state: stateWords,
  project: projectWords,
  projects: projectsWords,
  shell: shellWords,
  wallet: walletWords,
};
