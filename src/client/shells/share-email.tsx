import { Alert, Button } from '@mantine/core'
import { t } from '#client/ui/core/texts.ts'

/**
 * Asks whether a person may have an email with which another account signs in, as a couple does, or a person with two
 * homes. The server refuses the form until this is confirmed.
 */
export function ShareEmail({ again }: { again: (more: { shareEmail: true }) => void }) {
  return (
    <Alert color="yellow" role="alert" title={t('Another account uses this email')}>
      <p>{t('This customer can get invoices and reminders there too, but can’t log in.')}</p>
      <Button mt="sm" onClick={() => again({ shareEmail: true })}>
        {t('Use it for both')}
      </Button>
    </Alert>
  )
}
