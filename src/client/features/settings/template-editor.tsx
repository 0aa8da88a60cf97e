import { useRef, useEffect } from 'react'
import { Button, Card, SimpleGrid, Stack, Text, TextInput, Textarea, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MAIL_TEMPLATE, type MailTemplateName, missedFields } from '#domain/mail-templates.ts'
import type { SettingKey } from '#domain/settings.ts'
import { previewMail } from '#contract/v1/settings.ts'
import { ask } from '#client/api/query-client.ts'
import { checkFields } from '#client/api/form-rules.ts'
import editor from '#client/shells/mail-editor.module.css'
import { type MailBox, MailFields, UnknownFields, withField } from '#client/shells/mail-fields.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { sentences, t } from '#client/ui/core/texts.ts'
import { labelOf } from './setting-words.ts'
import type { SettingDrafts } from './use-setting-drafts.ts'
import { TEMPLATE_NAMES } from './template-names.ts'

const TEMPLATE_HOW_WORDS = sentences({
  quotation: 'Sent to people who ask for a service, with a link to accept.',
  welcome: 'Sent to a new customer, with how to log in.',
  pickupConfirmation: 'Sent when a run is completed, with a photo and the invoice it made.',
  notReached: 'Sent when you email the customers a driver didn’t reach.',
  invoice: 'Sent with an invoice attached.',
  remindFirst: 'Sent with an overdue invoice attached.',
  remindSecond: 'Sent a week or more after the first reminder, with the invoice attached.',
  overdueFirst: 'Sent by itself, with all overdue invoices at this step attached.',
  overdueSecond: 'Sent by itself a week or more after the first.',
  overdueFinal: 'Sent by itself a week or more after the second, if it’s switched on.',
  onHold: 'Sent when a customer’s collections pause.',
  holdEnded: 'Sent when paused collections go on.',
  autopayInvite: 'Sent when you invite a customer to automatic payment.',
  autopayNotice: 'Sent before a charge, where the invoice’s email doesn’t announce it.',
  autopayFailed: 'Sent when a charge failed and is tried again.',
  autopayStopped: 'Sent when a customer’s automatic payment pauses or ends.',
  autopayExpires: 'Sent 30 days before a saved card expires.',
  receipt: 'Sent with the receipt of a payment attached.',
  statement: 'Sent with an account statement attached.',
  collectionReminder: 'Sent before a collection week, with a link to skip it. Each reminder starts with this text.',
  serviceCancelled: 'Sent when you cancel a customer’s service.',
  confirmRegistration: 'Sent to a person who registers, with a link to confirm the email.',
  alreadyRegistered: 'Sent to a customer who registers again with the same email.',
  priceChange: 'Sent when a price change is announced; printed for customers without an email.',
  priceCancelled: 'Sent to those who were told when a price change is cancelled.',
  caseAnswered: 'Sent with your answer to a customer’s case.',
  passwordReset: 'Sent to anyone who forgot the password, with a link to choose a new one.',
})

const MISSED_WORDS = sentences({
  howToPay: 'Without {howToPay} it doesn’t say how to pay.',
  alsoOverdue: 'Without {alsoOverdue} it doesn’t name the customer’s other overdue invoices.',
})

