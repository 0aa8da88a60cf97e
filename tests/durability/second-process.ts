import type { Fixture } from './fixture.ts'

/** Whether a second server on the same folder is refused with a sentence, and the first still runs. */
export async function secondIsRefused(fixture: Fixture): Promise<boolean> {
  const dataDir = fixture.folder()
  fixture.copyTo(dataDir)
  const first = await fixture.start(dataDir)
  try {
    const second = await fixture.start(dataDir).then(
      async (product) => {
        await product.kill()
        return ''
      },
      (error: unknown) => String(error),
    )
    const people = await fixture.people(first)
    return (
      second.includes(`is in use by process ${first.pid()}`) && (await people.admin.get('/v1/products')).status === 200
    )
  } finally {
    await first.kill()
  }
}
