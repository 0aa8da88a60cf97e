import path from 'node:path'
import { ROOT } from './root.mjs'

/**
 * Loads a module of `tests` from its source, with all its imports. Call it once packages are installed.
 * @param {string[]} file its path below `tests`
 */
export async function testModule(...file) {
  const { runnerImport } = await import('vite')
  const { module } = await runnerImport(path.join(ROOT, 'tests', ...file), {
    root: ROOT,
    configFile: false,
    logLevel: 'error',
  })
  return module
}
