import fs from 'node:fs'
import path from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/**
 * Calls fsync for files and directories. PGlite's own Node file system reports success without syncing: after a power
 * cut its database opened 0 of 6 times (dependencies.md, "Server facts").
 *
 * A failing fsync throws through the database on purpose. PostgreSQL treats it as PANIC, because the kernel may have
 * dropped the dirty pages, so the process has to end and replay its log.
 */
export class DurableFileSystem extends NodeFS {
  /** fsync calls for the database: the start asserts that a commit increases the number. */
  fsyncs = 0

  /**
   * @param {import('@electric-sql/pglite').PGlite} pg
   * @param {Record<string, any>} options
   */
  async init(pg, options) {
    const { emscriptenOpts } = await super.init(pg, options)
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [
          ...(emscriptenOpts.preRun ?? []),
          (/** @type {any} */ mod) => {
            const nodefs = mod.NODEFS ?? mod.FS.filesystems.NODEFS
            // After a crash the database syncs every file twice. The second sync is skipped while nothing at all was
            // written since; with a thousand files the syncs take most of the recovery.
            const synced = new Set()
            forgetAtChange(nodefs.stream_ops, ['write', 'msync', 'allocate'], synced)
            forgetAtChange(nodefs.node_ops, ['setattr', 'mknod', 'rename', 'unlink', 'rmdir', 'symlink'], synced)
            nodefs.stream_ops.fsync = (/** @type {any} */ stream) => {
              const name = nodefs.realPath(stream.node)
              if (synced.has(name)) return 0
              if (stream.nfd === undefined) syncDirectory(name)
              else fs.fsyncSync(stream.nfd)
              synced.add(name)
              this.fsyncs += 1
              return 0
            }
          },
        ],
      },
    }
  }
}

/**
 * @param {Record<string, any>} operations
 * @param {string[]} names
 * @param {Set<string>} synced emptied before each of them
 */
function forgetAtChange(operations, names, synced) {
  for (const name of names) {
    const change = operations[name]
    if (typeof change !== 'function') continue
    operations[name] = (/** @type {any[]} */ ...given) => {
      synced.clear()
      return change.apply(operations, given)
    }
  }
}

/**
 * Makes the names in a directory durable. Windows can't open a directory for this and journals names itself.
 * @param {string} directory
 */
export function syncDirectory(directory) {
  if (process.platform === 'win32') return
  const handle = fs.openSync(directory, 'r')
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

/**
 * Syncs a whole directory tree, leaves first.
 * @param {string} directory
 */
export function syncTree(directory) {
  for (const entry of fs.readdirSync(directory, { withFileTypes: true })) {
    const child = path.join(directory, entry.name)
    if (entry.isDirectory()) syncTree(child)
    else if (entry.isFile()) syncFile(child)
  }
  syncDirectory(directory)
}

/** @param {string} file */
function syncFile(file) {
  // Windows flushes only handles opened for writing.
  const handle = fs.openSync(file, 'r+')
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}
