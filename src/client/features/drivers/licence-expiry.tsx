import { formatDay } from '#domain/dates.ts'
import { licenceState } from '#domain/drivers.ts'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'

/** The expiry date, with a warning when it is near or past. */
export function LicenceExpiry({ expiresAt, today }: { expiresAt: string | null; today: string }) {
  const { t } = useTranslation('drivers')
  if (expiresAt === null) return t('none')
  const state = licenceState(expiresAt, today)
  return (
    <span>
      {formatDay(expiresAt)}{' '}
      {state === 'expired' ? (
        <StateBadge tone="bad">{t('expired')}</StateBadge>
      ) : state === 'ending' ? (
        <StateBadge tone="warn">{t('ending')}</StateBadge>
      ) : null}
    </span>
  )
}
