import type { CustomerRow } from '../customers-reads.ts'
import type { PossibleDouble } from './possible-doubles-reads.ts'

export function presentRequestPart(
  { quotedAt, quotedPrice, quotations, acceptedAt }: CustomerRow,
  possibleDouble: PossibleDouble | null,
) {
  return {
    quotedAt,
    quotedPrice,
    quotations,
    acceptedAt,
    possibleDouble,
  }
}
