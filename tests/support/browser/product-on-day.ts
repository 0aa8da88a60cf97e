import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { instantAt } from '#domain/dates.ts'
import { packageRoot } from '#server/package-root.ts'
import { newFolder, removeFolder } from './demo.ts'
import { type Product, startProduct } from './product.ts'

const CLOCK = pathToFileURL(path.join(packageRoot(), 'tests/support/browser/clock-from-file.mjs')).href
const SYDNEY = 'Australia/Sydney'

export interface DatedProduct extends Product {
  /** Stops it, and starts it again at that time in Sydney. */
  comeTo(day: string, time: string): Promise<void>
  /** Stops it and forgets its data. */
  close(): Promise<void>
}

/** The real product with data of its own, whose clock stands where the test wishes and then goes on. */
export async function startProductOn(
  day: string,
  time: string,
  env: Record<string, string> = {},
): Promise<DatedProduct> {
  const folder = newFolder()
  const file = path.join(folder, 'clock')
  const set = (on: string, at: string) => writeFileSync(file, instantAt(on, at, SYDNEY).toISOString())
  set(day, time)
  const clock = { NODE_OPTIONS: `--import ${CLOCK}`, CLOCK_FILE: file }
  const product = await startProduct({ dataDir: path.join(folder, 'd'), env: { ...env, ...clock } })
  return {
    ...product,
    comeTo: async (on, at) => {
      await product.stop()
      set(on, at)
      await product.start()
    },
    close: async () => {
      await product.stop()
      removeFolder(folder)
    },
  }
}
