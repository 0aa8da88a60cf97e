import { useLocation } from 'react-router-dom'
import { officePaths } from '#client/shells/office-paths.ts'
import { Tabs } from '#client/shells/tabs.tsx'
import { t } from '#client/ui/core/texts.ts'
import { paysPaths } from './pays-paths.ts'

export function PaysTabs() {
  const { pathname } = useLocation()
  const tabs = [
    { to: officePaths.incomes(), words: t('Incomes') },
    { to: paysPaths.payments(), words: t('Payments') },
  ]
  return <Tabs label={t('Drivers’ pay')} tabs={tabs.map((tab) => ({ ...tab, on: tab.to === pathname }))} />
}
