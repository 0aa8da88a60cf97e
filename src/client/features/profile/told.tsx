import { OfflineNotice } from '#client/ui/core/offline-notice.tsx'
import { t } from '#client/ui/core/texts.ts'
import type { Trouble } from './use-loaded.ts'

export function Told({ trouble }: { trouble: Trouble }) {
  if (trouble === null) return null
  const words =
    trouble === 'no-signal'
      ? ([t('This screen needs a connection'), t('It will reload when you’re back online.')] as const)
      : ([t('The server isn’t answering'), t('Trying again shortly.')] as const)
  return <OfflineNotice title={words[0]} why={words[1]} />
}
