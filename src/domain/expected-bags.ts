import { hasBags } from './bags.ts'
import type { CustomerServiceType } from './words.ts'

/** How many of a customer's latest collections say what is to be expected. */
export const COLLECTIONS_LOOKED_AT = 5

/**
 * Bags to be expected at a stop: the mean of the latest collections, rounded up, because a full truck turns back; one
 * where nothing was collected yet. A rubbish removal has none.
 */
export function expectedBags(serviceType: CustomerServiceType, latest: readonly number[]): number {
  if (!hasBags(serviceType)) return 0
  return Math.max(1, Math.ceil(latest.reduce((sum, bags) => sum + bags, 0) / Math.max(1, latest.length)))
}
