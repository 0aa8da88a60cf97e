import type { TFunction } from 'i18next'
import type { PhotoNotSaved } from '#client/photo/save-photo.ts'

/** One line per reason: "2 photos not saved: Max file size: 20 MB". */
export function failureText(t: TFunction<'pickups'>, failure: readonly PhotoNotSaved[]): string {
  const lines = [...new Set(failure)].map((reason) => {
    const count = failure.filter((one) => one === reason).length
    const why = t(`why-${reason}`)
    return count === 1 ? t('notSavedWhy', { why }) : t('photosNotSavedWhy', { count, why })
  })
  return lines.join('\n')
}
