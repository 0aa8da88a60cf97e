import { officePaths } from '#client/shells/office-paths.ts'

export const priceChangesPaths = {
  new: () => officePaths.newPriceChange(),
  edit: (priceChangeID: string) => `${officePaths.priceChange(priceChangeID)}/edit`,
} as const
