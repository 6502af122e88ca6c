// Words of the budget of a published project.

import { words } from '../../../core/language.ts';

export const budgetWords = words(
  {
    budget: 'Budget du contrat',
    budgetNote:
      'Le séquestre se fixe avant l’échéancier ; une hausse demande que la société ait l’argent, une baisse que rien n’ait été versé au porteur.',
    totalFundEscrow: 'Séquestre d’intérêts du contrat',
    totalConstructionBudget: 'Budget de travaux du contrat',
    save: 'Modifier le budget',
    saved: 'Le budget est modifié.',
  },
  {
    budget: 'Budget of the contract',
    budgetNote:
      'The escrow is set before the schedule; an increase takes money of the company, a decrease that nothing was paid to the owner yet.',
    totalFundEscrow: 'Interest escrow of the contract',
    totalConstructionBudget: 'Construction budget of the contract',
    save: 'Change the budget',
    saved: 'The budget is changed.',
  },
);
