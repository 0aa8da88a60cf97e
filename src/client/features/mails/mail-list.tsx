import { useState } from 'react'
import { Box, Button, Card, Flex, Text } from '@mantine/core'
import { getMailAttachment, sendMailAgain } from '#contract/v1/mails.ts'
import { May } from '#client/shells/role.tsx'
import { PdfButton } from '#client/shells/pdf-button.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { sentences, t } from '#client/ui/core/texts.ts'
import { LinkedText, MailLink } from './mail-link.tsx'
import type { Mail } from './mails-data.ts'
import styles from './mails-page.module.css'
import { MAIL_STATE_WORDS } from './mail-states.ts'
import { useCommand } from '#client/shells/use-command.ts'

const FAULT_WORDS = sentences({
  address: 'The mail server says this address doesn’t take emails. Correct it on the person’s page.',
  sender: 'The mail server refuses your firm’s emails. Check SMTP_URL and your email provider.',
  late: 'Too late to send, or another email has replaced it.',
})

const TONES = { kept: 'warn', queued: 'warn', sent: 'good', failed: 'bad' } as const

export function MailList({ mails, busy }: { mails: readonly Mail[]; busy: boolean }) {
  return (
    <Flex component="ul" direction="column" gap="xs" aria-busy={busy}>
      {mails.map((mail) => (
        <MailItem key={mail.mailID} mail={mail} />
      ))}
    </Flex>
  )
}

/** An email that was kept, or failed at first, was written on an earlier day than it was sent. */
function whenOf({ createdAt, sentAt }: Pick<Mail, 'createdAt' | 'sentAt'>): string {
  const written = formatDayAndTime(createdAt)
  const sent = sentAt === null ? written : formatDayAndTime(sentAt)
  return written.slice(0, 10) === sent.slice(0, 10)
    ? written
    : t('written {{written}}, sent {{sent}}', { written, sent })
}

function MailItem({ mail }: { mail: Mail }) {
  const [opened, setOpened] = useState(false)
  return (
    <Card component="li" padding={0}>
      <details onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
        <summary className={styles.summary}>
          <Text span fw={600}>
            {mail.subject}
          </Text>
          <span className={styles.meta}>
            {mail.to} · {whenOf(mail)}
          </span>
          <StateBadge tone={TONES[mail.state]}>{t(MAIL_STATE_WORDS[mail.state])}</StateBadge>
        </summary>
        <Box px={18} pb={18}>
          {mail.fault === null ? null : <Text fw={600}>{t(FAULT_WORDS[mail.fault])}</Text>}
          {mail.error === null || mail.fault === 'late' ? null : (
            <p>{t('The mail server answered: {{error}}', { error: mail.error })}</p>
          )}
          {mail.attempts > 1 ? <p>{t('Tried {{count}} times', { count: mail.attempts })}</p> : null}
          {mail.text === undefined ? (
            <Text c="dimmed">{t('Your role doesn’t include emails about money.')}</Text>
          ) : (
            <LinkedText text={mail.text} />
          )}
          <May call={getMailAttachment}>
            {mail.attachments.map((name, at) => (
              <p key={name}>
                <PdfButton endpoint={getMailAttachment} input={{ mailID: mail.mailID, at }} name={name} label={name} />
              </p>
            ))}
          </May>
          {opened && mail.linkReadable ? <MailLink mail={mail} /> : null}
          {mail.sendable ? <SendAgain mail={mail} /> : null}
        </Box>
      </details>
    </Card>
  )
}

/** Also shows a cause that sending again can't remove. */
function SendAgain({ mail: { mailID, to, subject, state } }: { mail: Mail }) {
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
