/** https://wicg.github.io/storage-buckets/ */
interface StorageBucket {
  getDirectory(): Promise<FileSystemDirectoryHandle>
}
interface StorageBuckets {
  open(name: string, options: { persisted: boolean; durability: 'strict' }): Promise<StorageBucket>
}

/**
 * The folder of the journal's file, in a bucket of its own. Each opening asks the browser again to protect it, so that one made before the
 * browser agreed is protected from then on. Null: the browser has no buckets, or the disk is too full to make one.
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
