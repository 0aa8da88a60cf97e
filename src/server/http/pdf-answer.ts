import { RawAnswer } from './serve.ts'

/** Each PDF is drawn anew, so a session may ask for this many a minute. */
export const PDFS_PER_MINUTE = { perSession: { hits: 120, seconds: 60 } }

export function pdfAnswer(bytes: Uint8Array, filename: string): RawAnswer {
  return new RawAnswer(bytes, 'application/pdf', {
    'cache-control': 'private, no-store',
    'content-disposition': `inline; filename="${filename}"`,
    'x-content-type-options': 'nosniff',
  })
}
