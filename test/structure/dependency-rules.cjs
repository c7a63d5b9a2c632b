// The import rules as data: the edges the design leaves out on purpose, each with the reason why.
// rooms.json is the table of rooms: `may` are the rooms it may import, `mayType` those of which it may only name types,
// `packages` the npm packages of a narrowed room (without it, any that package.json lists for production).

/** @type {Record<string, { may: string[], mayType?: string[], packages?: string[], why: string }>} */
const ROOMS = require('./rooms.json')

/** Where the same input gives the same output: no clock, no network, no file, no chance. */
const PURE_PLACES = require('./pure.json')
const PURE = `^(${PURE_PLACES.join('|')})`
const PURE_SLACK = `^(${PURE_PLACES.filter((place) => place.startsWith('src/slack/')).join('|')})`
/** Packages that compute and touch nothing. */
const PURE_PACKAGES = ['zod', 'date-fns']

const anyOf = (names) => `(${names.map((name) => name.replaceAll('/', '\\/').replaceAll('.', '\\.')).join('|')})`
const inNodeModules = (names) => `(^|/)node_modules/${anyOf(names)}/`
const NPM = ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown']

const roomRules = Object.entries(ROOMS).flatMap(([name, { may, mayType = [], packages, why }]) => [
  {
    name: `${name}-imports-${['itself', ...may, ...mayType].join('-')}`,
    comment: why,
    severity: 'error',
    from: { path: `^src/${name}/` },
    to: { path: '^src/', pathNot: `^src/${anyOf([name, ...may, ...mayType])}/` },
  },
  ...mayType.map((typed) => ({
    name: `${name}-takes-only-types-of-${typed}`,
    comment: `${name} may name what ${typed} makes, never run it. ${why}`,
    severity: 'error',
    from: { path: `^src/${name}/` },
    to: { path: `^src/${typed}/`, dependencyTypesNot: ['type-only'] },
  })),
  ...(packages === undefined
    ? []
    : [
        {
          name: `${name}-packages`,
          comment: `Packages of ${name}: ${packages.join(', ') || 'none'}. ${why}`,
          severity: 'error',
          from: { path: `^src/${name}/` },
          to: {
            dependencyTypes: NPM,
            dependencyTypesNot: ['type-only'],
            ...(packages.length > 0 && { pathNot: inNodeModules(packages) }),
          },
        },
      ]),
])

/** How the folders of triage build on each other, the first on nothing; the branches, in tree.ts, on all of them. */
const TRIAGE = ['thresholds', 'predicates', 'engine', 'machine', 'outside', 'skew']
const triageRules = TRIAGE.map((name, index) => ({
  name: `triage-${name}-comes-first`,
  comment:
    'What is asked is understood from the bottom up: thresholds, predicates, one engine, then the fleet around it.',
  severity: 'error',
  from: { path: `^src/triage/${name}/` },
  to: { path: `^src/triage/${anyOf([...TRIAGE.slice(index + 1), 'diagnosis', 'branches', 'print'])}/` },
}))

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or hide a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolves',
      comment: 'An import that leads nowhere fails when an alert arrives, not before.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'only-installed-packages',
      comment: 'A package that package.json does not list for production is missing in the image.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/sandbox/page/client/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'page-client-brings-preact-only',
      comment:
        'The front end is one file that the build makes: what it takes from npm lies in it, and nothing is fetched.',
      severity: 'error',
      from: { path: '^src/sandbox/page/client/' },
      to: { dependencyTypes: [...NPM, 'core'], pathNot: inNodeModules(['preact']) },
    },
    {
      name: 'page-client-stands-alone',
      comment:
        'It runs in a browser, so beside itself it sees what JSON is, and of the server only what the wire holds.',
      severity: 'error',
      from: { path: '^src/sandbox/page/client/' },
      to: { path: '^src/', pathNot: '^src/sandbox/(page/client/|page/wire\\.ts$|slack/json\\.ts$)' },
    },
    {
      name: 'page-client-is-for-browsers',
      comment: 'Nothing that Node runs may need a DOM.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/sandbox/page/client/' },
      to: { path: '^src/sandbox/page/client/' },
    },
    {
      name: 'no-tests-in-product',
      comment: 'What ships must work without the tests beside it.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^test/' },
    },
    {
      name: 'pure-rooms-use-no-node',
      comment: 'Every incident replays as a test because these rooms cannot read a file, a socket or the environment.',
      severity: 'error',
      from: { path: PURE },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'pure-slack-files-use-pure-packages',
      comment: 'The Slack client and the like are I/O: what they brought is handed over as a value.',
      severity: 'error',
      from: { path: PURE_SLACK },
      to: { dependencyTypes: NPM, dependencyTypesNot: ['type-only'], pathNot: inNodeModules(PURE_PACKAGES) },
    },
    {
      name: 'pure-slack-files-stay-pure',
      comment: 'Rendering and parsing a command may not borrow I/O from the neighbours in slack or from lib.',
      severity: 'error',
      from: { path: PURE_SLACK },
      to: {
        path: '^src/(lib|slack)/',
        pathNot: PURE_SLACK,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'config-reads-files-in-load-only',
      comment: 'A schema that reads files cannot be tested with a value.',
      severity: 'error',
      from: { path: '^src/config/', pathNot: '^src/config/load(\\.ts$|/)' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'sandbox-only-for-demo',
      comment: 'The product must not be able to show simulated numbers.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(sandbox/|cli/demo)' },
      to: { path: '^src/sandbox/' },
    },
    {
      name: 'sandbox-is-loaded-lazily',
      comment: 'serve and triage start without paying for the demo.',
      severity: 'error',
      from: { path: '^src/cli/demo' },
      to: { path: '^src/sandbox/', dynamic: false, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'nobody-imports-main',
      comment:
        'main.ts runs when imported; app.ts is composed by main.ts and cli only (the rooms below cannot name it).',
      severity: 'error',
      from: {},
      to: { path: '^src/main\\.ts$' },
    },
    ...roomRules,
    ...triageRules,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: false,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
    reporterOptions: { text: { highlightFocused: true } },
  },
}
