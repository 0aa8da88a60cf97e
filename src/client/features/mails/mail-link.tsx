import { useState } from 'react'
import { Alert, Button, Text } from '@mantine/core'
import { readMailLink } from '#contract/v1/mails.ts'
import { LinkToCopy } from '#client/shells/link-to-copy.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { t } from '#client/ui/core/texts.ts'
import type { Mail } from './mails-data.ts'

/**
 * The one-time link of a mail that was not sent for lack of a mail server. It is fetched by a plain call and held in
 * this component's state only, so no cache or browser storage has it.
 */
export function MailLink({ mail: { mailID, to, subject } }: { mail: Mail }) {
  const { call } = useOffice()
  const [link, setLink] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function show(): Promise<void> {
    setBusy(true)
    setRefusal(null)
    const answer = await call(readMailLink, { mailID }).finally(() => setBusy(false))
    if (answer.kind === 'ok') setLink(answer.value.link)
    else
      setRefusal(
        answer.kind === 'refused'
          ? answer.problem.message
          : t(
              answer.kind === 'offline'
                ? 'No connection to the server. Please try again when you’re back online.'
                : 'Couldn’t reach the server. This network may need its own sign-in.',
            ),
      )
  }

  return (
    <>
      <Text c="dimmed" mt="md" mb="xs">
        {t('Not sent: no mail server is set up. The link works once; give it to {{to}} only. Viewing it is logged.', {
          to,
        })}
      </Text>
      {refusal === null ? null : <Alert role="alert" color="red" mb="xs" title={refusal} />}
      {link === null ? (
        <Button loading={busy} aria-label={t('Show link: {{subject}}', { subject })} onClick={() => void show()}>
          {t('Show link')}
        </Button>
      ) : (
        <LinkToCopy label={t('Link for {{to}}', { to })} link={link} />
      )}
    </>
  )
}

const ADDRESS = /(https?:\/\/[^\s<>"]+)/

/** A mail's plain text with its addresses as links, because without a mail server an admin passes them on. */
export function LinkedText({ text }: { text: string }) {
  return (
    <p style={{ whiteSpace: 'pre-wrap' }}>
      {text.split(ADDRESS).map((part, at) =>
        at % 2 === 1 ? (
          <a key={at} href={part}>
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </p>
  )
}
