import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { newFolder, removeFolder } from '../fixtures/business-on-disk.ts'
import { type BuiltEntry, builtEntry } from '../support/built-entry.ts'
import { startPostgres } from './server/postgres.ts'
import { type Bench, type Figure, millis, type Options } from './support/figures.ts'

const CHARGES = Number(process.env['BAGRUN_BENCH_CHARGES'] ?? 5_000)
const DELAY_MS = 50

const METHOD = `Automatic payments: ${CHARGES.toLocaleString('en')} customers with a saved card and an announced invoice each, in a process with the payments sandbox behind its own port, its webhooks included; once. Memory: the highest resident size of the process, less that before; the event loop’s delay over the whole time, in which the sandbox works too.`

interface Measured {
  readonly seconds: number
  readonly moreMb: number
  readonly delayP99: number
  readonly longest: number
}

/** What planning and making all charges of a large firm's day costs. */
export async function autopay({ only }: Options): Promise<Bench> {
  const asked = (name: string) => only === undefined || name.startsWith(only)
  const figures: Figure[] = []
  const method = [METHOD]
  const night = await builtEntry('tests/bench/autopay/night.ts')
  try {
    if (asked('embedded')) figures.push(...(await through(night, 'embedded')))
    const postgres = asked('postgres') ? await startPostgres() : null
    if (postgres === null) return { figures, method }
    try {
      figures.push(...(await through(night, 'PostgreSQL', await postgres.newDatabase())))
      method.push(`PostgreSQL ${postgres.version} on the same machine, fsync on.`)
    } finally {
      await postgres.stop()
    }
  } finally {
    night.remove()
  }
  return { figures, method }
}

async function through({ file }: BuiltEntry, name: string, url?: string): Promise<Figure[]> {
  const folder = newFolder()
  const env = {
    ...process.env,
    CHARGES: String(CHARGES),
    DATA_DIR: path.join(folder, 'd'),
    SECRET_KEY: 'a secret key for the bench, long enough',
    ...(url !== undefined && { DATABASE_URL: url }),
  }
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', file], { env })
    console.error(`autopay ${name}: ${stdout.trim()}`)
    const { planned, again, charged } = JSON.parse(stdout) as Record<'planned' | 'again' | 'charged', Measured>
    return [
      ...figuresOf(`${CHARGES} charges planned, ${name}`, planned),
      figure(`${CHARGES} charges planned, ${name}: a further look`, millis(again.seconds * 1000)),
      ...figuresOf(`${CHARGES} charges made, ${name}`, charged),
    ]
  } finally {
    removeFolder(folder)
  }
}

const figure = (what: string, ours: string, goal?: Figure['goal']): Figure => ({
  what,
  ours,
  rival: '',
  ratio: null,
  ...(goal && { goal }),
})

function figuresOf(what: string, { seconds, moreMb, delayP99, longest }: Measured): Figure[] {
  return [
    figure(what, `${Math.round(CHARGES / seconds)}/s`),
    figure(`${what}: memory`, `${Math.round(moreMb)} MB more`),
    figure(`${what}: delay of the event loop, p99 (longest ${millis(longest)})`, millis(delayP99), {
      says: `under ${millis(DELAY_MS)}`,
      met: delayP99 < DELAY_MS,
    }),
  ]
}
