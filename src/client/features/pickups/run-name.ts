import type { TFunction } from 'i18next'
import type { StoredRun } from '#client/offline/stored.ts'

/** The office's name for the run, else its number within the week. */
export function runName(t: TFunction<'pickups'>, run: Pick<StoredRun, 'description' | 'sequenceNumber'>): string {
  return run.description?.trim() || t('run', { number: run.sequenceNumber })
}
