import { getLogo, putLogo } from '#contract/v1/photos.ts'
import { inTransaction } from '../../db/transaction.ts'
import { RawAnswer, type Route, serve } from '../../http/serve.ts'
import { changeLogo, readLogo } from './logo-commands.ts'
import { logoFile, logoUrl } from './logo-reads.ts'

export const logoRoutes = (): Route[] => [
  serve(putLogo, { transaction: false })(async (_input, context) => {
    const logo = await readLogo(context.bytes ?? new Uint8Array())
    return inTransaction(context.database, async (tx) => {
      await changeLogo(tx, context, logo)
      return { logoUrl: await logoUrl(tx) }
    })
  }),

  serve(getLogo)(async ({ hash }, { db, refuse }) => {
    const file = await logoFile(db, hash)
    if (file === null) return refuse('not_found')
    return new RawAnswer(file.content, file.contentType, {
      // A changed logo has another address.
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
  }),
]
