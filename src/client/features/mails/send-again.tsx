import { useState } from 'react'
import { Button, Text } from '@mantine/core'
import { sendMailAgain } from '#contract/v1/mails.ts'
import { useCommand } from '#client/shells/use-command.ts'
import { t } from '#client/ui/core/texts.ts'
import type { Mail } from './mails-data.ts'

/** Also shows a cause that sending again can't remove. */
export function SendAgain({ mail: { mailID, to, subject, state } }: { mail: Mail }) {
  const command = useCommand()
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    await command(sendMailAgain, { mailID }, { done: t('Email queued to send again') }).finally(() => setBusy(false))
  }
  return (
    <>
      <Text c="dimmed" mt="md" mb="xs">
        {t(
          state === 'kept'
            ? 'Written while no mail server was set up. It goes to {{to}} exactly as written, even if details have changed since.'
            : 'It goes to {{to}} again. If that address is wrong, correct it on the person’s page and send a new invitation or quotation from there. Any link in this email may have expired.',
          { to },
        )}
      </Text>
      <Button
        loading={busy}
        aria-label={t(state === 'kept' ? 'Send now: {{subject}}' : 'Send again: {{subject}}', { subject })}
        onClick={() => void send()}
      >
        {t(state === 'kept' ? 'Send now' : 'Send again')}
      </Button>
    </>
  )
}
