import { OfflineNotice } from '#client/ui/core/offline-notice.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { Trouble } from './use-loaded.ts'

export function Told({ trouble }: { trouble: Trouble }) {
  const { t } = useTranslation('profile')
  if (trouble === null) return null
  const words =
    trouble === 'no-signal'
      ? ([t('notNow'), t('comesBack')] as const)
      : ([t('serverFailed'), t('serverFailedHow')] as const)
  return <OfflineNotice title={words[0]} why={words[1]} />
}
