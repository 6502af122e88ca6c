// The company registry (services.md#the-company-registry): name suggestions without a key, company look-up with one.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { COMPANIES, type Company } from './companies.ts';
import { record } from './fields.ts';
import type { World } from './world.ts';

const DEFAULT_LENGTH = 10;
const MAX_LENGTH = 100;
/** The text that each target of a suggestion search is matched against. */
const TARGETS: Record<string, (company: Company) => string> = {
  nom_entreprise: ({ name }) => name,
  denomination: ({ name }) => name,
  nom_complet: ({ name }) => name,
  representant: ({ representative }) => `${representative.prenom} ${representative.nom}`,
  siren: ({ siren }) => siren,
  siret: ({ siret }) => siret,
};

const failure = (statusCode: number, error: string, message: string) => ({ statusCode, error, message });

export function registryRoutes(app: FastifyInstance, world: World): void {
  // The main API serves suggestions too, under another name.
  for (const path of ['/registry-suggestions/v2', '/registry/v2/suggestions']) {
    app.get(path, async (request, reply) => {
      const found = suggest(world, request);
      return 'statusCode' in found ? reply.code(400).send(found) : found;
    });
  }

  app.get('/registry/v2/entreprise', async (request, reply) => {
    const query = record(request.query);
    if ((request.headers['api-key'] ?? query.api_token) !== world.keys.registry) {
      return reply.code(401).send(failure(401, 'Unauthorized', 'invalid API key'));
    }
    const number = String(query.siren ?? query.siret ?? '');
    if (!/^\d{9}$|^\d{14}$/.test(number)) return reply.code(400).send(failure(400, 'Bad Request', 'siren or siret is required'));
    const company = COMPANIES.find(({ siren, siret }) => siren === number || siret === number);
    if (company === undefined) return reply.code(404).send(failure(404, 'Not Found', 'no company has this number'));
    const isPartial = company.partial || world.faults.on(request, 'partial') !== undefined;
    return reply.code(isPartial ? 206 : 200).send(isPartial ? partialRecord(company) : companyRecord(company));
  });
}

function suggest(world: World, request: FastifyRequest) {
  const query = record(request.query);
  const words = plain(String(query.q ?? ''))
    .split(' ')
    .filter(Boolean);
  const length = Math.min(MAX_LENGTH, Number(query.longueur ?? DEFAULT_LENGTH));
  const targets = String(query.cibles ?? 'nom_entreprise').split(',');
  if (words.length === 0) return failure(400, 'Bad Request', 'q is required');
  if (!Number.isInteger(length) || length < 1) return failure(400, 'Bad Request', 'longueur must be between 1 and 100');
  const isPartial = world.faults.on(request, 'partial') !== undefined;
  const found: Record<string, unknown[]> = {};
  for (const target of targets) {
    const read = TARGETS[target];
    if (read === undefined) return failure(400, 'Bad Request', `cibles does not know ${target}`);
    const matches = COMPANIES.filter((company) => words.every((word) => isPartOf(word, plain(read(company))))).slice(0, length);
    found[`resultats_${target}`] = matches.map((company) => (isPartial ? { siren: company.siren } : suggestion(company, words)));
  }
  return found;
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
const isPartOf = (word: string, text: string) => text.split(' ').some((part) => part.startsWith(word));

function companyRecord(company: Company) {
  return {
    siren: company.siren,
    siren_formate: company.siren.replace(/(\d{3})(?=\d)/g, '$1 '),
    nom_entreprise: company.name,
    denomination: company.name,
    nom: null,
    prenom: null,
    personne_morale: true,
    code_naf: company.nafCode,
    libelle_code_naf: company.nafLabel,
    domaine_activite: company.activity,
    date_creation: company.created,
    entreprise_cessee: company.ceased,
    date_cessation: company.ceased ? '2023-12-31' : null,
    categorie_juridique: company.legalCategory,
    forme_juridique: company.legalForm,
    capital: company.capital,
    effectif: null,
    greffe: company.greffe,
    siege: {
      siret: company.siret,
      siret_formate: company.siret.replace(/(\d{3})(\d{3})(\d{3})(\d{5})/, '$1 $2 $3 $4'),
      adresse_ligne_1: '1 RUE DE LA GARE',
      code_postal: company.postcode,
      ville: company.city,
      code_pays: 'FR',
      pays: 'France',
      latitude: null,
      longitude: null,
    },
  };
}

/** A record with partial data. */
function partialRecord(company: Company) {
  const { siren, siren_formate, date_creation, siege } = companyRecord(company);
  return {
    siren,
    siren_formate,
    nom_entreprise: null,
    date_creation,
    siege: { code_postal: siege.code_postal, ville: siege.ville },
  };
}

/** An item of a suggestion list: the record without `greffe` and `siege.code_pays`, which the published schema lacks. */
function suggestion(company: Company, words: string[]) {
  const { greffe: _greffe, siege, ...rest } = companyRecord(company);
  const { code_pays: _country, pays: _name, ...seat } = siege;
  const mention = company.name
    .split(' ')
    .map((part) => (words.some((word) => plain(part).startsWith(word)) ? `<em>${part}</em>` : part));
  const nom_entreprise = company.partial ? null : rest.nom_entreprise;
  return {
    ...rest,
    nom_entreprise,
    siege: seat,
    villes: [company.city],
    chiffre_affaires: null,
    resultat: null,
    mention: mention.join(' '),
  };
}
