import { useLocation } from 'react-router-dom'
import { t } from '#client/ui/core/texts.ts'
import { officePaths } from './office-paths.ts'
import { Tabs } from './tabs.tsx'
import { useTaskCount } from './use-home.ts'

export function RunsTabs() {
  const { pathname } = useLocation()
  const open = useTaskCount('exceptions')
  const tabs = [
    { to: officePaths.runs(), words: t('Weekly Runs') },
    { to: officePaths.exceptions(), words: t('Exceptions'), count: open },
    { to: officePaths.devices(), words: t('Phones') },
    { to: officePaths.noPickups(), words: t('No pickups') },
    { to: officePaths.pickupRequests(), words: t('Pickup requests') },
  ]
  return <Tabs label={t('Weekly Runs pages')} tabs={tabs.map((tab) => ({ ...tab, on: tab.to === pathname }))} />
}
