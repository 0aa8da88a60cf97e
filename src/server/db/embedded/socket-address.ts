import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Maximum length of a socket's path without the final zero: 107 bytes on Linux, 103 on macOS. */
const LONGEST_SOCKET_PATH = 103

export interface SocketFolder {
  /**
   * The address of a socket inside the folder.
   * @param name at most 32 characters
   */
  address(name: string): string
  /** Deletes the symbolic link, if one was needed. */
  close(): void
}

/**
 * Sockets inside `folder`. A path that is too long is reached through a symbolic link in the temporary directory; the
 * socket is still in the folder, where every process that uses it finds it.
 */
export function socketFolder(folder: string): SocketFolder {
  const direct = path.resolve(folder)
  if (process.platform === 'win32') return { address: (name) => pipeName(direct, name), close: () => undefined }
  if (fits(direct)) return { address: (name) => path.join(direct, name), close: () => undefined }
  const base = [tmpdir(), '/tmp'].find((candidate) => fits(path.join(candidate, 'bagrun-xxxxxx', 'd'))) ?? tmpdir()
  const short = mkdtempSync(path.join(base, 'bagrun-'))
  symlinkSync(realpathSync(direct), path.join(short, 'd'))
  return {
    address: (name) => path.join(short, 'd', name),
    close: () => rmSync(short, { recursive: true, force: true }),
  }
}

export function uniqueName(prefix: string): string {
  return `${prefix}-${randomBytes(6).toString('hex')}.sock`
}

/** Windows has named pipes in one flat namespace, so the folder becomes part of the name. */
export function pipeName(folder: string, name: string): string {
  const key = createHash('sha256').update(realpathSync(folder).toLowerCase()).digest('hex').slice(0, 24)
  return `\\\\.\\pipe\\bagrun-${key}-${name}`
}

function fits(folder: string): boolean {
  return Buffer.byteLength(folder) + 1 + 32 <= LONGEST_SOCKET_PATH
}
