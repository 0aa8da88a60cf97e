import { Alert, Button } from '@mantine/core'
import type { Problem } from '#contract/problem.ts'
import { t } from '#client/ui/core/texts.ts'

type Again = (more: { again: true }) => void

/** Asks whether an entry is another one where the account has the same amount for the same day. For `renderQuestion`. */
export const askEnteredAlready = ({ code, message }: Problem, again: Again) =>
  code === 'entered_already' ? (
    <Alert color="yellow" role="alert" title={t('Recorded already?')}>
      <p>{message}</p>
      <Button mt="sm" onClick={() => again({ again: true })}>
        {t('It’s another one: record it')}
      </Button>
    </Alert>
  ) : null
