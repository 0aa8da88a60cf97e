import type { CustomerServiceType } from './words.ts'

interface BagsInput {
  /** Null: unknown, or no stop's. */
  readonly serviceType: CustomerServiceType | null
  readonly pu: number
}

/** What is said of bags is not said of a rubbish removal. @param serviceType null: unknown, or no stop's */
export const hasBags = (serviceType: CustomerServiceType | null): boolean => serviceType !== 'RUBBISH_REMOVAL'

/** The bags of a stop or of its income. A rubbish removal has none: its `pu` of 1 only says that it was collected. */
export function bagsOf({ serviceType, pu }: BagsInput): number {
  return hasBags(serviceType) ? pu : 0
}

export function totalBags(stops: readonly BagsInput[]): number {
  return stops.reduce((sum, stop) => sum + bagsOf(stop), 0)
}
