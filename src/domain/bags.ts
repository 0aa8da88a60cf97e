import type { CustomerServiceType } from './words.ts'

interface BagsInput {
  /** Null: unknown, or no stop's. */
  readonly serviceType: CustomerServiceType | null
  readonly pu: number
}

/** The bags of a stop or of its income. A rubbish removal has none: its `pu` of 1 only says that it was collected. */
export function bagsOf({ serviceType, pu }: BagsInput): number {
  return serviceType === 'RUBBISH_REMOVAL' ? 0 : pu
}

export function totalBags(stops: readonly BagsInput[]): number {
  return stops.reduce((sum, stop) => sum + bagsOf(stop), 0)
}
