import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { readOptions } from './shared/options.mjs'
import { ROOT } from './shared/root.mjs'
import { giveUp, node } from './shared/run.mjs'

/**
 * @typedef {import('./shared/report.mjs').Result} Result
 *
 * @typedef {object} Part
 * @property {string} does what it proves, in a few words
 * @property {number} minutes how long it takes on two cores
 * @property {string[]} folders a change of a file whose path begins with one of these makes `--changed` run the part
 * @property {() => Promise<string | null>} [lacks] what has to be installed here before it can run
 * @property {() => Promise<Result>} run
 */

/** Every tool of this folder needs packages, so that each is imported when its part runs. */
const vitest = async (/** @type {{ args: string[], env?: Record<string, string>, executable?: string }} */ how) =>
  (await import('./shared/unit-tests.mjs')).unitTests(how)

/** A command that ends with 0 when all it looked at was right. @param {string} tool @param {string[]} args */
async function command(tool, args) {
  const { code } = await node(`src/tools/${tool}.mjs`, args)
  const title = `node src/tools/${tool}.mjs ${args.join(' ')}`
  return { passed: Number(code === 0), failures: code === 0 ? [] : [{ title, message: `ended with code ${code}` }] }
}

/** The files of the named tools and of those that they import. @param {string[]} names without `.mjs` */
function tools(...names) {
  const found = new Set(names.map((name) => `src/tools/${name}.mjs`))
  for (const file of found) {
    const text = readFileSync(path.join(ROOT, file), 'utf8')
    for (const [, other = ''] of text.matchAll(/'(\.{1,2}\/[\w./-]+\.mjs)'/g))
      found.add(path.posix.join(path.posix.dirname(file), other))
  }
  return [...found]
}

const UNIT_TESTS = ['vitest.config.ts', ...tools('shared/unit-tests')]

/** @param {string} version */
const onNode = (version) => ({
  does: `the tests that need no browser, on Node ${version}`,
  minutes: 15,
  folders: ['package.json', 'package-lock.json', ...UNIT_TESTS, ...tools('shared/node-versions')],
  run: async () => {
    const { installNode } = await import('./shared/node-versions.mjs')
    return vitest({ args: ['--project', '!proof'], executable: await installNode(version) })
  },
})

const PHONE = [
  'src/client/offline/',
  'src/client/photo/',
  'src/domain/',
  'sw/',
  'tests/offline/',
  'tests/support/simulation/',
]
const RECORDING = ['src/server/features/runs/recording/', 'src/server/features/photos/']
const SCREENS = [
  'src/client/',
  'src/contract/',
  'src/domain/',
  'src/server/demo/',
  'src/server/features/',
  'sw/',
  'index.html',
  'public/',
  'vite.config.ts',
  'tests/e2e/',
  'tests/support/browser/',
  ...tools('shared/browser-tests'),
]
const DATABASE = ['src/server/db/', 'src/server/backups/']
/** What the parts that run built servers share. */
const SERVERS = ['tests/bench/support/photo-bytes.ts', 'tests/support/browser/product.ts']
const FUZZ = [
  'src/contract/',
  'src/server/http/',
  'src/server/features/',
  'tests/server/fuzz/',
  ...tools('fuzz', 'shared/fuzz-server'),
]
const SIMULATION = [...PHONE, ...RECORDING, ...tools('sim', 'shared/sim-worker')]

