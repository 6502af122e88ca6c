// The words of the investors' pages in one place: a test reads them all, in both languages.

import { onboardingStates } from '../design/onboarding-states.ts';
import { designWords } from '../design/words.ts';
import { faultWords } from '../errors/faults.ts';
import { errorWords } from '../errors/sentences.ts';
import { complaintWords } from './account/complaint-words.ts';
import { dataWords } from './account/data-words.ts';
import { identityWords } from './account/identity-words.ts';
import { profileWords } from './account/profile-words.ts';
import { referralWords } from './account/referral-words.ts';
import { accountWords } from './account/words.ts';
import { automaticWords } from './automatic-investment/words.ts';
import { bankWords } from './bank-accounts/words.ts';
import { buyWords } from './buy/words.ts';
import { calendarWords } from './calendar/words.ts';
import { entryWords } from './entry/words.ts';
import { homeWords } from './home/words.ts';
import { investmentWords } from './investments/words.ts';
import { marketWords } from './marketplace/words.ts';
import { notificationWords } from './notifications/words.ts';
import { amountWords } from './parts/amounts.ts';
import { collectedWords } from './parts/collected.tsx';
import { confirmationWords } from './parts/confirmation.tsx';
import { furtherWords } from './parts/further.tsx';
import { monthBarWords } from './parts/month-bars.tsx';
import { riskWords } from './parts/risk.tsx';
import { stateWords } from './parts/state.tsx';
import { projectWords } from './project/words.ts';
import { projectsWords } from './projects/words.ts';
import { securityWords } from './security/words.ts';
import { shellWords } from './shell/words.ts';
import { simulatorWords } from './simulator/words.ts';
import { taxWords } from './taxes/words.ts';
import { walletWords } from './wallet/words.ts';

export const catalogue = {
  design: designWords,
  onboardingStates,
  errors: errorWords,
  faults: faultWords,
  account: accountWords,
  automaticInvestment: automaticWords,
  data: dataWords,
  bankAccounts: bankWords,
  complaints: complaintWords,
  identity: identityWords,
  profile: profileWords,
  referral: referralWords,
  buy: buyWords,
  calendar: calendarWords,
  entry: entryWords,
  home: homeWords,
  investments: investmentWords,
  marketplace: marketWords,
  notifications: notificationWords,
  amounts: amountWords,
  collected: collectedWords,
  confirmation: confirmationWords,
  monthBars: monthBarWords,
  further: furtherWords,
  risk: riskWords,
  state: stateWords,
  project: projectWords,
  projects: projectsWords,
  security: securityWords,
  shell: shellWords,
  simulator: simulatorWords,
  taxes: taxWords,
  wallet: walletWords,
};
