import { cpSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Environment variable that gives later processes the folder of this run's demo data. */
export const WHERE = 'BAGRUN_DEMO_DATA'

/** A short path: the folder holds a Unix socket, whose whole path must fit into 108 bytes. */
export const newFolder = () => mkdtempSync(path.join(os.tmpdir(), 'br-'))

export function removeDemoData(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Makes a separate copy of the demo business. @returns the data folder and a function that removes it */
export function copyDemoData(): { dataDir: string; remove(): void } {
  const original = process.env[WHERE]
  if (original === undefined) throw new Error('The demo data is made by tests/e2e/demo-once.ts, which did not run.')
  const folder = newFolder()
  const dataDir = path.join(folder, 'd')
  // A socket can't be copied, and this one belongs to a server that has ended.
  cpSync(path.join(original, 'd'), dataDir, {
    recursive: true,
    filter: (from) => !statSync(from, { throwIfNoEntry: false })?.isSocket(),
  })
  return { dataDir, remove: () => removeDemoData(folder) }
}
