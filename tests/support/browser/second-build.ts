import { appendFileSync, copyFileSync, cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { packageRoot } from '#server/db/package-root.ts'

/** An installation beside this one, whose build may be changed while phones use it. */
export interface OtherInstallation {
  readonly root: string
  /** A new release goes live: the service worker is another one. */
  release(): void
  remove(): void
}

export function copyInstallation(): OtherInstallation {
  const from = packageRoot()
  const root = mkdtempSync(path.join(os.tmpdir(), 'br-release-'))
  copyFileSync(path.join(from, 'package.json'), path.join(root, 'package.json'))
  cpSync(path.join(from, 'dist'), path.join(root, 'dist'), { recursive: true })
  // A junction needs no rights on Windows; elsewhere it is a symbolic link.
  for (const folder of ['node_modules', 'src']) symlinkSync(path.join(from, folder), path.join(root, folder), 'junction')
  const worker = path.join(root, 'dist', 'client', 'sw.js')
  return {
    root,
    release: () => {
      appendFileSync(worker, `\n// ${Date.now()}\n`)
      // Compressed beforehand they would still be the old one.
      for (const kind of ['.br', '.gz']) if (existsSync(worker + kind)) rmSync(worker + kind)
    },
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }),
  }
}
