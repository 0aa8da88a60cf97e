import fs from 'node:fs'
import path from 'node:path'
import { vi } from 'vitest'

/**
 * A second directory beside a database's own, with what a power cut would leave: each file with its content at its last
 * fsync, and a deleted name until its directory was synced. Nothing unsynced survives, which is stricter than any real
 * disk. Create it before the database opens its files; `on` starts with everything so far on the disk.
 */
export function powerCutDisk(directory: string, after: string): { on(): void; syncs(): number; cut(): void } {
  const real = path.join(fs.realpathSync(path.dirname(directory)), path.basename(directory))
  const opened = new Map<number, string>()
  const { openSync, fsyncSync } = fs
  let watching = false
  let syncs = 0

  const opening = vi.spyOn(fs, 'openSync').mockImplementation((file, ...rest) => {
    const handle = openSync(file, ...rest)
    opened.set(handle, path.resolve(String(file)))
    return handle
  })
  const syncing = vi.spyOn(fs, 'fsyncSync').mockImplementation((handle) => {
    fsyncSync(handle)
    if (!watching) return
    syncs += 1
    const source = opened.get(handle)
    if (source !== undefined && (source === real || source.startsWith(real + path.sep))) keep(source)
  })

  function keep(source: string): void {
    const kept = path.join(after, path.relative(real, source))
    if (fs.statSync(source).isFile()) {
      fs.mkdirSync(path.dirname(kept), { recursive: true })
      fs.copyFileSync(source, kept)
      return
    }
    fs.mkdirSync(kept, { recursive: true })
    for (const name of fs.readdirSync(kept)) {
      if (!fs.existsSync(path.join(source, name))) fs.rmSync(path.join(kept, name), { recursive: true })
    }
  }

  return {
    on: () => {
      fs.cpSync(real, after, { recursive: true })
      watching = true
    },
    syncs: () => syncs,
    cut: () => {
      opening.mockRestore()
      syncing.mockRestore()
    },
  }
}