export function TemplateEditor({ template, drafts }: { template: MailTemplateName; drafts: SettingDrafts }) {
  const subject: SettingKey = `mail.${template}.subject`
  const text: SettingKey = `mail.${template}.text`
  const textBox = useRef<HTMLTextAreaElement>(null)
  // The last cursor position, because pressing a placeholder's button moves the focus.
  const last = useRef<{ key: SettingKey; box: MailBox } | null>(null)
  const valueOf = (key: SettingKey) => String(drafts.valueOf(key) ?? '')

  function insert(field: string): void {
    const target = last.current ?? (textBox.current === null ? null : { key: text, box: textBox.current })
    if (target === null) return
    const { key, box } = target
    drafts.set(key, withField(box, field))
  }

  const boxOf = (key: SettingKey) => ({
    label: labelOf(key),
    value: valueOf(key),
    error: drafts.problems[key],
    onChange: ({ currentTarget }: { currentTarget: MailBox }) => drafts.set(key, currentTarget.value),
    onFocus: ({ currentTarget }: { currentTarget: MailBox }) => void (last.current = { key, box: currentTarget }),
    onBlur: () => drafts.check(key),
  })
  const name = t(TEMPLATE_NAMES[template])
  const isDefault = drafts.isDefault(subject) && drafts.isDefault(text)
  return (
    <Card component="section" aria-labelledby={`template-${template}`}>
      <Title id={`template-${template}`} order={2} size="h4">
        {name}
      </Title>
      <Text c="dimmed" fz="sm">
        {t(TEMPLATE_HOW_WORDS[template])}
      </Text>
      <SimpleGrid cols={{ base: 1, lg: 2 }} mt="sm">
        <Stack miw={0} className={editor.editor}>
          <TextInput {...boxOf(subject)} />
          <Textarea {...boxOf(text)} ref={textBox} autosize minRows={12} maxRows={28} />
          {missedFields(template, valueOf(text)).map((field) => (
            <Note key={field} tone="warn">
              {t(MISSED_WORDS[field])}
            </Note>
          ))}
          <MailFields
            label={`${t('Insert a field')}: ${name}`}
            how={
              <Text c="dimmed" fz="sm">
                {t('Filled in for each recipient. Inserted at the cursor.')}
              </Text>
            }
            fields={MAIL_TEMPLATE[template].fields}
            onInsert={insert}
          />
          <div>
            <Button
              variant="default"
              disabled={isDefault}
              onClick={() => {
                drafts.set(subject, null)
                drafts.set(text, null)
              }}
            >
              {t('Reset to default')}
            </Button>
          </div>
        </Stack>
        <TemplatePreview template={template} subject={valueOf(subject)} text={valueOf(text)} />
      </SimpleGrid>
    </Card>
  )
}

const ASK_AFTER_MS = 400

interface TemplatePreviewProps {
  template: MailTemplateName
  subject: string
  text: string
}

function TemplatePreview(props: TemplatePreviewProps) {
  const { template, subject, text } = props
  const [settled] = useDebouncedValue(`${subject}\n${text}`, ASK_AFTER_MS)
  // A subject is one line, so everything after the first line break is the text.
  const cut = settled.indexOf('\n')
  const input = { template, subject: settled.slice(0, cut), text: settled.slice(cut + 1) }
  const fits = Object.keys(checkFields(previewMail.input, input)).length === 0
  const { data } = useQuery({
    ...ask(previewMail, input),
    enabled: fits,
    placeholderData: keepPreviousData,
    throwOnError: false,
    staleTime: Infinity,
  })
  const name = t(TEMPLATE_NAMES[template])
  return (
    <Stack
      gap="xs"
      miw={0}
      pos={{ lg: 'sticky' }}
      top={16}
      style={{ alignSelf: 'start' }}
      role="region"
      aria-label={t('Preview of {{name}}', { name })}
    >
      <Title order={3} size="h4">
        {t('Preview')}
      </Title>
      {fits ? null : (
        <Text c="dimmed" fz="sm">
          {t('No preview while the text is too long or empty.')}
        </Text>
      )}
      {data === undefined || !fits ? null : (
        <>
          <UnknownFields names={data.unknown} />
          <Card bg="var(--br-ground)">
            <Text fw={600}>{data.subject}</Text>
            <MailFrame html={data.html} title={t('Preview of {{name}}', { name })} />
            <details>
              <Text component="summary" fz="sm" mih={32} mt="xs" style={{ cursor: 'pointer' }}>
                {t('As plain text')}
              </Text>
              <Text style={{ whiteSpace: 'pre-wrap' }}>{data.text}</Text>
            </details>
          </Card>
        </>
      )}
    </Stack>
  )
}

/**
 * A mail's HTML as its reader sees it. The empty `sandbox` allows no scripts, forms, links to other pages or this
 * page's origin.
 */
function MailFrame({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    // The frame gets an address, because the page's Trusted Types allow no `srcdoc`.
    const address = URL.createObjectURL(new Blob([html], { type: 'text/html' }))
    frame.current?.setAttribute('src', address)
    return () => URL.revokeObjectURL(address)
  }, [html])
  return <iframe ref={frame} sandbox="" title={title} style={{ width: '100%', height: '34rem', border: 0 }} />
}
