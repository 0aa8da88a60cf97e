import { t } from '#client/ui/core/texts.ts'

interface PhotoRecord {
  readonly type: string
  readonly payload: Readonly<Record<string, unknown>> | null
}

/** The photos of a stop's records, in the order of these; undone ones too, so that the numbers of the others stay. */
export const photosRecorded = (events: readonly PhotoRecord[]): unknown[] =>
  events.flatMap(({ type, payload }) => (type === 'photo' && payload !== null ? [payload['photoID']] : []))

/** "Photo 2" where a stop has records of several, "Photo" otherwise: the same beside the picture and in the history. */
export function photoWords(photoID: unknown, recorded: readonly unknown[]): string {
  const at = recorded.indexOf(photoID)
  return at < 0 || recorded.length < 2 ? t('Photo') : t('Photo {{number}}', { number: at + 1 })
}
