import { useState } from 'react'
import { Button, Card } from '@mantine/core'
import { type getMailServer, sendTestMail } from '#contract/v1/mails.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { useCommand } from '#client/shells/use-command.ts'
import { Note } from '#client/ui/core/note.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import styles from './mails-page.module.css'

/** Whether a mail server is set and where it is, with a test mail. */
export function MailServer({ known: { server, testTo } }: { known: OutputOf<typeof getMailServer> }) {
  const { t } = useTranslation('mails')
  return (
    <Card component="section" withBorder radius="lg" padding="md" mb="md" aria-labelledby="mail-server">
      <div className={styles.server}>
        <h2 id="mail-server">{t('mailServer')}</h2>
        {server === null ? (
          <>
            <strong>{t('noServer')}</strong>
            <p>{t('noServerHow')}</p>
            <code>{t('noServerExample')}</code>
          </>
        ) : (
          <>
            <p>
              {server.user === null
                ? t('serverSet', { address: server.address })
                : t('serverSetUser', { address: server.address, user: server.user })}{' '}
              {t('serverFrom', { from: server.from })} {t('serverWhere')}
            </p>
            <TestMail to={testTo} />
          </>
        )}
      </div>
    </Card>
  )
}

function TestMail({ to }: { to: string }) {
  const { t } = useTranslation('mails')
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
          {t('sendTest')}
        </Button>
      </div>
      {result === null ? null : (
        <Note tone={result.taken ? 'good' : 'bad'}>
          {t(result.taken ? 'testTaken' : 'testRefused', { to: result.to, answer: result.answer })}
        </Note>
      )}
      {result === null ? <p className={styles.meta}>{t('testHow', { to })}</p> : null}
    </>
  )
}
