import { useLocation } from 'react-router-dom'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { officePaths } from './office-paths.ts'
import { Tabs } from './tabs.tsx'
import { useTaskCount } from './use-home.ts'

export function RunsTabs() {
  const { t } = useTranslation('shells')
  const { pathname } = useLocation()
  const open = useTaskCount('exceptions')
  const tabs = [
    { to: officePaths.runs(), words: t('runs') },
    { to: officePaths.exceptions(), words: t('exceptions'), count: open },
    { to: officePaths.devices(), words: t('devices') },
    { to: officePaths.noPickups(), words: t('noPickups') },
    { to: officePaths.pickupRequests(), words: t('pickupRequests') },
  ]
  return <Tabs label={t('runsParts')} tabs={tabs.map((tab) => ({ ...tab, on: tab.to === pathname }))} />
}