/** What takes too long for `npm test`, in the order in which `--minutes` takes it: about the short parts first. @type {Record<string, Part>} */
export const PARTS = {
  'long-files': {
    does: 'test files that take over two seconds',
    minutes: 10,
    folders: [
      'src/client/',
      'src/contract/',
      'src/deploy/',
      'src/domain/',
      'src/server/',
      'sw/',
      'tests/server/',
      'tests/offline/',
      'tests/client/',
      'tests/support/',
      'tests/fixtures/',
      ...UNIT_TESTS,
      ...tools('shared/pmtiles'),
    ],
    run: () => vitest({ args: ['--project', 'long', '--project', 'browser-like-long'] }),
  },
  screens: {
    does: 'each screen at one phone and one desk size, with axe, and the maps',
    minutes: 7,
    folders: SCREENS,
    run: async () => (await import('./shared/browser-tests.mjs')).browserTests({ extent: 'screens' }),
  },
  release: {
    does: 'the archive for operators, unpacked on a machine with Node and nothing else',
    minutes: 6,
    folders: [
      'package.json',
      'package-lock.json',
      '.env.example',
      'src/deploy/',
      'src/server/commands',
      'tests/server/release/',
      ...UNIT_TESTS,
      ...tools('release'),
    ],
    run: () => vitest({ args: ['--project', 'proof', 'tests/server/release'] }),
  },
  growth: {
    does: 'no call reads more in an old firm than in a young one',
    minutes: 2,
    folders: [
      ...DATABASE,
      'src/server/features/',
      'src/contract/',
      'tests/server/growth/',
      'tests/bench/growth/',
      ...UNIT_TESTS,
    ],
    run: () => vitest({ args: ['--project', 'proof', 'tests/server/growth'] }),
  },
  'kills-and-years': {
    does: 'simulated years, repeated kills, races by seed, load',
    minutes: 13,
    folders: [
      '.dependency-cruiser.mjs',
      'src/domain/',
      'src/server/',
      'tests/architecture/import-rules.proof.ts',
      'tests/durability/',
      'tests/offline/',
      'tests/server/',
      'tests/support/simulation/',
      'tests/support/years/',
      ...UNIT_TESTS,
    ],
    run: () => vitest({ args: ['--project', 'proof', '--exclude', 'tests/server/{growth,release}/**'] }),
  },
  'thousand-days': {
    does: 'a thousand simulated days of phones, network and office',
    minutes: 8,
    folders: SIMULATION,
    run: () => command('sim', ['--seeds', '1000']),
  },
  databases: {
    does: 'every test of the server on both databases',
    minutes: 26,
    folders: [
      'src/contract/',
      'src/domain/',
      'src/server/',
      'tests/server/',
      'tests/fixtures/',
      'tests/support/',
      ...UNIT_TESTS,
    ],
    run: () =>
      vitest({
        args: ['--project', 'node', '--project', 'long', '--project', 'alone', 'tests/server'],
        env: { BOTH_DATABASES: '1' },
      }),
  },
  'all-screens': {
    does: 'every browser test, and every screen at every size and in both themes',
    minutes: 60,
    folders: SCREENS,
    run: async () => (await import('./shared/browser-tests.mjs')).browserTests({ extent: 'all' }),
  },
  faults: {
    does: 'a driver’s day in Chromium behind a faulty line, browser and server killed',
    minutes: 7,
    folders: [...PHONE, ...RECORDING, 'src/client/app/', 'tests/faults/', ...tools('faults-browser')],
    run: () => command('faults-browser', ['--outcomes', '150', '--photos', '60']),
  },
  durability: {
    does: 'the server killed 50 times, its power cut 20 times',
    minutes: 10,
    folders: [...DATABASE, 'package-lock.json', 'tests/durability/', ...SERVERS, ...tools('durability')],
    run: () => command('durability', ['--kills', '50', '--power-cuts', '20']),
  },
  failover: {
    does: 'a PostgreSQL of two machines killed, frozen, cut off and filled under two servers',
    minutes: 13,
    folders: [
      ...DATABASE,
      'src/server/background-work.ts',
      'src/server/http/health.ts',
      'tests/durability/work.ts',
      'tests/failover/',
      ...SERVERS,
      ...tools('failover'),
    ],
    lacks: async () => (await import('./shared/outside-programs.mjs')).lacksCluster(),
    run: () => command('failover', []),
  },
  upgrade: {
    does: 'the version before on this version’s database: its server’s tests, and its servers replaced and back under load',
    minutes: 16,
    folders: [
      'src/server/db/',
      'src/server/http/',
      'src/server/background-work.ts',
      'tests/durability/work.ts',
      'tests/failover/',
      'tests/upgrade/',
      ...SERVERS,
      ...tools('upgrade'),
    ],
    lacks: async () => (await import('./shared/outside-programs.mjs')).lacksPostgresAndProxy(),
    run: () => command('upgrade', []),
  },
  fuzz: {
    does: '100,000 wrong requests on the embedded database',
    minutes: 25,
    folders: FUZZ,
    run: () => command('fuzz', ['--cases', '100000', '--large', '3000']),
  },
  'fuzz-postgres': {
    does: '100,000 wrong requests on PostgreSQL',
    minutes: 25,
    folders: FUZZ,
    run: () => command('fuzz', ['--cases', '100000', '--large', '3000', '--postgres']),
  },
  'node-20': onNode('20.19'),
  'node-22': onNode('22'),
  'node-24': onNode('24'),
  'ten-thousand-days': {
    does: 'ten thousand simulated days',
    minutes: 40,
    folders: SIMULATION,
    run: () => command('sim', ['--seeds', '10000']),
  },
  breaks: {
    does: 'the product broken on purpose, each break seen by a simulated day',
    minutes: 240,
    folders: SIMULATION,
    run: () => command('sim', ['--planted']),
  },
}

/** The parts that a change of these files concerns. @param {string[]} files paths from the root */
export const partsFor = (files) =>
  Object.keys(PARTS).filter((name) =>
    PARTS[name]?.folders.some((folder) => files.some((file) => file.startsWith(folder))),
  )

/**
 * Divides parts into those that fit into the minutes, in their order, and the rest.
 * @param {string[]} names @param {number} minutes
 */
