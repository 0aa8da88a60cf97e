import { once } from 'node:events'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { packageRoot } from '#server/package-root.ts'
import { scriptFor } from '../support/chromium.ts'
import type { Figure } from '../support/figures.ts'
import type { Divided } from './fleet-thread.ts'

const SECONDS = 10
const MEMORY = 100
const P99 = 20
/** How long the loop is watched without the thread, ms: what the machine itself delays. */
const ALONE_MS = 3_000
const LOOK_EVERY = 100

/** 1,000 stops over 8 drivers in a thread, and what the thread beside it feels of that. */
export async function fleet(): Promise<Figure[]> {
  const code = await scriptFor(path.join(packageRoot(), 'tests', 'bench', 'order', 'fleet-thread.ts'))
  const alone = await delayDuring(() => wait(ALONE_MS))
  const before = process.memoryUsage.rss()
  let most = before
  const look = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), LOOK_EVERY)
  let divided: Divided | undefined
  const beside = await delayDuring(async () => {
    const worker = new Worker(
      `${code}\nrequire('node:worker_threads').parentPort.postMessage(divideTown(${SECONDS}))`,
      { eval: true },
    )
    ;[divided] = (await once(worker, 'message')) as [Divided]
    await worker.terminate()
  })
  clearInterval(look)
  const { taken, hours, driven } = divided!
  const memory = (most - before) / 1e6
  return [
    {
      what: '1,000 stops over 8 drivers in a thread: seconds; more memory',
      ours: `${taken.toFixed(1)} s; ${memory.toFixed(0)} MB`,
      rival: '',
      ratio: null,
      goal: { says: `at most ${SECONDS} s; ${MEMORY} MB`, met: taken <= SECONDS * 1.02 && memory <= MEMORY },
    },
    {
      what: '… event loop beside it, p99',
      ours: `${beside.toFixed(1)} ms`,
      rival: `${alone.toFixed(1)} ms without the thread`,
      ratio: null,
      goal: { says: `under ${P99} ms`, met: beside < P99 },
    },
    {
      what: '… hours of the shortest and longest day; driven in all',
      ours: `${Math.min(...hours).toFixed(2)}, ${Math.max(...hours).toFixed(2)}; ${driven.toFixed(1)}`,
      rival: '',
      ratio: null,
    },
  ]
}

/** The event loop's delay while something is done, p99, ms. */
async function delayDuring(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await work()
  delay.disable()
  return delay.percentile(99) / 1e6
}
