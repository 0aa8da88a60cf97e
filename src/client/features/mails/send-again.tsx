import { useState } from 'react'
import { Button, Text } from '@mantine/core'
import { sendMailAgain } from '#contract/v1/mails.ts'
import { useCommand } from '#client/shells/use-command.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { Mail } from './mails-data.ts'

/** Also shows a cause that sending again can't remove. */
export function SendAgain({ mail: { mailID, to, subject, state } }: { mail: Mail }) {
  const { t } = useTranslation('mails')
  const command = useCommand()
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    await command(sendMailAgain, { mailID }, { done: t('waitsAgain') }).finally(() => setBusy(false))
  }
  return (
    <>
      <Text c="dimmed" mt="md" mb="xs">
        {t(state === 'kept' ? 'sendNowHow' : 'sendAgainHow', { to })}
      </Text>
      <Button
        loading={busy}
        aria-label={t(state === 'kept' ? 'sendNowOf' : 'sendAgainOf', { subject })}
        onClick={() => void send()}
      >
        {t(state === 'kept' ? 'sendNow' : 'sendAgain')}
      </Button>
    </>
  )
}
