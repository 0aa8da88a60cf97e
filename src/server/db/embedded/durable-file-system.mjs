import fs from 'node:fs'
import path from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/**
 * PGlite's own Node file system answers "synced" without syncing: after a power cut it opened 0 of 6 times
 * (dependencies.md, "Server facts"). This one really calls fsync, for files and for directories.
 *
 * A failing fsync throws through the database on purpose: PostgreSQL treats it as PANIC, because the kernel may have
 * dropped the dirty pages, and the process has to end and replay its log.
 */
export class DurableFileSystem extends NodeFS {
  /** How often the database asked for an fsync and got one: the start asserts that a commit raises it. */
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
            nodefs.stream_ops.fsync = (/** @type {any} */ stream) => {
              if (stream.nfd === undefined) syncDirectory(nodefs.realPath(stream.node))
              else fs.fsyncSync(stream.nfd)
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
 * Makes the names inside a directory durable. Windows can't open a directory for this and journals names itself.
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
 * Makes a whole directory tree durable, leaves first.
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