export function fitting(names, minutes) {
  /** @type {{ now: string[], later: string[] }} */
  const found = { now: [], later: [] }
  let left = minutes
  for (const name of names) {
    const takes = PARTS[name]?.minutes ?? 0
    if (takes > left) found.later.push(name)
    else {
      left -= takes
      found.now.push(name)
    }
  }
  return found
}

const RECORD = path.join(ROOT, 'docs', 'proof.md')
const HEAD = [
  '# The last proof',
  '',
  'Written by `npm run proof`: the last result of each part (`-- --help` says what each is). [Why](decisions/proof.md).',
  '',
  '| part | date | commit | passed | failed | minutes |',
  '|---|---|---|---|---|---|',
]

/**
 * The record with one row replaced: a row for each part, in their order, whether or not it was ever run here.
 * @param {string} before the record's text so far @param {string} name a part @param {string[]} cells of its row
 */
export function recordWith(before, name, cells) {
  const rows = before.split('\n').flatMap((line) => {
    const [part = '', ...others] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    return part in PARTS ? [/** @type {[string, string[]]} */ ([part, others])] : []
  })
  const kept = new Map([...rows, [name, cells]])
  const inOrder = Object.keys(PARTS).map((part) => [part, ...(kept.get(part) ?? ['not recorded'])])
  return `${[...HEAD, ...inOrder.map((row) => `| ${row.join(' | ')} |`)].join('\n')}\n`
}

/** Writes a part's row at once after it, so that a run that is cut off keeps what it had. */
function write(name, { passed, failures }, minutes) {
  // The record itself is changed by the part before this one.
  const changes = git('status', '--porcelain', '-uno', '--', '.', ':!docs/proof.md')
  const commit = git('rev-parse', '--short=10', 'HEAD') + (changes === '' ? '' : ' and changes')
  const date = new Date().toISOString().slice(0, 10)
  const before = existsSync(RECORD) ? readFileSync(RECORD, 'utf8') : ''
  writeFileSync(RECORD, recordWith(before, name, [date, commit, `${passed}`, `${failures.length}`, `${minutes}`]))
}

const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()

/** @param {string} base a commit @returns {string[]} */
function changedSince(base) {
  try {
    return git('diff', '--name-only', base).split('\n').filter(Boolean)
  } catch {
    return giveUp(`--changed: ${base} is no commit of this repository.`)
  }
}

async function main() {
  const { values, names } = readOptions({
    command: 'npm run proof --',
    does: 'The long proofs one after the other, hours in all: nightly, or before a release. Each result is written to docs/proof.md.',
    options: {
      from: { value: 'PART', says: 'begins at this part' },
      changed: { value: 'BASE', says: 'only the parts that files changed since this commit concern' },
      minutes: { value: 'N', least: 0, says: 'only the parts that fit into so many minutes; names the others' },
    },
    names: Object.fromEntries(
      Object.entries(PARTS).map(([name, { does, minutes }]) => [name, `${does}, ${minutes} min`]),
    ),
  })
  if (values.from !== undefined && !(values.from in PARTS))
    giveUp(`There is no part ${values.from}; there are ${Object.keys(PARTS).join(', ')}.`)
  const all = Object.keys(PARTS)
  const due = values.changed === undefined ? all : partsFor(changedSince(values.changed))
  const wanted = all
    .slice(values.from === undefined ? 0 : all.indexOf(values.from))
    .filter((name) => due.includes(name) && (names.length === 0 || names.includes(name)))
  const { now, later } = fitting(wanted, values.minutes ?? Infinity)

  const { ensureInstalled } = await import('./shared/setup.mjs')
  await ensureInstalled({ dev: true })
  const { sumUp } = await import('./shared/report.mjs')
  /** @type {string[]} */
  const lines = []
  const results = []
  for (const name of now) {
    const part = PARTS[name]
    if (!part) continue
    const lacking = (await part.lacks?.()) ?? null
    if (lacking !== null) {
      lines.push(`Not run: ${name}. ${lacking}`)
      continue
    }
    console.log(`\n── ${name}: ${part.does}`)
    const begun = Date.now()
    const result = await part.run()
    const minutes = Math.ceil((Date.now() - begun) / 60_000)
    write(name, result, minutes)
    results.push(result)
    lines.push(`${result.failures.length === 0 ? '✓' : '✗'} ${name}, ${minutes} min`)
  }
  if (lines.length > 0) console.log(`\n${lines.join('\n')}`)
  for (const name of later) console.log(`Not run, its ${PARTS[name]?.minutes} min do not fit: npm run proof -- ${name}`)
  if (results.length === 0) {
    console.log('0 passed, 0 failed')
    process.exit(0)
  }
  process.exit(sumUp(results))
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main()
