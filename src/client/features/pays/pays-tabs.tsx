import { useLocation } from 'react-router-dom'
import { officePaths } from '#client/shells/office-paths.ts'
import { Tabs } from '#client/shells/tabs.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { paysPaths } from './pays-paths.ts'

export function PaysTabs() {
  const { t } = useTranslation('pays')
  const { pathname } = useLocation()
  const tabs = [
    { to: officePaths.incomes(), words: t('title') },
    { to: paysPaths.payments(), words: t('payments') },
  ]
  return <Tabs label={t('parts')} tabs={tabs.map((tab) => ({ ...tab, on: tab.to === pathname }))} />
}
