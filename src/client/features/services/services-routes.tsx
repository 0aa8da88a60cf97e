import { PageHeader } from '#client/ui/app-shell.tsx'
import { useTranslation } from '#client/ui/use-translation.ts'

/** Everything under /service-packages. */
export default function ServicesRoutes() {
  const { t } = useTranslation('services')
  return <PageHeader title={t('title')} />
}
