// The words of the summaries.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allCentsOf, centsOf } from '../../../core/cents.ts';
import { describeSimulation, describeWave } from './rules.ts';

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

describe('the summary of a wave', () => {
  const wave = {
    propertyName: 'Les Saules',
    isStopped: false,
    purchases: 2,
    bricks: 13,
    amountCents: centsOf(13_000),
    skipped: [],
  };
  it('tells purchases, bricks, money and the reasons of who bought nothing', () => {
    const skipped = [
      { reason: 'primary-purchase.not-enough-bricks', count: 3 },
      { reason: 'forbidden', count: 1 },
    ];
    assert.equal(
      plain(describeWave({ ...wave, skipped })),
      'Investissement automatique, Les Saules : vague terminée. 2 achats, 13 briques, 130,00 €. Sans achat : 4\n- primary-purchase.not-enough-bricks : 3\n- forbidden : 1',
    );
  });
  it('of a wave that was ended says so, also when nobody had bought', () => {
    const nobody = { ...wave, isStopped: true, purchases: 0, bricks: 0, amountCents: centsOf(0) };
    assert.match(plain(describeWave(nobody)), /vague arrêtée par un administrateur. 0 achats, 0 briques, 0,00 €/);
  });
  it('says that no plan fits', () => {
    assert.match(describeWave({ ...wave, purchases: 0, bricks: 0, amountCents: 0 }), /Aucun plan ne convient/);
  });
});

describe('the summary of a simulation', () => {
  const asked = { investmentHorizonInMonths: 24, returnOnInvestment: 9.5 };
  const result = {
    ...{ plans: 7, investorsForTarget: 7 },
    ...allCentsOf({ obligationCents: 1_000, loanCents: 2_000, royaltyCents: 3_000 }),
  };
  const told = (amountCents: number) => plain(describeSimulation(asked, { ...result, amountCents: centsOf(amountCents) }));
  it('tells what was asked and found', () => {
    const text = told(125_000_000);
    assert.match(text, /24 mois, 9,5 %, objectif 5 000 000,00 €/);
    assert.match(text, /7 plans apporteraient 1 250 000,00 €, soit 25 % de l'objectif/);
    assert.match(text, /obligation 10,00 €, prêt 20,00 €, royalties 30,00 €/);
  });
  it('has reached the target at five millions, and one cent below has not', () => {
    assert.match(told(500_000_000), /soit 100 % .*\nObjectif atteint avec 7 investisseurs/);
    assert.match(told(499_999_999), /soit 99,9 % .*\nObjectif non atteint/);
  });
});
