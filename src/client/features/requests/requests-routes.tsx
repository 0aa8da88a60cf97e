import { PageHeader } from '#client/ui/app-shell.tsx'
import { useTranslation } from '#client/ui/use-translation.ts'

/** Everything under /customer-requests. */
export default function RequestsRoutes() {
  const { t } = useTranslation('requests')
  return <PageHeader title={t('title')} />
}
