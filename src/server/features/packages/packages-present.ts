import type { AnswerOf } from '#contract/endpoint.ts'
import type { getProduct } from '#contract/v1/packages.ts'
import type { CountedPackage } from './packages-reads.ts'

export const presentPackage = (row: CountedPackage): AnswerOf<typeof getProduct> => ({
  ...row,
  retired: row.retiredAt !== null,
})
