import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureBuilt } from './build.mjs'
import { readOptions } from './shared/options.mjs'
import { shelveAssetsOf } from './shared/releases.mjs'
import { ROOT } from './shared/root.mjs'
import { giveUp, run } from './shared/run.mjs'
import { ensureInstalled } from './shared/setup.mjs'

const LIMIT_BYTES = 80_000_000

/**
 * What the built server reads beside `dist`, and what the operator reads. Of `src/deploy` by name, because an operator
 * keeps the secrets of compose.yaml beside it.
 */
const CONTENTS = [
  'dist/client',
  'dist/server',
  'dist/empty-database',
  'dist/earlier-assets/releases.json',
  'src/server/db/migrations',
  'src/server/db/embedded',
  'src/server/files/thread',
  'src/server/pdf/thread',
  'src/server/demo/photos',
  ...['Containerfile', 'bagrun.service', 'compose.yaml', 'grafana-dashboard.json'].map((name) => `src/deploy/${name}`),
  ...['haproxy.cfg', 'nginx.conf', 'prometheus-rules.yml'].map((name) => `src/deploy/${name}`),
  '.env.example',
  'CHANGELOG.md',
  'docs',
]
const LINK = /\[([^\]]+)\]\(([^)\s]+)\)/g
/** The server's sources are in `dist`. */
const LEFT_OUT = /\.ts$|_snapshot\.json$/

const { values } = readOptions({
  command: 'npm run release --',
  does: 'Writes the archive of this version: the built product with the packages it runs on, for a machine with Node and nothing else.',
  options: {
    into: { value: 'FOLDER', default: 'dist-release', says: 'the folder of the archive' },
    after: { value: 'FILE', says: 'the archive of the release before, whose pages still find their assets here' },
  },
})
await ensureInstalled({ dev: true })
if (values.after !== undefined) await shelveAssetsOf(path.resolve(values.after))
await ensureBuilt({ force: values.after !== undefined })

const { name, version, description, license, type, engines, scripts } = JSON.parse(
  readFileSync(path.join(ROOT, 'package.json'), 'utf8'),
)
const temporary = mkdtempSync(path.join(tmpdir(), 'bagrun-release-'))
const folder = path.join(temporary, `${name}-${version}`)
mkdirSync(folder)
try {
  for (const one of CONTENTS)
    if (existsSync(path.join(ROOT, one)))
      cpSync(path.join(ROOT, one), path.join(folder, one), { recursive: true, filter: (file) => !LEFT_OUT.test(file) })
  const commands = Object.entries(scripts)
    .filter(([, line]) => line.startsWith('node src/tools/command.mjs '))
    .map(([one]) => [one, `node dist/server/commands.js ${one}`])
  const own = {
    name,
    version,
    private: true,
    description,
    license,
    type,
    engines,
    scripts: Object.fromEntries(commands),
  }
  unlinkSources(folder)
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(own, null, 2)}\n`)
  const { copyPackages } = await import('./shared/release-packages.mjs')
  const packages = await copyPackages(folder)
  writeFileSync(
    path.join(folder, 'PACKAGES.txt'),
    packages.map(({ name: one, version: of, license: under }) => `${one} ${of}: ${under}\n`).join(''),
  )
  const archive = await pack()
  const { size } = statSync(archive)
  console.log(`${path.relative(process.cwd(), archive)}: ${(size / 1e6).toFixed(1)} MB, ${packages.length} packages`)
  if (size > LIMIT_BYTES) giveUp(`A release has at most ${LIMIT_BYTES / 1e6} MB.`)
} finally {
  rmSync(temporary, { recursive: true, force: true })
}

/** Pages also lead to sources, which are not in the archive: there the link's text stays. */
function unlinkSources(folder) {
  const pages = [
    'CHANGELOG.md',
    ...readdirSync(path.join(folder, 'docs'), { recursive: true }).map((name) => `docs/${name}`),
  ]
  for (const page of pages.filter((name) => name.endsWith('.md'))) {
    const file = path.join(folder, page)
    const isHere = (target) => /^[a-z]+:|^#/.test(target) || existsSync(path.resolve(file, '..', target.split('#')[0]))
    const text = readFileSync(file, 'utf8')
    const own = text.replaceAll(LINK, (link, shown, target) => (isHere(target) ? link : shown))
    if (own !== text) writeFileSync(file, own)
  }
}

/** Everybody may read every file, because the server runs as a user of its own. @returns the archive */
async function pack() {
  const sums = readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => ({ entry, file: path.join(entry.parentPath ?? entry.path, entry.name) }))
    .map(({ entry, file }) => {
      chmodSync(file, entry.isDirectory() ? 0o755 : 0o644)
      return entry.isFile()
        ? `${createHash('sha256').update(readFileSync(file)).digest('hex')}  ${path.relative(folder, file)}`
        : ''
    })
    .filter(Boolean)
  writeFileSync(
    path.join(folder, 'SHA256SUMS'),
    `${sums.toSorted((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1)).join('\n')}\n`,
  )
  const into = path.resolve(values.into)
  mkdirSync(into, { recursive: true })
  const archive = path.join(into, `${name}-${version}.tar.gz`)
  // The same commit gives the same bytes.
  const args = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '-C', temporary]
  const { code } = await run('tar', [...args, '-I', 'gzip -9n', '-cf', archive, path.basename(folder)])
  if (code !== 0) giveUp('The archive could not be written; the reason is above.')
  return archive
}
