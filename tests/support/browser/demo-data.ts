import { constants, cpSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Environment variable that gives later processes the folder of this run's demo data. */
export const WHERE = 'BAGRUN_DEMO_DATA'

/** A short path: the folder holds a Unix socket, whose whole path must fit into 108 bytes. */
export const newFolder = () => mkdtempSync(path.join(os.tmpdir(), 'br-'))

export function removeDemoData(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** A socket can't be copied, and belongs to a server that has ended. */
export const isNoSocket = (from: string) => !statSync(from, { throwIfNoEntry: false })?.isSocket()

/** Makes a separate copy of the demo business. @returns the data folder and a function that removes it */
export function copyDemoData(): { dataDir: string; remove(): void } {
  const original = process.env[WHERE]
  if (original === undefined) throw new Error('The demo data is made by tests/e2e/demo-once.ts, which did not run.')
  const folder = newFolder()
  const dataDir = path.join(folder, 'd')
  // Where the file system can, it shares the contents until one of the two changes them.
  cpSync(original, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE, filter: isNoSocket })
  return { dataDir, remove: () => removeDemoData(folder) }
}
