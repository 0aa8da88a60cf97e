import type { Town } from './town.ts'

/** Whether a second server on the same folder is refused with a sentence, and the first still runs. */
export async function secondIsRefused(town: Town): Promise<boolean> {
  const dataDir = town.folder()
  town.copyTo(dataDir)
  const first = await town.start(dataDir)
  try {
    const second = await town.start(dataDir).then(
      async (product) => {
        await product.kill()
        return ''
      },
      (error: unknown) => String(error),
    )
    const people = await town.people(first)
    return (
      second.includes(`is in use by process ${first.pid()}`) && (await people.admin.get('/v1/products')).status === 200
    )
  } finally {
    await first.kill()
  }
}
