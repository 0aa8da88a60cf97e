import { useState } from 'react'
import { Button, Card, Stack, Text, Title } from '@mantine/core'
import { type getMailServer, sendTestMail } from '#contract/v1/mails.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { May } from '#client/shells/role.tsx'
import { useCommand } from '#client/shells/use-command.ts'
import { Note } from '#client/ui/core/note.tsx'
import { t } from '#client/ui/core/texts.ts'

/** Whether a mail server is set and where it is, with a test mail. */
export function MailServer({ known: { server, testTo } }: { known: OutputOf<typeof getMailServer> }) {
  return (
    <Card component="section" mb="md" aria-labelledby="mail-server">
      <Stack gap="xs">
        <Title order={2} size="h4" id="mail-server">
          {t('Mail server')}
        </Title>
        {server === null ? (
          <>
            <strong>{t('No mail server is set up: emails are kept here and not sent.')}</strong>
            <p>
              {t(
                'Set SMTP_URL in the server’s .env file and restart Bagrun. Your email provider gives you the server’s name, the user and the password.',
              )}
            </p>
            <code>{t('SMTP_URL=smtps://user:password@smtp.example.com:465?from=office@example.com')}</code>
          </>
        ) : (
          <>
            <p>
              {server.user === null
                ? t('Emails are sent through {{address}}.', { address: server.address })
                : t('Emails are sent through {{address}}, signed in as {{user}}.', {
                    address: server.address,
                    user: server.user,
                  })}{' '}
              {t('They come from {{from}}.', { from: server.from })} {t('It’s set by SMTP_URL on the server.')}
            </p>
            <May call={sendTestMail}>
              <TestMail to={testTo} />
            </May>
          </>
        )}
      </Stack>
    </Card>
  )
}

function TestMail({ to }: { to: string }) {
  const command = useCommand()
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<OutputOf<typeof sendTestMail> | null>(null)
  const send = async () => {
    setBusy(true)
    setResult(null)
    const answer = await command(sendTestMail, {}).finally(() => setBusy(false))
    if (answer.kind === 'ok') setResult(answer.value)
  }
  return (
    <>
      <div>
        <Button variant="default" loading={busy} onClick={() => void send()}>
          {t('Send a test email')}
        </Button>
      </div>
      {result === null ? null : (
        <Note tone={result.taken ? 'good' : 'bad'}>
          {t(
            result.taken
              ? 'The mail server took the email to {{to}}. It answered: {{answer}}'
              : 'The email to {{to}} wasn’t sent. The mail server answered: {{answer}}',
            { to: result.to, answer: result.answer },
          )}
        </Note>
      )}
      {result === null ? <Text c="dimmed">{t('It goes to {{to}} right away.', { to })}</Text> : null}
    </>
  )
}
