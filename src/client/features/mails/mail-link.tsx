import { useState } from 'react'
import { Alert, Button, Group, Text, TextInput } from '@mantine/core'
import { readMailLink } from '#contract/v1/mails.ts'
import { useOffice } from '#client/shells/office.tsx'
import { showFailure, showSuccess } from '#client/ui/core/toasts.tsx'
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
  async function copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      showSuccess(t('copied'))
    } catch {
      // A page without HTTPS has no clipboard.
      showFailure(t('errorOccurred'), t('copyFailed'))
    }
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
        <Group align="end">
          <TextInput
            label={t('link', { to })}
            value={link}
            readOnly
            flex={1}
            miw={200}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <Button onClick={() => void copy(link)}>{t('copy')}</Button>
        </Group>
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
