import { type Folder, JournalFiles, type OpenFile } from './journal-file.ts'

/**
 * The journal in a private file system. It runs in a dedicated worker, because only there a file can be written in
 * place. Where the browser has storage buckets, the file is in one of its own: on a full disk Chromium deletes the
 * bucket of the databases, also of an origin that may keep its data (measured on a disk of 90 MB).
 */

export type JournalRequest = { number: number } & (
  | { kind: 'open'; name: string }
  | { kind: 'append' | 'rewrite'; entries: readonly string[] }
  | { kind: 'is-there' | 'close' }
)
export interface JournalAnswer {
  number: number
  /** `open`: the entries found; otherwise success; or the text of an error. */
  value: readonly string[] | boolean | { error: string }
}

/** A page that was just left or reloaded closes its file within this time, ms. */
const LET_GO_WITHIN_MS = 1_000
const LOOK_EVERY_MS = 50

let files: JournalFiles | null = null

async function open(name: string): Promise<readonly string[]> {
  const root = navigator.storage.getDirectory()
  const bucket = await openJournalBucket()
  if (bucket) {
    // On a full disk the root may not open, while the bucket does.
    const before = await root.then(folderOf, () => undefined)
    files = await JournalFiles.open(folderOf(bucket), name, before)
  } else files = await JournalFiles.open(folderOf(await root), name)
  return files.entries
}

function folderOf(directory: FileSystemDirectoryHandle): Folder {
  const until = performance.now() + LET_GO_WITHIN_MS
  const opened: Folder['open'] = async (name, { create }) => {
    try {
      const handle = (await directory.getFileHandle(name, { create })) as FileSystemFileHandle & {
        createSyncAccessHandle(): Promise<OpenFile>
      }
      return await handle.createSyncAccessHandle()
    } catch (error) {
      const { name: kind } = error as DOMException
      if (kind === 'NotFoundError') return null
      if (kind !== 'NoModificationAllowedError') throw error
      // Another window keeps the file. It is waited for until here, because its records would look as not recorded.
      if (performance.now() > until) return null
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
      return opened(name, { create })
    }
  }
  return {
    open: opened,
    remove: (name) => directory.removeEntry(name),
    has: (name) =>
      directory.getFileHandle(name).then(
        () => true,
        () => false,
      ),
  }
}

async function answer(request: JournalRequest): Promise<JournalAnswer['value']> {
  switch (request.kind) {
    case 'open':
      return open(request.name)
    case 'append':
      return files?.append(request.entries) ?? false
    case 'rewrite':
      return (await files?.rewrite(request.entries)) ?? false
    case 'is-there':
      return (await files?.isThere()) ?? false
    case 'close':
      files?.close()
      files = null
      return true
  }
}

/** The last request; the next one begins after it. */
let last: Promise<unknown> = Promise.resolve()
addEventListener('message', ({ data }: MessageEvent<JournalRequest>) => {
  last = last
    .then(() => answer(data))
    .catch((error: unknown) => ({ error: String(error) }))
    .then((value) => postMessage({ number: data.number, value } satisfies JournalAnswer))
})

/** https://wicg.github.io/storage-buckets/ */
interface StorageBucket {
  getDirectory(): Promise<FileSystemDirectoryHandle>
}
interface StorageBuckets {
  open(name: string, options: { persisted: boolean; durability: 'strict' }): Promise<StorageBucket>
}

/**
 * The folder of the journal's file, in a bucket of its own. Each opening asks the browser again to protect it, so that
 * one made before the browser agreed is protected from then on. Null: the browser has no buckets, or the disk is too
 * full to make one.
 */
export async function openJournalBucket(): Promise<FileSystemDirectoryHandle | null> {
  try {
    const { storageBuckets } = navigator as { storageBuckets?: StorageBuckets }
    const bucket = await storageBuckets?.open('journal', { persisted: true, durability: 'strict' })
    return bucket ? await bucket.getDirectory() : null
  } catch {
    return null
  }
}
