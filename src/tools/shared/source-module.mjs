import { createServer, createServerModuleRunner } from 'vite'
import path from 'node:path'
import { ROOT } from './root.mjs'
import { giveUp } from './run.mjs'

/**
 * Loads a module from its source, with all its imports. The loader stays open, because the product imports some parts
 * on demand.
 * @param {string[]} file its path from the root
 */
export async function sourceModule(...file) {
  const { environments } = await createServer({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  if (!environments.ssr) giveUp('Vite has no place to run server code')
  return createServerModuleRunner(environments.ssr, { hmr: false }).import(path.join(ROOT, ...file))
}
