// The walls of the house (ARCHITECTURE.md, rules 1, 4 and 5) as dependency-cruiser rules. The comment of a rule is its remedy:
// `npm run check` prints it beside file and line (test/architecture/doors.ts). Cycles are found there too, and not here: of an
// import in two cycles dependency-cruiser sees one.

// A room of features/ stands in a wing: features/<wing>/<room>.
const ROOM = '^src/(features/[^/]+|money|providers)/([^/]+)/';
const ANY_DOOR = '^src/(?:features/[^/]+|money|providers)/[^/]+/index\\.ts$';
const TOP = '^src/[^/]+\\.ts$';
const DEPS = '^src/deps\\.ts$';
const TEST = '\\.test\\.ts$';
const RULES = '^src/.*[/-]rules\\.ts$';
const SCHEDULE = '^src/features/repayment/schedule-computation/compute[^/]*\\.ts$';
const QUERIES = '[/-]queries\\.ts$';

/** Pattern for packages and for modules of Node itself, wherever node_modules stands and whether or not it is installed. */
const npm = (names) => [`(^|/)node_modules/(${names.join('|')})/`, `^(${names.join('|')})$`];
const node = (names) => `^(node:)?(${names.join('|')})(/|$)`;

const forbid = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to });

const doors = [
  forbid(
    'rule-1-enter-by-the-door',
    "A room is entered by its index.ts: export what you need there and import '<room>/index.ts', or move the code to the room that uses it.",
    { path: ROOM },
    { path: ROOM, pathNot: ['^src/$1/$2/', ANY_DOOR] },
  ),
  forbid(
    'rule-1-enter-by-the-door-from-outside',
    "A room is entered by its index.ts: export what you need there and import '<room>/index.ts'.",
    { pathNot: ROOM },
    { path: ROOM, pathNot: ANY_DOOR },
  ),
  forbid(
    'rule-1-door-opens-outward',
    'Inside a room, import the file itself and not the own door: the door is for the others, and going through it makes a cycle.',
    { path: ROOM, pathNot: TEST },
    { path: '^src/$1/$2/index\\.ts$' },
  ),
];

