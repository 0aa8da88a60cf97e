import { CLOCK_WARNING_MS } from '#domain/clock.ts'
import { unsentInWords, unsentTotal } from '#domain/unsent-count.ts'
import type { Translate } from '#client/ui/core/i18n.ts'
import type { SyncStatus } from '#client/offline/status.ts'
import { formatTime } from '#client/ui/core/time-text.ts'

type T = Translate<'sync'>

export type Tone = 'good' | 'waits' | 'offline' | 'warn' | 'bad'

/** The text of the status chip, exactly as in offline.md, "What the driver sees of it". */
export function chipText(t: T, status: SyncStatus): string {
  switch (status.kind) {
    case 'all-sent': {
      const at = laterOf(status.lastSentAt, status.lastPullAt)
      return at === null ? t('allSentBare') : t('allSent', { time: formatTime(at) })
    }
    case 'may-be-lost':
      return t('mayBeLost')
    case 'to-send':
      return unsentTotal(status) === 0 ? t('firstLook') : t('toSend', { what: unsentInWords(status) })
    case 'offline':
      return t('offline')
    case 'needs-attention':
      return t('needsAttention', { count: status.needsAttention })
    case 'sign-in':
      return t('signIn')
    case 'update-needed':
      return t('updateNeeded')
    case 'captive':
      return t('captive')
    case 'revoked':
      return t('revoked')
  }
}

/** The text a screen reader announces on a change, without the minute of "All sent" and the count of each event. */
export function chipNews(t: T, status: SyncStatus): string {
  if (status.kind === 'to-send') return ''
  return status.kind === 'all-sent' ? t('allSentBare') : chipText(t, status)
}

export function chipTone({ kind }: SyncStatus): Tone {
  switch (kind) {
    case 'all-sent':
      return 'good'
    case 'to-send':
      return 'waits'
    case 'offline':
      return 'offline'
    case 'sign-in':
    case 'update-needed':
    case 'captive':
      return 'warn'
    case 'revoked':
    case 'may-be-lost':
    case 'needs-attention':
      return 'bad'
  }
}

function laterOf(a: string | null, b: string | null): string | null {
  return a === null || (b !== null && b > a) ? b : a
}

/** Minutes the phone's clock is off, when it is more than 10 (offline.md, "Clock"); else null. */
export function clockOff({ clockOffsetMs }: Pick<SyncStatus, 'clockOffsetMs'>): number | null {
  return Math.abs(clockOffsetMs) > CLOCK_WARNING_MS ? Math.round(Math.abs(clockOffsetMs) / 60_000) : null
}

/** "25 minutes", "3 hours", "2 days" @param minutes more than 10 */
export function spanText(t: T, minutes: number): string {
  if (minutes < 120) return t('minutes', { count: minutes })
  return minutes < 2 * 1440
    ? t('hours', { count: Math.round(minutes / 60) })
    : t('days', { count: Math.round(minutes / 1440) })
}
