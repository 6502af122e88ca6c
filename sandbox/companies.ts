// The twelve fictitious companies of the registry. Their SIREN and SIRET numbers have valid check digits.

export type Company = {
  siren: string;
  siret: string;
  name: string;
  created: string;
  activity: string;
  nafCode: string;
  nafLabel: string;
  legalForm: string;
  legalCategory: string;
  capital: number;
  greffe: string;
  postcode: string;
  city: string;
  representative: { nom: string; prenom: string };
  ceased: boolean;
  /** The registry has only partial data: look-ups answer 206. */
  partial: boolean;
};

type Row = [
  siren: string,
  nic: string,
  name: string,
  created: string,
  activity: Activity,
  form: Form,
  capital: number,
  city: City,
  nom: string,
  prenom: string,
];

const ACTIVITIES = {
  promotion: ['Construction, bâtiment', '41.10A', 'Promotion immobilière de logements'],
  letting: ['Immobilier', '68.20A', 'Location de logements'],
  trading: ['Immobilier', '68.10Z', 'Activités des marchands de biens immobiliers'],
  masonry: ['Construction, bâtiment', '43.99C', 'Travaux de maçonnerie générale'],
  holding: ['Finance', '64.20Z', 'Activités des sociétés holding'],
} as const;
const FORMS = {
  sas: ['SAS, société par actions simplifiée', '5710'],
  sarl: ['SARL, société à responsabilité limitée', '5499'],
  sci: ['Société civile immobilière', '6540'],
} as const;
const CITIES = {
  paris: ['75008', 'PARIS 8', 'Paris'],
  lyon: ['69002', 'LYON 2', 'Lyon'],
  lille: ['59000', 'LILLE', 'Lille Métropole'],
  nantes: ['44000', 'NANTES', 'Nantes'],
  bordeaux: ['33000', 'BORDEAUX', 'Bordeaux'],
} as const;
type Activity = keyof typeof ACTIVITIES;
type Form = keyof typeof FORMS;
type City = keyof typeof CITIES;

const ROWS: Row[] = [
  ['936213743', '00011', 'BRIQUE ET PIERRE', '2015-03-02', 'promotion', 'sas', 250000, 'paris', 'Moreau', 'Élise'],
  ['813311529', '00016', 'BRIQUE DU NORD', '2011-09-14', 'masonry', 'sarl', 30000, 'lille', 'Lefebvre', 'Hugo'],
  ['956122105', '00011', 'FONCIÈRE DES TILLEULS', '2018-01-22', 'letting', 'sci', 1000, 'lyon', 'Garnier', 'Paul'],
  ['899964704', '00014', 'ATELIER DES QUAIS', '2020-06-30', 'promotion', 'sas', 50000, 'nantes', 'Robin', 'Claire'],
  ['855286621', '00013', 'LES TERRASSES DU PARC', '2019-11-05', 'promotion', 'sas', 10000, 'bordeaux', 'Faure', 'Julien'],
  ['884328238', '00016', 'PATRIMOINE ET CITÉ', '2016-04-18', 'holding', 'sas', 1500000, 'paris', 'Chevalier', 'Anne'],
  ['819649708', '00016', 'MAÇONNERIE ROUSSEL', '1998-02-10', 'masonry', 'sarl', 8000, 'lille', 'Roussel', 'Marc'],
  ['891819906', '00019', 'IMMOBILIÈRE DU VIEUX PORT', '2012-12-01', 'trading', 'sas', 120000, 'lyon', 'Blanc', 'Sophie'],
  ['840798037', '00014', 'RÉSIDENCE LUMIÈRE', '2021-05-17', 'letting', 'sci', 500, 'lyon', 'Dumont', 'Louis'],
  ['820836088', '00014', 'TOITS DE NANTES', '2017-08-28', 'trading', 'sarl', 45000, 'nantes', 'Perrin', 'Camille'],
  ['953820479', '00012', 'ANCIENNE BRIQUETERIE', '1987-10-06', 'masonry', 'sarl', 7622, 'bordeaux', 'Marchand', 'Denis'],
  ['922461686', '00011', 'OMBRE ET BRIQUE', '2022-03-11', 'holding', 'sas', 2000, 'paris', 'Noël', 'Inès'],
];
const CEASED_SIREN = '953820479';
const PARTIAL_SIREN = '922461686';

export const COMPANIES: Company[] = ROWS.map(([siren, nic, name, created, activity, form, capital, city, nom, prenom]) => {
  const [field, nafCode, nafLabel] = ACTIVITIES[activity];
  const [legalForm, legalCategory] = FORMS[form];
  const [postcode, town, greffe] = CITIES[city];
  return {
    siren,
    siret: siren + nic,
    name,
    created,
    activity: field,
    nafCode,
    nafLabel,
    legalForm,
    legalCategory,
    capital,
    greffe,
    postcode,
    city: town,
    representative: { nom, prenom },
    ceased: siren === CEASED_SIREN,
    partial: siren === PARTIAL_SIREN,
  };
});
