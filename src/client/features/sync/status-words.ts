import { CLOCK_WARNING_MS } from '#domain/clock.ts'
import { unsentInWords, unsentTotal } from '#domain/unsent-count.ts'
import type { SyncStatus } from '#client/offline/status.ts'
import { formatTime } from '#client/ui/core/time-text.ts'
import { t } from '#client/ui/core/texts.ts'

export type Tone = 'good' | 'waits' | 'offline' | 'warn' | 'bad'

/** The text of the status chip, exactly as in offline.md, "What the driver sees of it". */
export function chipText(status: SyncStatus): string {
  switch (status.kind) {
    case 'all-sent': {
      const at = laterOf(status.lastSentAt, status.lastPullAt)
      return at === null ? t('All sent') : t('All sent {{time}}', { time: formatTime(at) })
    }
    case 'may-be-lost':
      return t('Some may be lost')
    case 'to-send':
      if (unsentTotal(status) > 0) return t('{{what}} to send', { what: unsentInWords(status) })
      if (status.saving > 0) return t('Saving photo…')
      return status.lastPullAt === null ? t('Loading your stops…') : t('Checking…')
    case 'offline':
      return t('Offline, saved on this phone')
    case 'needs-attention':
      return t('Needs attention ({{count}})', { count: status.needsAttention })
    case 'sign-in':
      return t('Sign in to send')
    case 'update-needed':
      return t('Update to send')
    case 'captive':
      return t('Sign in to this Wi-Fi')
    case 'revoked':
      return t('Blocked')
  }
}

/** The text a screen reader announces on a change, without the minute of "All sent" and the count of each event. */
export function chipNews(status: SyncStatus): string {
  if (status.kind === 'to-send') return ''
  return status.kind === 'all-sent' ? t('All sent') : chipText(status)
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
export function spanText(minutes: number): string {
  if (minutes < 120) return t('{{count}} minutes', { count: minutes })
  return minutes < 2 * 1440
    ? t('{{count}} hours', { count: Math.round(minutes / 60) })
    : t('{{count}} days', { count: Math.round(minutes / 1440) })
}
