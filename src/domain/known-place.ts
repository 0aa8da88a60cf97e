import type { Point } from './place.ts'

/** Apart from place.ts, whose patterns a driver's first load does not need. */

export interface MaybePlaced {
  /** Degrees; missing or null: not known. */
  latitude?: number | null | undefined
  longitude?: number | null | undefined
}

/** Where the bags stand; null: not known. */
export const placeOf = ({ latitude, longitude }: MaybePlaced): Point | null =>
  latitude == null || longitude == null ? null : { latitude, longitude }
