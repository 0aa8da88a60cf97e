import { PageHeader } from '#client/ui/app-shell.tsx'
import { useTranslation } from '#client/ui/use-translation.ts'

/** Everything under /settings. */
export default function SettingsRoutes() {
  const { t } = useTranslation('settings')
  return <PageHeader title={t('title')} />
}
