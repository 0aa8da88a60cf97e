import { fork } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readOptions } from './shared/options.mjs'
import { ROOT } from './shared/root.mjs'
import { giveUp } from './shared/run.mjs'
import { ensureInstalled } from './shared/setup.mjs'
import { testModule } from './shared/test-module.mjs'

/**
 * Simulates days of phone, network and office by seed, with all kinds of failures. `--planted` breaks the product on
 * purpose, one break after the other, and reports the seed that detected each.
 */
const { values } = readOptions({
  command: 'npm run sim --',
  does: 'Seeded days of phones, network and office with the faults that occur in them.',
  options: {
    seeds: { value: 'N', default: '1000', least: 1, says: 'how many days' },
    first: { value: 'K', default: '1', least: 1, says: 'the first day’s seed' },
    seed: { value: 'S', least: 1, says: 'runs this one day again' },
    planted: { says: 'breaks the product on purpose, one break after the other, and says by which seed each was seen' },
    only: { value: '"a,b"', says: 'with --planted: these breaks alone' },
    workers: {
      value: 'N',
      default: String(Math.min(2, availableParallelism())),
      least: 1,
      says: 'days run at the same time',
    },
  },
})
const first = values.seed ?? values.first
const seeds = values.seed === undefined ? values.seeds : 1
const workers = Math.min(values.workers, values.planted ? Infinity : seeds)
const all = Array.from({ length: seeds }, (_, at) => first + at)
const SHOWN = 5
/** The seed by which each break was last seen. That day is lived first, because a search takes hours for all. */
const SEEN_BY = path.join(ROOT, 'tests', 'support', 'simulation', 'breaks', 'seen-by.json')

await ensureInstalled({ dev: true })
process.exit(values.planted ? await planted() : await days())

async function days() {
  const since = performance.now()
  let lived = 0
  let requests = 0
  /** @type {{ seed: number, wrongs: string[] }[]} */
  const bad = []
  const count = (/** @type {Day} */ day) => {
    lived += 1
    requests += day.requests
    if (day.wrongs.length > 0) bad.push(day)
    if (lived % 500 === 0)
      console.error(`${lived} days, ${((performance.now() - since) / 1000).toFixed(0)} s, ${bad.length} bad`)
  }
  await Promise.all(
    Array.from({ length: workers }, async (_, at) => {
      const worker = await start()
      await worker.live({ seeds: all.filter((seed) => (seed - first) % workers === at), breaking: null }, count)
      worker.end()
    }),
  )
  for (const { seed, wrongs } of bad.sort((a, b) => a.seed - b.seed).slice(0, SHOWN)) {
    console.log(`Seed ${seed}: live it again with   npm run sim -- --seed ${seed}`)
    for (const wrong of wrongs) console.log(`  ${wrong}`)
  }
  const seconds = (performance.now() - since) / 1000
  console.log(
    `${lived} days, ${requests} requests, ${seconds.toFixed(1)} s with ${workers} at a time: ${bad.length} bad`,
  )
  return bad.length > 0 || lived < seeds ? 1 : 0
}

async function planted() {
  const module = await testModule('support', 'simulation', 'breaks.ts')
  const wanted = values.only?.split(',').map((/** @type {string} */ name) => name.trim())
  /** @type {{ name: string }[]} */
  const breaks = module.BREAKS.filter(
    (/** @type {{ name: string }} */ one) => wanted === undefined || wanted.includes(one.name),
  )
  const unknown = wanted?.filter((name) => !breaks.some((one) => one.name === name)) ?? []
  if (unknown.length > 0)
    giveUp(
      `There is no break ${unknown.join(', ')}; there are ${module.BREAKS.map((/** @type {{ name: string }} */ one) => one.name).join(', ')}.`,
    )
  /** @type {Record<string, number>} */
  const seenBy = existsSync(SEEN_BY) ? JSON.parse(readFileSync(SEEN_BY, 'utf8')) : {}
  const daysFor = (/** @type {{ name: string }} */ one) => {
    /** @type {number[]} */
    const days = module.daysFor(one, all)
    const last = days.filter((seed) => seed === seenBy[one.name])
    return [...last, ...days.filter((seed) => !last.includes(seed))]
  }
  const left = [...breaks]
  let unseen = 0
  const next = async () => {
    let worker = await start()
    for (let one = left.shift(); one; one = left.shift()) {
      const since = performance.now()
      /** @type {{ seed: number, wrongs: string[] }[]} */
      const seen = []
      const failed = module.notFound(one, ROOT)
      const lived =
        failed !== null ||
        (await worker.live(
          { seeds: daysFor(one), breaking: one.name },
          (day) => void (day.wrongs.length > 0 && seen.push(day)),
        ))
      const [found] = seen
      // A day that did not end keeps running in the worker, and would be reported under the next break's name.
      if (lived && found?.wrongs[0]?.startsWith('Error')) worker.end()
      if (!lived || found?.wrongs[0]?.startsWith('Error')) worker = await start()
      const words =
        failed ??
        (found
          ? `seed ${found.seed}: ${(found.wrongs[0] ?? '').split('\n')[0]?.slice(0, 120)}`
          : lived
            ? `NOT SEEN in ${seeds} days`
            : 'the simulation itself ended')
      if (!found) unseen += 1
      else {
        seenBy[one.name] = found.seed
        writeFileSync(SEEN_BY, `${JSON.stringify(Object.fromEntries(Object.entries(seenBy).sort()), null, 2)}\n`)
      }
      console.log(`${one.name.padEnd(46)} ${words} (${((performance.now() - since) / 1000).toFixed(0)} s)`)
    }
    worker.end()
  }
  await Promise.all(Array.from({ length: workers }, next))
  console.log(`${breaks.length - unseen} of ${breaks.length} breaks seen`)
  return unseen > 0 ? 1 : 0
}

/**
 * @typedef {{ seed: number, wrongs: string[], requests: number }} Day
 * @typedef {{ kind: 'day' } & Day | { kind: 'ready' | 'done' | 'gone' }} Told what a process reports
 */

/**
 * Starts a process that runs lists of seeds, one list at a time.
 * @returns {Promise<{
 *   live: (
 *     task: { seeds: number[], breaking: string | null },
 *     tell: (day: Day) => void,
 *   ) => Promise<boolean>,
 *   end: () => void,
 * }>}
 */
async function start() {
  const file = fileURLToPath(new URL('./shared/sim-worker.mjs', import.meta.url))
  const child = fork(file, [], { execArgv: ['--max-semi-space-size=64', '--single-threaded-gc', '--no-warnings'] })
  /** @type {(told: Told) => void} */
  let listen = () => undefined
  child.on('message', (/** @type {Told} */ told) => listen(told))
  child.on('exit', (code, signal) => {
    if (code !== null || signal !== 'SIGTERM') console.error(`A simulation ended: ${code ?? signal}`)
    listen({ kind: 'gone' })
  })
  await new Promise((resolve) => (listen = resolve))
  return {
    live: (task, tell) =>
      new Promise((resolve) => {
        listen = (told) => {
          if (told.kind === 'day') tell(told)
          else resolve(told.kind === 'done')
        }
        child.send(task)
      }),
    end: () => child.kill(),
  }
}
