/** Who may import whom (architecture.md, "Who may import whom"). Each room names what it may use; everything else is refused. */

const escape = (name) => name.replaceAll('/', '\\/').replaceAll('.', '\\.')
const npm = (...names) => names.map((name) => `^node_modules/${escape(name)}(/|$)`)
const MANTINE = '^node_modules/@mantine/'
const REACT = npm('react', 'react-dom', '@types/react', '@types/react-dom')

/** @param {string} name @param {string} from @param {string[]} may @param {string} [comment] */
const room = (name, from, may, comment = '') => ({
  name,
  severity: 'error',
  comment,
  from: { path: from },
  to: { pathNot: may },
})

const DOMAIN = '^src/domain/'
const CONTRACT = '^src/contract/'
const API = '^src/client/api/(call|answers)\\.ts$'
const OFFLINE = '^src/client/offline/'
const PHOTO = '^src/client/photo/'
const UI = '^src/client/ui/'
const UI_CORE = '^src/client/ui/core/'
const UI_OFFICE = '^src/client/ui/office/'
const UI_MAP = '^src/client/ui/map/'
const SHELLS = '^src/client/shells/'
const DRIVERS_FEATURES = '^src/client/features/(pickups|sync|incomes|session)/'
const HTTP = '^src/server/http/'
const DB = '^src/server/db/'
const FILES = '^src/server/files/'
const SANDBOX = '^src/server/adapters/payments/sandbox/'
const PACKAGE_ROOT = '^src/server/package-root\\.ts$'
const PORTS = '^src/server/(ports|payments-port|background-work|version)\\.ts$'
const CORE =
  '^(node:)?(fs|path|os|crypto|http|https|net|tls|stream|url|util|events|worker_threads|child_process|timers|zlib|buffer|async_hooks|perf_hooks|process|module|v8|dns)(/|$)'

