import { PageHeader } from '#client/ui/app-shell.tsx'
import { useTranslation } from '#client/ui/use-translation.ts'

/** Everything under /customers. */
export default function CustomersRoutes() {
  const { t } = useTranslation('customers')
  return <PageHeader title={t('title')} />
}
