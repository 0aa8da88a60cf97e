import { useState } from 'react'
import { Alert, Button, Text } from '@mantine/core'
import { readMailLink } from '#contract/v1/mails.ts'
import { LinkToCopy } from '#client/shells/link-to-copy.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { Mail } from './mails-data.ts'

/**
 * The one-time link of a mail that was not sent for lack of a mail server. It is fetched by a plain call and held in
 * this component's state only, so no cache or browser storage has it.
 */
export function MailLink({ mail: { mailID, to, subject } }: { mail: Mail }) {
  const { t } = useTranslation('mails')
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
          : t(answer.kind === 'offline' ? 'noSignal' : 'strangeAnswer'),
      )
  }

  return (
    <>
      <Text c="dimmed" mt="md" mb="xs">
        {t('linkHow', { to })}
      </Text>
      {refusal === null ? null : <Alert role="alert" color="red" mb="xs" title={refusal} />}
      {link === null ? (
        <Button loading={busy} aria-label={t('showLinkOf', { subject })} onClick={() => void show()}>
          {t('showLink')}
        </Button>
      ) : (
        <LinkToCopy label={t('link', { to })} link={link} />
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
