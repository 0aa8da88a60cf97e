import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import { packageRoot } from '#server/package-root.ts'

/** One file that Node runs in a process of its own. */
export interface BuiltEntry {
  readonly file: string
  remove(): void
}

/** Builds a module with everything of the product that it imports. @param entry its path from the package's root */
export async function builtEntry(entry: string): Promise<BuiltEntry> {
  // Inside the package, as dist/ is: from there it finds its packages and the threads' files.
  const root = path.join(packageRoot(), 'node_modules/.cache/bagrun', `built-${randomBytes(4).toString('hex')}`)
  const outDir = path.join(root, 'dist/server')
  await build({
    root: packageRoot(),
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: { ssr: entry, outDir, target: 'node20', rollupOptions: { output: { entryFileNames: 'main.js' } } },
  })
  return {
    file: path.join(outDir, 'main.js'),
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  }
}
