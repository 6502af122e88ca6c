// Codes and requirements of the yearly tax file, against the official list of communes.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import countries from 'i18n-iso-countries/index.js';
import { loadCommunes } from './communes.ts';
import {
  type Communes,
  checkDeclaration,
  communeOf,
  type Declared,
  FRENCH_TERRITORIES,
  fieldsOfCode,
  type Holder,
  INSEE_COUNTRIES,
  inseeCountryOf,
  searchCommunes,
} from './rules.ts';

let communes: Communes;
before(async () => {
  communes = await loadCommunes();
});

describe('countries', () => {
  it('each that a profile may name is France or has a code', () => {
    const without = Object.keys(countries.getAlpha3Codes()).filter((code) => !INSEE_COUNTRIES.has(code));
    assert.deepEqual(without.toSorted(), FRENCH_TERRITORIES.toSorted());
  });
  it('are 99 and three digits in the file', () => {
    assert.deepEqual(['DZA', 'PRT', 'USA', 'FRA', 'REU', null].map(inseeCountryOf), [
      '99352',
      '99139',
      '99404',
      ...[undefined, undefined, undefined],
    ]);
    assert.deepEqual(['99352', '97411', '2A004'].map(fieldsOfCode), [
      { department: '99', commune: '352' },
      { department: '97', commune: '411' },
      { department: '2A', commune: '004' },
    ]);
  });
});

describe('the commune of an address', () => {
  const rows = [
    ['44000', 'NANTES', '44109'],
    ['69001', 'Lyon', '69381'],
    ['69003', 'Lyon 3e', '69383'],
    ['75116', 'Paris', '75116'],
    ['75011', 'Paris 11e arrondissement', '75111'],
    ['93200', 'St Denis', '93066'],
    ['97400', 'Saint-Denis', '97411'],
    ['20000', 'Ajaccio', '2A004'],
    ['94240', 'L’Hay les Roses', '94038'],
    // Two communes of one postcode, told apart by their names.
    ['01400', 'Châtillon-sur-Chalaronne', '01093'],
    ['01400', 'Lyon', undefined],
    ['00000', 'Nantes', undefined],
  ] as const;
  for (const [postcode, city, code] of rows)
    it(`${postcode} ${city}: ${code ?? 'does not follow'}`, () =>
      assert.equal(communeOf({ country: 'FRA', postcode, city }, communes)?.code, code));
});

const BORN_IN_FRANCE: Holder = {
  isCompany: false,
  sex: 'female',
  countryOfBirth: 'FRA',
  address: { country: 'FRA', postcode: '69001', city: 'Lyon' },
};
const checkedOf = (sent: Declared, holder: Holder = BORN_IN_FRANCE) => checkDeclaration(sent, { holder, communes, at: 'body' });
const faults = (sent: Declared, holder?: Holder) => {
  const result = checkedOf(sent, holder);
  return 'faults' in result ? result.faults.map(({ path, reason }) => `${path} ${reason}`) : [];
};
const WHOLE = { birthName: 'Durand', birthCommune: { code: '44109' } } as const;

describe('a declaration', () => {
  it('takes sex and residence from profile and address', () => {
    assert.deepEqual(checkedOf({ ...WHOLE, usualName: ' Durand ' }), {
      sex: 'female',
      birthName: 'Durand',
      usualName: null,
      birthCommune: { code: '44109', name: 'Nantes' },
      residenceCommune: { code: '69381', name: 'Lyon 1er Arrondissement' },
    });
  });
  it('of somebody born in France needs name, sex and commune', () => {
    assert.deepEqual(faults({}, { ...BORN_IN_FRANCE, sex: null }), [
      'body/sex is required',
      'body/birthName is required',
      'body/birthCommune is required of those born in France',
    ]);
    assert.deepEqual(faults({ ...WHOLE, birthName: '123' }), ['body/birthName has no letter', 'body/birthName is required']);
  });
  it('takes a commune that has ceased under its name, in a department', () => {
    const ceased = checkedOf({ birthName: 'Durand', birthCommune: { code: '20999', name: ' Un Village ' } });
    assert.ok('birthCommune' in ceased);
    assert.deepEqual(ceased.birthCommune, { code: '20999', name: 'Un Village' });
    assert.deepEqual(faults({ birthName: 'Durand', birthCommune: { code: '44999' } }), [
      'body/birthCommune is no commune of today: it needs its name',
    ]);
    assert.deepEqual(faults({ birthName: 'Durand', birthCommune: { code: '99352', name: 'Alger' } }), [
      'body/birthCommune is in no department of France',
    ]);
  });
  it('of those born and living abroad has no commune', () => {
    const abroad = { ...BORN_IN_FRANCE, countryOfBirth: 'PRT', address: { country: 'BEL', postcode: '1000', city: 'Bruxelles' } };
    assert.deepEqual(faults({ birthName: 'Silva' }, abroad), []);
    assert.equal(faults({ ...WHOLE, residenceCommune: { code: '69381' } }, abroad).length, 2);
  });
  it('names a residence where the address does not say one, in the department of the postcode', () => {
    const holder = { ...BORN_IN_FRANCE, address: { country: 'FRA', postcode: '69400', city: 'Un lieu-dit' } };
    assert.deepEqual(faults(WHOLE, holder), ['body/residenceCommune is required: it does not follow from the address']);
    assert.deepEqual(faults({ ...WHOLE, residenceCommune: { code: '69264' } }, holder), []);
    assert.deepEqual(faults({ ...WHOLE, residenceCommune: { code: '44109' } }, holder), [
      'body/residenceCommune is not where the postcode 69400 is',
    ]);
    assert.deepEqual(faults({ ...WHOLE, residenceCommune: { code: '69999' } }, holder), [
      'body/residenceCommune is no commune of today',
    ]);
    const corsican = { ...BORN_IN_FRANCE, address: { country: 'FRA', postcode: '20000', city: 'Un lieu-dit' } };
    assert.deepEqual(faults({ ...WHOLE, residenceCommune: { code: '2A004' } }, corsican), []);
  });
  it('of a company is the commune of its seat alone', () => {
    const company = { ...BORN_IN_FRANCE, isCompany: true, address: { country: 'FRA', postcode: '75008', city: 'PARIS 8' } };
    const seat = checkedOf({}, company);
    assert.deepEqual('residenceCommune' in seat && seat.residenceCommune?.code, '75108');
    assert.deepEqual(faults({ ...WHOLE, sex: 'male' }, company), [
      'body/sex is not asked of a company',
      'body/birthName is not asked of a company',
      'body/birthCommune is not asked of a company',
    ]);
  });
});

describe('the search', () => {
  it('finds by beginning and by postcode, those of today first', () => {
    assert.equal(searchCommunes(communes, 'nant', 20)[0]?.isCurrent, true);
    assert.ok(searchCommunes(communes, 'Nantes', 20).some(({ code }) => code === '44109'));
    assert.ok(searchCommunes(communes, '69001', 20).some(({ code }) => code === '69381'));
    assert.deepEqual(searchCommunes(communes, 'qqqq', 20), []);
  });
});
