import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

// Finds programs of the system that tests use. Tests of a missing one are left out, and named at the end of `npm test`.

const onPath = () => (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)

/**
 * The folder of an installed PostgreSQL's programs.
 * @returns {string | undefined}
 */
export function postgresPrograms() {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return [...onPath(), ...installedVersions(), '/usr/local/bin', '/opt/homebrew/bin'].find((folder) =>
    ['initdb', 'postgres'].every((name) => existsSync(path.join(folder, name + suffix))),
  )
}

function installedVersions() {
  const roots = ['/usr/lib/postgresql', '/opt/homebrew/opt', 'C:/Program Files/PostgreSQL']
  return roots.flatMap((root) =>
    existsSync(root)
      ? readdirSync(root)
          .toSorted((a, b) => b.localeCompare(a, undefined, { numeric: true }))
          .map((version) => path.join(root, version, 'bin'))
      : [],
  )
}

/**
 * PostgreSQL refuses to run as root, so root starts it as an unprivileged user.
 * @returns {{ uid: number, gid: number } | undefined} undefined: whoever runs this is none
 */
export function unprivileged() {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  return user === undefined ? undefined : { uid: Number(user[2]), gid: Number(user[3]) }
}

/** The accounting program that checks our ledgers. */
export const hasHledger = () => spawnSync('hledger', ['--version']).status === 0

/** The programs that read our PDFs. */
export const hasPoppler = () => spawnSync('pdftotext', ['-v']).error === undefined

/** The program that checks metrics and alert rules. */
export const hasPromtool = () => spawnSync('promtool', ['--version']).status === 0

/** The programs of the examples in docs/api.md: curl 7.82 or newer, which has --json, and jq. */
export const hasCurlAndJq = () =>
  ['curl --json {} --version', 'jq --version'].every((line) => {
    const [program = '', ...args] = line.split(' ')
    return spawnSync(program, args).status === 0
  })

/** The provider of OpenID Connect of the browser tests, and the program that makes its database. */
export const hasGlewlwyd = () =>
  ['glewlwyd', 'sqlite3'].every((program) => onPath().some((folder) => existsSync(path.join(folder, program))))

/**
 * The file of a program that operators run. Debian keeps servers where only root's path leads.
 * @param {string} program @returns {string | null}
 */
export const operatorsProgram = (program) =>
  [...onPath(), '/usr/sbin'].map((folder) => path.join(folder, program)).find((file) => existsSync(file)) ?? null

/**
 * The connection pooler of PostgreSQL that operators use.
 * @returns {string | null}
 */
export const pgbouncer = () => operatorsProgram('pgbouncer')

/**
 * The Python of Debian's OpenStack Swift, the tests' S3 store.
 * @returns {string | null}
 */
export function swiftPython() {
  const command = onPath()
    .map((folder) => path.join(folder, 'swift-proxy-server'))
    .find((file) => existsSync(file))
  return command === undefined ? null : (/^#!\s*(\S+)/.exec(readFileSync(command, 'utf8'))?.[1] ?? null)
}

/**
 * Debian's Python, else the one of the path, that has icalendar.
 * @returns {string | null}
 */
export const pythonWithIcalendar = () =>
  ['/usr/bin/python3', 'python3'].find((python) => spawnSync(python, ['-c', 'import icalendar']).status === 0) ?? null

/** @param {string[]} programs beside PostgreSQL's @param {string} packages of Debian @returns {string | null} */
function lacks(programs, packages) {
  const missing = programs.filter((program) => operatorsProgram(program) === null)
  if (postgresPrograms() === undefined) missing.unshift('postgresql')
  return missing.length > 0 ? `Install ${missing.join(', ')} (Debian: ${packages}).` : null
}

/** Why no two servers behind a proxy can share a database here; null: they can. */
export const lacksPostgresAndProxy = () => lacks(['haproxy'], 'postgresql haproxy')

/** Why no cluster of PostgreSQL can be made here; null: it can. @returns {string | null} */
export function lacksCluster() {
  const missing = lacks(['patroni', 'etcd', 'haproxy'], 'postgresql patroni etcd-server haproxy')
  if (missing !== null) return missing
  return process.getuid?.() === 0 ? null : 'It mounts disks, which only root may.'
}

/** What is left out here, and how to have it. @returns {{ title: string, why: string }[]} */
export function missingPrograms() {
  const found = [
    {
      title: 'The tests on PostgreSQL',
      isThere: () => process.env.BAGRUN_TEST_POSTGRES_URL !== undefined || postgresPrograms() !== undefined,
      why: 'All others ran on the embedded database. Install PostgreSQL 15 or newer (Debian: postgresql), or set BAGRUN_TEST_POSTGRES_URL to a server whose user may create databases.',
    },
    {
      title: 'hledger’s check of the ledger',
      isThere: hasHledger,
      why: 'Install hledger (Debian: hledger).',
    },
    {
      title: 'Reading the PDFs back',
      isThere: hasPoppler,
      why: 'Install poppler (Debian: poppler-utils).',
    },
    {
      title: 'Connecting through PgBouncer',
      isThere: () => pgbouncer() !== null,
      why: 'Install PgBouncer (Debian: pgbouncer).',
    },
    {
      title: 'promtool’s check of the metrics',
      isThere: hasPromtool,
      why: 'Install promtool (Debian: prometheus).',
    },
    {
      title: 'The checks of the files for systemd, HAProxy and nginx',
      isThere: () => ['systemd-analyze', 'haproxy', 'nginx'].every((program) => operatorsProgram(program) !== null),
      why: 'Install them (Debian: systemd haproxy nginx-light).',
    },
    {
      title: 'The examples of docs/api.md',
      isThere: hasCurlAndJq,
      why: 'Install curl 7.82 or newer and jq (Debian: curl jq).',
    },
    {
      title: 'Photos in an S3 store',
      isThere: () => swiftPython() !== null,
      why: 'Install OpenStack Swift (Debian: swift-proxy swift-account swift-container swift-object).',
    },
    {
      title: 'Reading calendar feeds with icalendar',
      isThere: () => pythonWithIcalendar() !== null,
      why: 'Install icalendar for Python (Debian: python3-icalendar).',
    },
  ]
  return found.filter(({ isThere }) => !isThere()).map(({ title, why }) => ({ title, why }))
}
