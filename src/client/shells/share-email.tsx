import { Alert, Button } from '@mantine/core'
import { useTranslation } from '#client/ui/core/use-translation.ts'

/** The question of a form whose email another account uses: a couple, or somebody with two homes. */
export function ShareEmail({ again }: { again: (more: { shareEmail: true }) => void }) {
  const { t } = useTranslation('shells')
  return (
    <Alert color="yellow" role="alert" title={t('shareEmailTitle')}>
      <p>{t('shareEmailWhy')}</p>
      <Button mt="sm" onClick={() => again({ shareEmail: true })}>
        {t('shareEmail')}
      </Button>
    </Alert>
  )
}
