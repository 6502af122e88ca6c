// The words of the console in one place: a test reads them all, in both languages.

import { onboardingStates } from '../design/onboarding-states.ts';
import { designWords } from '../design/words.ts';
import { faultWords } from '../errors/faults.ts';
import { errorWords } from '../errors/sentences.ts';
import { administratorWords } from './administrators/words.ts';
import { approvalWords } from './approvals/words.ts';
import { formWords } from './content/form-words.ts';
import { contentWords } from './content/words.ts';
import { atProviderWords } from './design/at-provider-words.ts';
import { dryRunWords } from './design/dry-run-words.ts';
import { listWords } from './design/list-words.ts';
import { permissionWords } from './design/permission-words.ts';
import { complaintWords } from './investors/complaint-words.ts';
import { mailWords } from './investors/mail-words.ts';
import { moneyWords as investorMoneyWords } from './investors/money-words.ts';
import { personalDataWords } from './investors/personal-data-words.ts';
import { investorWords } from './investors/words.ts';
import { noteWords } from './notes/words.ts';
import { onboardingWords } from './onboarding/words.ts';
import { auditWords } from './operations/audit-words.ts';
import { booksWords } from './operations/books-words.ts';
import { chargeBackWords } from './operations/charge-back-words.ts';
import { healthWords } from './operations/health-words.ts';
import { invoiceWords } from './operations/invoice-words.ts';
import { jobWords } from './operations/job-words.ts';
import { movementWords } from './operations/movement-words.ts';
import { settingWords } from './operations/setting-words.ts';
import { violationWords } from './operations/violation-words.ts';
import { operationsWords } from './operations/words.ts';
import { payoutWords } from './payouts/words.ts';
import { blockWords } from './properties/block-words.ts';
import { budgetWords } from './properties/edit/budget-words.ts';
import { shownWords } from './properties/edit/shown-words.ts';
import { editWords } from './properties/edit/words.ts';
import { holderWords } from './properties/holders-words.ts';
import { moneyWords } from './properties/money/words.ts';
import { waveWords } from './properties/overview/wave-words.ts';
import { overviewWords } from './properties/overview/words.ts';
import { royaltyWords } from './properties/royalty/words.ts';
import { feeWords } from './properties/schedule/fee-words.ts';
import { scheduleWords } from './properties/schedule/words.ts';
import { propertyWords } from './properties/words.ts';
import { securityWords } from './security/words.ts';
import { factorWords } from './shell/factor-words.ts';
import { shortcutWords } from './shell/shortcuts.tsx';
import { shellWords } from './shell/words.ts';
import { todayWords } from './today/words.ts';
import { actionWords } from './wires/action-words.ts';
import { archivedWords } from './wires/archived-words.ts';
import { assignWords } from './wires/assign-words.ts';
import { queueWords } from './wires/queue-words.ts';
import { wireWords } from './wires/words.ts';

export const catalogue = {
  administrators: administratorWords,
  approvals: approvalWords,
  atProvider: atProviderWords,
  dryRun: dryRunWords,
  content: contentWords,
  contentForms: formWords,
  design: designWords,
  lists: listWords,
  notes: noteWords,
  onboardingStates,
  permissions: permissionWords,
  errors: errorWords,
  faults: faultWords,
  investors: investorWords,
  onboarding: onboardingWords,
  investorData: personalDataWords,
  investorComplaints: complaintWords,
  health: healthWords,
  holders: holderWords,
  investorMails: mailWords,
  investorMoney: investorMoneyWords,
  chargeBacks: chargeBackWords,
  invoices: invoiceWords,
  operations: operationsWords,
  audit: auditWords,
  books: booksWords,
  violations: violationWords,
  movements: movementWords,
  jobs: jobWords,
  blocks: blockWords,
  settings: settingWords,
  overview: overviewWords,
  wave: waveWords,
  budget: budgetWords,
  money: moneyWords,
  edit: editWords,
  shown: shownWords,
  properties: propertyWords,
  royalty: royaltyWords,
  fees: feeWords,
  schedule: scheduleWords,
  payouts: payoutWords,
  secondFactor: factorWords,
  security: securityWords,
  shell: shellWords,
  shortcuts: shortcutWords,
  today: todayWords,
  wireQueue: queueWords,
  wires: wireWords,
  wireActions: actionWords,
  wireArchived: archivedWords,
  wireAssignment: assignWords,
};
