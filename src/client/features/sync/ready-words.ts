import type { TFunction } from 'i18next'
import type { Readiness } from '#client/offline/readiness.ts'

/** "42 of 42 stops on this phone, storage protected, 1.2 GB free" (offline.md, "Ready to leave"). */
export function readySentence(t: TFunction<'sync'>, { stops, total, protected: isProtected, freeBytes }: Readiness): string {
  return [
    total === 0 ? t('noStops') : t('stopsHere', { stops, count: total }),
    ...(isProtected === null ? [] : [isProtected ? t('protected') : t('notProtected')]),
    ...(freeBytes === null ? [] : [t('free', { size: sizeText(freeBytes) })]),
  ].join(', ')
}

const KB = 1000

/** Bytes as the phone's own settings say them: "1.2 GB", "850 MB". */
export function sizeText(bytes: number): string {
  if (bytes >= KB ** 3) return `${(bytes / KB ** 3).toFixed(1)} GB`
  return `${Math.floor(bytes / KB ** 2)} MB`
}
