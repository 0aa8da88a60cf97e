import { Alert, Button } from '@mantine/core'
import { useTranslation } from '#client/ui/core/use-translation.ts'

/**
 * Asks whether a person may have an email with which another account signs in, as a couple does, or a person with two
 * homes. The server refuses the form until this is confirmed.
 */
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