const layers = [
  forbid(
    'rule-1-core-knows-nobody',
    'core/ imports only core/: pass the value in as an argument, or move the file to the layer that it knows about.',
    { path: '^src/core/', pathNot: TEST },
    { path: '^src/', pathNot: '^src/core/' },
  ),
  forbid(
    'rule-1-money-is-the-ground-floor',
    'money/ imports only core/ and money/: let the feature call both and pass the result in.',
    { path: '^src/money/', pathNot: TEST },
    { path: '^src/', pathNot: '^src/(core|money)/' },
  ),
  forbid(
    'rule-1-providers-are-the-outside',
    'providers/ imports only core/ and providers/: a provider client knows nothing of features or of the ledger; return what it was told.',
    { path: '^src/providers/', pathNot: TEST },
    { path: '^src/', pathNot: '^src/(core|providers)/' },
  ),
  forbid(
    'rule-1-config-stands-beside-core',
    'config/ imports only core/ and config/: a closed list that a setting speaks of stands in config/, and rooms import it from there.',
    { path: '^src/config/', pathNot: TEST },
    { path: '^src/', pathNot: '^src/(config|core)/' },
  ),
  forbid(
    'rule-1-features-below-app',
    "features/ imports core, config, money, providers and the doors of other features; of the files above it, only `import type` from '../../../deps.ts'.",
    { path: '^src/features/', pathNot: TEST },
    { path: TOP, pathNot: DEPS },
  ),
  forbid(
    'rule-1-app-and-worker-below-main',
    'app.ts and worker.ts list what features offer; what they need is passed in by main.ts as Deps.',
    { path: '^src/(app|worker)\\.ts$' },
    // Beside deps.ts, what the list of routes is described with.
    { path: TOP, pathNot: [DEPS, '^src/api-description\\.ts$'] },
  ),
  forbid(
    'rule-1-main-is-the-top',
    'Nothing in src/ imports main.ts: move what both need into a file that main.ts imports.',
    { path: '^src/' },
    { path: '^src/main\\.ts$' },
  ),
  forbid(
    'rule-1-deps-knows-no-feature',
    'deps.ts is made of types of config, core, money and providers: a room that calls another one imports it.',
    { path: DEPS },
    { path: '^src/', pathNot: '^src/(config|core|money|providers)/' },
  ),
  forbid(
    'rule-1-deps-is-a-list-of-types',
    'deps.ts only names types of what main.ts wires: use `import type`.',
    { path: DEPS },
    { dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'rule-1-deps-is-imported-as-type',
    "Deps is handed over as the first argument: use `import type` from '../../../deps.ts'.",
    { path: '^src/', pathNot: DEPS },
    { path: DEPS, dependencyTypesNot: ['type-only'] },
  ),
];

const programs = [
  forbid(
    'rule-1-src-stands-alone',
    'The product imports nothing from test/, scripts/, bench/, clients/ or web/: move what it needs into src/.',
    { path: '^src/', pathNot: TEST },
    { path: '^(test|scripts|bench|clients|web)/' },
  ),
  forbid(
    'rule-1-tests-beside-code-use-test-support',
    'A test beside the code takes its tools from test/support/ only.',
    { path: `^(src|sandbox)/.*${TEST}` },
    { path: '^(test|scripts|bench)/', pathNot: '^test/support/' },
  ),
  forbid(
    'rule-1-sandbox-shares-no-code',
    'sandbox/ is a program of its own and meets src/ over HTTP and SMTP only: write down the wire shape on both sides.',
    { path: '^sandbox/' },
    { path: '^src/' },
  ),
  forbid(
    'rule-1-sandbox-stands-alone',
    'The sandbox imports nothing from test/, scripts/, bench/, clients/ or web/: move what it needs into sandbox/.',
    { path: '^sandbox/', pathNot: TEST },
    { path: '^(test|scripts|bench|clients|web)/' },
  ),
  forbid(
    'rule-1-src-does-not-know-the-sandbox',
    'src/ meets the outside world by base URLs and keys, in tests too: start the sandbox in test/support/ and pass its address.',
    { path: '^src/' },
    { path: '^sandbox/' },
  ),
  forbid(
    'rule-1-sandbox-is-entered-by-start',
    'Outside code only starts the sandbox: import sandbox/start.ts, then speak HTTP to its control routes.',
    { path: '^(test|scripts|bench)/' },
    { path: '^sandbox/', pathNot: '^sandbox/start\\.ts$' },
  ),
  forbid(
    'rule-1-clients-stand-alone',
    'A client is a package of its own, for browsers too: it imports no package, no module of Node and nothing of this repository.',
    { path: '^clients/' },
    { pathNot: '^clients/' },
  ),
  forbid(
    'rule-1-pages-know-the-client-alone',
    'The pages speak to the API through clients/typescript and import nothing else of this repository; their packages stand in this rule.',
    { path: '^web/' },
    {
      pathNot: [
        '^web/',
        '^clients/typescript/src/index\\.ts$',
        // Of the countries the list of their codes alone: their names are the browser's.
        '^node_modules/i18n-iso-countries/codes\\.json$',
        ...npm(['preact', 'preact-iso', 'preact-render-to-string', '@preact/signals', 'hucre', 'uplot', 'uqr']),
      ],
    },
  ),
  forbid(
    'rule-1-shared-pages-know-no-face',
    'web/design, web/core and web/errors serve both faces: pass in what only one of them knows, or move the file to that face.',
    { path: '^web/(design|core|errors)/' },
    { path: '^web/(console|investors)/' },
  ),
  forbid(
    'rule-1-faces-stand-apart',
    'The pages of operators and those of investors are two applications: what both need stands in web/design, web/core or web/errors.',
    { path: '^web/(console|investors)/' },
    { path: '^web/(console|investors)/', pathNot: '^web/$1/' },
  ),
  forbid('rule-1-tests-are-not-imported', 'Nothing imports a test: move the shared part into test/support/.', {}, { path: TEST }),
];

const pureAndSql = [
  forbid(
    'rule-4-rules-call-no-provider',
    'rules.ts and the schedule computation take what a provider answered as an argument; the types of its port are fine.',
    { path: [RULES, SCHEDULE], pathNot: TEST },
    { path: '^src/providers/', dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'rule-4-rules-are-pure',
    'rules.ts and the schedule computation take rows, dates and settings as arguments: read them in the verb file and pass plain values.',
    { path: [RULES, SCHEDULE], pathNot: TEST },
    {
      path: [
        // tables.ts holds nothing but types, those of the ids among them.
        '^src/core/(db/(?!tables\\.ts$)|clock|jobs|ids)',
        ...npm(['pg', 'kysely', 'pg-boss', 'fastify', 'undici', 'pino', 'lru-cache', 'better-auth', 'nodemailer', 'flydrive']),
        node([
          'fs',
          'http',
          'https',
          'http2',
          'net',
          'tls',
          'dns',
          'dgram',
          'child_process',
          'worker_threads',
          'async_hooks',
          'events',
          'timers',
          'sqlite',
          'process',
          'perf_hooks',
          'os',
        ]),
      ],
    },
  ),
  forbid(
    'rule-5-sql-in-queries',
    'All SQL of a room stands in its queries.ts: add a function there whose name states the guarantee, and call it.',
    // The ground floor has no routes to keep its SQL from.
    { path: ROOM, pathNot: [QUERIES, TEST, '^src/money/'] },
    { path: npm(['pg', 'kysely']) },
  ),
  forbid(
    'start-without-the-session-library',
    'better-auth takes half a second to load: only layer.ts and what it loads name it, and layer.ts is imported with the first request for it.',
    { path: '^src/', pathNot: ['^src/features/access/session/(layer|request-hooks|guesses)[.]ts$', TEST] },
    {
      path: ['^src/features/access/session/(layer|request-hooks)[.]ts$', ...npm(['better-auth'])],
      dependencyTypesNot: ['type-only', 'dynamic-import'],
    },
  ),
  forbid(
    'rule-5-no-ambient-transaction',
    'Nothing is ambient: pass the transaction as first argument (and a request id inside the logger of the request).',
    // The session library gives no place an argument to hand anything in, and no use case need know of a permit or a guess; test/architecture
    // holds the same list.
    {
      path: '^src/',
      pathNot: '^src/(features/access/session/(layer|passwords|guesses)|core/(?:concurrency/admission|trace-exporter))[.]ts$',
    },
    { path: node(['async_hooks']) },
  ),
];

const packages = [
  forbid(
    'no-unresolvable',
    'This import leads nowhere: fix the path (it ends in .ts) or install the package.',
    {},
    { couldNotResolve: true },
  ),
  forbid(
    'no-development-package-in-the-product',
    'devDependencies are absent in production: move the package to dependencies, or the code to sandbox/, test/ or scripts/.',
    // The bundler is loaded where the pages were not bundled beforehand, which production does at image time.
    { path: '^src/', pathNot: [TEST, '^src/features/operations/pages/bundle[.]ts$'] },
    { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
  ),
];

module.exports = {
  forbidden: [...doors, ...layers, ...programs, ...pureAndSql, ...packages],
  options: {
    doNotFollow: { path: ['node_modules', '^clients/typescript/src/generated/'] },
    exclude: { path: ['^test/architecture/planted/', '^clients/typescript/dist/', '^web/dist/', '^dist/'] },
    // Type-only imports count: a room that knows another room's types knows the room.
    tsPreCompilationDeps: true,
    parser: 'tsc',
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
};
