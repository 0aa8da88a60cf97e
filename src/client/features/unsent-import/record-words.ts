import type { TFunction } from 'i18next'
import { EVENT_TYPES, OUTCOMES } from '#domain/words.ts'
import type { ReadIn } from './use-unsent-import.ts'

type T = TFunction<'unsentImport'>

/** What a record of a file says, as far as it can be read: "Done, 2 bags". */
export function recordWords(t: T, event: unknown): string {
  const { type, pu, outcome } = Object(event) as { type?: unknown; pu?: unknown; outcome?: unknown }
  const known = EVENT_TYPES.find((one) => one === type)
  if (known === undefined) return t('type_unknown')
  if (known === 'done') return t('type_done', { count: typeof pu === 'number' ? pu : 0 })
  if (known !== 'not-collected') return t(`type_${known}`)
  const why = OUTCOMES.find((one) => one === outcome)
  return why === undefined || why === 'COLLECTED' || why === 'EMPTY' ? t('type_unknown') : t('type_not-collected', { outcome: t(why) })
}

/** Why it is where it is; null where that goes without saying. */
export function whyWords(t: T, { result, code, message }: ReadIn['said']): string | null {
  if (code === 'photo_not_uploaded' || code === 'photo_damaged' || code === 'event_differs') return t(code)
  if (message === undefined) return null
  return result === 'applied' ? t('appliedFlagged', { message }) : message
}
