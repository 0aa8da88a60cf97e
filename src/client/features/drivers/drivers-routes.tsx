import { PageHeader } from '#client/ui/app-shell.tsx'
import { useTranslation } from '#client/ui/use-translation.ts'

/** Everything under /drivers. */
export default function DriversRoutes() {
  const { t } = useTranslation('drivers')
  return <PageHeader title={t('title')} />
}
