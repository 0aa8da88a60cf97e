import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** A separate disk of limited size, which can really be filled: the browser's quota override does not test that. */
export interface SmallDisk {
  folder: string
  /** Fills the disk to the last byte. */
  fill(): void
  free(): void
  remove(): void
}

const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'ignore' })

/** Null: mounting is not permitted here; only root on Linux may. */
export function mountDisk(megabytes: number): SmallDisk | null {
  if (process.platform !== 'linux') return null
  const folder = mkdtempSync(path.join(os.tmpdir(), 'br-disk-'))
  try {
    run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder)
  } catch {
    rmdirSync(folder)
    return null
  }
  const fillers = ['large', 'small'].map((name) => path.join(folder, name))
  return {
    folder,
    fill() {
      for (const [at, bytes] of [65_536, 512].entries()) {
        const piece = Buffer.alloc(bytes)
        try {
          for (;;) appendFileSync(fillers[at] ?? '', piece)
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        }
      }
    },
    free: () => fillers.forEach((file) => rmSync(file, { force: true })),
    remove() {
      run('umount', '--lazy', folder)
      rmdirSync(folder)
    },
  }
}
