import { RawAnswer } from './serve.ts'

/** Documents of one person: in no cache. At most this many a minute of one session, because each one is drawn anew. */
export const PDFS_PER_MINUTE = { perSession: { hits: 120, seconds: 60 } }

export function pdfAnswer(bytes: Uint8Array, filename: string): RawAnswer {
  return new RawAnswer(bytes, 'application/pdf', {
    'cache-control': 'private, no-store',
    'content-disposition': `inline; filename="${filename}"`,
    'x-content-type-options': 'nosniff',
  })
}
