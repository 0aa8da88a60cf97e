import type { Translate } from '#client/ui/core/i18n.ts'
import type { Readiness } from './readiness.ts'

/** "42 of 42 stops on this phone, storage protected" (offline.md, "Ready to leave"). */
export function readySentence(t: Translate<'sync'>, { stops, total, protected: isProtected }: Readiness): string {
  return [
    total === 0 ? t('noStops') : t('stopsHere', { stops, count: total }),
    ...(isProtected === null ? [] : [isProtected ? t('protected') : t('notProtected')]),
  ].join(', ')
}
