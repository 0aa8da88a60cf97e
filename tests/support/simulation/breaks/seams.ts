import type { Seam } from './break.ts'
import { OF_CONNECTION } from './seams-connection.ts'
import { OF_DOMAIN } from './seams-domain.ts'
import { OF_RECORDING } from './seams-recording.ts'
import { OF_RECORDS } from './seams-records.ts'
import { OF_SENDING } from './seams-sending.ts'
import { OF_SERVER } from './seams-server.ts'
import { OF_SHOWING } from './seams-showing.ts'
import { OF_STORAGE } from './seams-storage.ts'
import { OF_TURNS } from './seams-turns.ts'

export const SEAMS: readonly Seam[] = [
  ...OF_SENDING,
  ...OF_TURNS,
  ...OF_CONNECTION,
  ...OF_STORAGE,
  ...OF_RECORDS,
  ...OF_SHOWING,
  ...OF_DOMAIN,
  ...OF_RECORDING,
  ...OF_SERVER,
]

/** What the planted function becomes. @public called by the changed file (breaks.ts) */
export function seamOf<T>(name: string, original: T): T {
  const seam = SEAMS.find((one) => one.name === name)
  if (seam === undefined) throw new Error(`There is no break “${name}”`)
  return seam.becomes(original as never) as T
}