export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', comment: 'Type imports count.', from: {}, to: { circular: true } },
    { name: 'nothing-imports-tests', severity: 'error', from: { path: '^(src|sw)/' }, to: { path: '^tests/' } },
    {
      name: 'no-unresolved',
      severity: 'error',
      comment: 'The benchmarks’ rivals have packages of their own.',
      from: { pathNot: '^tests/bench/rivals/' },
      to: { couldNotResolve: true, pathNot: '\\?|^virtual:|dist/server/' },
    },
    room('domain-is-pure', DOMAIN, [DOMAIN], 'No I/O, no packages.'),
    room('contract', CONTRACT, [CONTRACT, DOMAIN, ...npm('zod')]),
    room('client-ui-core', UI_CORE, [UI_CORE, DOMAIN, ...REACT, '\\.css$'], 'No data, no router.'),
    room('client-ui-office', UI_OFFICE, [UI, DOMAIN, MANTINE, ...REACT, '\\.css$'], 'No data, no router.'),
    room(
      'client-ui-map',
      UI_MAP,
      [UI_MAP, UI_CORE, DOMAIN, '\\.css$', ...npm('maplibre-gl', 'pmtiles'), '^maplibre-gl/.*\\?url$'],
      'The office’s map. No data, no router.',
    ),
    {
      name: 'maps-are-loaded-when-one-is-opened',
      severity: 'error',
      from: { pathNot: UI_MAP },
      to: { path: `${UI_MAP}ground-map\\.ts$`, dynamic: false },
    },
    {
      name: 'no-office-parts-on-the-drivers-screens',
      severity: 'error',
      comment: 'Drivers and the sign-in use plain elements of ui/core.',
      from: { path: DRIVERS_FEATURES },
      to: { path: ['^src/client/ui/office/', MANTINE] },
    },
    {
      name: 'no-mantine-on-the-drivers-screens',
      severity: 'error',
      comment: 'Nor does anything load Mantine that their screens load, at once or later, the profile included.',
      from: { path: [DRIVERS_FEATURES, '^src/client/app/driver-'] },
      to: { path: MANTINE, reachable: true },
    },
    room('client-api-call', API, [API, DOMAIN, CONTRACT, ...npm('zod')]),
    room('client-offline', OFFLINE, [OFFLINE, DOMAIN, CONTRACT, API, ...npm('dexie', 'zod')], 'No React, no DOM.'),
    {
      name: 'the-store-knows-no-sending',
      severity: 'error',
      comment: 'store/ is used by outbox/, which is used by send/; never the other way round.',
      from: { path: `${OFFLINE}store/` },
      to: { path: OFFLINE, pathNot: `${OFFLINE}store/` },
    },
    {
      name: 'the-outbox-sends-nothing',
      severity: 'error',
      from: { path: `${OFFLINE}outbox/` },
      to: { path: OFFLINE, pathNot: `${OFFLINE}(store/|outbox/|overlay\\.ts$)` },
    },
    room('client-photo', PHOTO, [PHOTO, DOMAIN, OFFLINE, ...npm('browser-image-compression')]),
    room(
      'client-shells',
      SHELLS,
      [
        SHELLS,
        UI,
        DOMAIN,
        CONTRACT,
        '^src/client/api/',
        '\\.css$',
        MANTINE,
        ...REACT,
        ...npm(
          'react-router-dom',
          'react-router',
          '@tanstack/react-query',
          'dayjs',
          'uqr',
          'papaparse',
          '@types/papaparse',
          'zod',
        ),
      ],
      'The list, form and command of every office screen. No feature.',
    ),
    room('client-features', '^src/client/features/', [
      '^src/client/features/',
      DOMAIN,
      CONTRACT,
      UI,
      SHELLS,
      '^src/client/api/',
      OFFLINE,
      PHOTO,
      '\\.css$',
      MANTINE,
      ...REACT,
      ...npm(
        'react-router-dom',
        'react-router',
        '@tanstack/react-query',
        '@tanstack/react-virtual',
        '@dnd-kit/core',
        '@dnd-kit/sortable',
        '@simplewebauthn/browser',
        'uqr',
        'dexie-react-hooks',
        'dexie',
        'zod',
        'papaparse',
        '@types/papaparse',
      ),
    ]),
    {
      name: 'features-are-islands',
      severity: 'error',
      from: { path: '^src/client/features/([^/]+)/' },
      to: { path: '^src/client/features/', pathNot: '^src/client/features/$1/' },
    },
    {
      name: 'client-knows-no-server',
      severity: 'error',
      from: { path: '^(src/client|sw)/' },
      to: { path: '^src/server/' },
    },
    room('service-worker', '^sw/', [
      '^sw/',
      DOMAIN,
      CONTRACT,
      API,
      OFFLINE,
      '^node_modules/workbox-',
      ...npm('dexie', 'zod'),
    ]),
    room(
      'server-http',
      HTTP,
      [HTTP, DOMAIN, CONTRACT, DB, PORTS, CORE, ...npm('fastify', 'drizzle-orm', 'zod'), '^node_modules/@fastify/'],
      'Handles requests up to the handler and sends its answer. No feature.',
    ),
    room(
      'server-db',
      DB,
      [DB, DOMAIN, PACKAGE_ROOT, CORE, '^node_modules/@electric-sql/', ...npm('pg', '@types/pg', 'drizzle-orm')],
      'Tables, connections and transactions. No feature.',
    ),
    room(
      'server-files',
      FILES,
      [FILES, DOMAIN, PORTS, PACKAGE_ROOT, CORE, ...npm('papaparse', '@types/papaparse')],
      'Checks and reads an uploaded file’s content.',
    ),
    room(
      'payments-sandbox',
      SANDBOX,
      [SANDBOX, DOMAIN, PORTS, DB, CORE, ...npm('drizzle-orm')],
      'The payment provider of a server without Stripe’s keys: its own tables, no feature and no client of Stripe.',
    ),
    room('server-adapters', '^src/server/adapters/(?!payments/sandbox/)', [
      '^src/server/adapters/',
      FILES,
      DOMAIN,
      PORTS,
      CORE,
      ...npm('nodemailer', '@types/nodemailer', 'aws4fetch', 'openid-client', 'stripe', 'web-push', '@types/web-push'),
    ]),
    room(
      'server-pdf',
      '^src/server/pdf/',
      [
        '^src/server/pdf/',
        PACKAGE_ROOT,
        DOMAIN,
        PORTS,
        CORE,
        ...npm('pdfkit', '@types/pdfkit', 'pngjs', '@types/pngjs', '@expo-google-fonts/noto-sans'),
      ],
      'Draws documents. It knows no database and no feature.',
    ),
    room('server-features', '^src/server/features/', [
      '^src/server/features/',
      FILES,
      DOMAIN,
      CONTRACT,
      HTTP,
      DB,
      PORTS,
      CORE,
      ...npm(
        'drizzle-orm',
        'zod',
        'date-holidays',
        'papaparse',
        '@types/papaparse',
        '@simplewebauthn/server',
        'otpauth',
        'ipaddr.js',
        '@node-rs/argon2',
        '@zxcvbn-ts/language-common',
      ),
    ]),
    {
      name: 'features-have-one-door',
      severity: 'error',
      comment: 'Another feature is entered by its public.ts only.',
      from: { path: '^src/server/features/([^/]+)/' },
      to: {
        path: '^src/server/features/',
        pathNot: ['^src/server/features/$1/', '^src/server/features/[^/]+/public\\.ts$'],
      },
    },
    {
      name: 'the-core-of-runs-knows-no-other-folder',
      severity: 'error',
      comment: 'Every other folder of runs uses the core.',
      from: { path: '^src/server/features/runs/core/' },
      to: { path: '^src/server/features/runs/', pathNot: '^src/server/features/runs/core/' },
    },
    {
      name: 'no-feature-uses-its-own-door',
      severity: 'error',
      comment: 'Within a feature the file itself is imported.',
      from: { path: '^src/server/features/([^/]+)/' },
      to: { path: '^src/server/features/$1/public\\.ts$' },
    },
    room(
      'tools',
      '^src/tools/',
      ['^src/tools/', 'dist/server/', CORE, ...npm('vite', '@playwright/test', 'typescript', 'pmtiles')],
      'Commands import the built server only; Vite loads sources for them by path.',
    ),
    { name: 'server-knows-no-client', severity: 'error', from: { path: '^src/server/' }, to: { path: '^src/client/' } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    detectJSDocImports: true,
    tsConfig: { fileName: 'src/client/tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
    skipAnalysisNotInRules: false,
  },
}
