import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { listExceptions } from '#contract/v1/exceptions.ts'
import { ask } from '#client/api/query-client.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { officePaths } from './office-paths.ts'
import { Tabs } from './tabs.tsx'

const ASK_EVERY_MS = 15_000

export function RunsTabs() {
  const { t } = useTranslation('shells')
  const { pathname } = useLocation()
  const open =
    useQuery(ask(listExceptions, { status: 'open', perPage: 1 }, { persist: true, everyMs: ASK_EVERY_MS })).data
      ?.total ?? 0
  const tabs = [
    { to: officePaths.runs(), words: t('runs') },
    { to: officePaths.exceptions(), words: t('exceptions'), count: open },
    { to: officePaths.devices(), words: t('devices') },
    { to: officePaths.noPickups(), words: t('noPickups') },
    { to: officePaths.pickupRequests(), words: t('pickupRequests') },
  ]
  return <Tabs label={t('runsParts')} tabs={tabs.map((tab) => ({ ...tab, on: tab.to === pathname }))} />
}
