import path from 'node:path'
import { createServer, createServerModuleRunner } from 'vite'
import { ROOT } from './root.mjs'
import { testModule } from './test-module.mjs'

/** Runs the seeds that sim.mjs sends, one after the other, with the named break planted or none. */
const SIMULATION = path.join(ROOT, 'tests', 'support', 'simulation')
const breaks = await testModule('support', 'simulation', 'breaks.ts')

/** @type {{ name: string, file: string } | null} */
let planted = null
const vite = await createServer({
  root: ROOT,
  configFile: false,
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
  define: { __APP_BUILD__: '"simulation"' },
  plugins: [breaks.planting(() => planted)],
})
const { ssr } = vite.environments
if (!ssr) throw new Error('Vite has no place to run server code')

/** Loads the product again, reading only the file that contains a break or contained the previous one. */
async function load(/** @type {string | null} */ breaking) {
  const before = planted
  planted = breaks.BREAKS.find((/** @type {{ name: string }} */ one) => one.name === breaking) ?? null
  for (const one of [before, planted]) {
    if (one === null) continue
    for (const found of ssr.moduleGraph.getModulesByFile(path.join(ROOT, one.file)) ?? [])
      ssr.moduleGraph.invalidateModule(found)
  }
  const runner = createServerModuleRunner(ssr, { hmr: false })
  return runner.import(path.join(SIMULATION, 'run-days.ts'))
}

const tell = (/** @type {object} */ words) => new Promise((resolve) => process.send?.(words, resolve))

process.on('message', async (/** @type {{ seeds: number[], breaking: string | null }} */ task) => {
  const { Simulation } = await load(task.breaking)
  const simulation = new Simulation()
  for (const seed of task.seeds) {
    const { wrongs, requests } = await simulation.day(seed)
    await tell({ kind: 'day', seed, wrongs, requests })
    if (task.breaking !== null && wrongs.length > 0) break
  }
  await simulation.close().catch(() => undefined)
  await tell({ kind: 'done' })
})
await tell({ kind: 'ready' })
