import { useEffect, useRef } from 'react'
import { SimpleGrid, Stack, Text, TextInput, Textarea, Title } from '@mantine/core'
import { getReminder, type Reminder, updateReminder } from '#contract/v1/reminders.ts'
import { instantAt, isDay } from '#domain/dates.ts'
import { fillIn, fillInLine, MAIL_TEMPLATE, sampleFields } from '#domain/mail-templates.ts'
import { withNoticeIn } from '#domain/mails/collection-reminder.ts'
import { dayAndTime } from '#domain/reminders.ts'
import { DayInput } from '#client/shells/day-input.tsx'
import { type Form, FormShell } from '#client/shells/form-shell.tsx'
import { type MailBox, MailFields, UnknownFields, withField } from '#client/shells/mail-fields.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { useLatest } from '#client/shells/use-edited.ts'
import { Note } from '#client/ui/core/note.tsx'
import { MailShown } from './mail-shown.tsx'
import editor from '#client/shells/mail-editor.module.css'
import { Tiles } from '#client/ui/office/tiles.tsx'
import { t } from '#client/ui/core/texts.ts'

type MailValues = {
  emailSubject: string
  emailContent: string
  /** The day of `runAt`: a refusal of the instant is shown at the day. */
  runAt: string
  time: string
}

interface MailEditorProps {
  reminder: Reminder
  onUnsaved: (unsaved: boolean) => void
  /** The values of one recipient; while they load, those of a made-up one. */
  fields?: Readonly<Record<string, string>>
}

export function MailEditor({ reminder, onUnsaved, fields }: MailEditorProps) {
  const { timeZone } = useOffice().profile.config
  const { reminderID, version } = reminder
  const valuesOf = ({ emailSubject, emailContent, runAt }: Reminder): MailValues => {
    const { day, time } = dayAndTime(new Date(runAt), timeZone)
    return { emailSubject, emailContent, runAt: day, time }
  }
  const latest = useLatest(getReminder, { reminderID }, valuesOf)
  return (
    <FormShell
      as="card"
      title={t('Email')}
      endpoint={updateReminder}
      fixed={{ reminderID }}
      initial={valuesOf(reminder)}
      required={['runAt', 'time', 'emailSubject', 'emailContent']}
      toInput={({ runAt, time, ...mail }) => ({
        ...mail,
        ...(isDay(runAt) && time !== '' && { runAt: instantAt(runAt, time, timeZone).toISOString() }),
      })}
      editing={{ version, latest }}
      labels={{ emailSubject: t('Subject'), emailContent: t('Text'), runAt: t('Send on'), time: t('Time') }}
      done={t('Reminder saved')}
    >
      {(form) => (
        <MailBoxes
          form={form}
          onUnsaved={onUnsaved}
          values={{ notice: '', ...(fields ?? sampleFields('collectionReminder', '')) }}
        />
      )}
    </FormShell>
  )
}

interface MailBoxesProps {
  form: Form<MailValues>
  onUnsaved: (unsaved: boolean) => void
  values: Readonly<Record<string, string>>
}

function MailBoxes({ form, onUnsaved, values }: MailBoxesProps) {
  const textBox = useRef<HTMLTextAreaElement>(null)
  // The last cursor position, because pressing a field's button moves the focus.
  const last = useRef<MailBox | null>(null)
  const dirty = form.isDirty()
  useEffect(() => {
    onUnsaved(dirty)
    return () => onUnsaved(false)
  }, [dirty, onUnsaved])

  function insert(field: string): void {
    const box = last.current ?? textBox.current
    if (box === null) return
    form.setFieldValue(box === textBox.current ? 'emailContent' : 'emailSubject', withField(box, field))
  }

  const onFocus = ({ currentTarget }: { currentTarget: MailBox }) => void (last.current = currentTarget)
  return (
    <>
      <Title order={2}>{t('Email')}</Title>
      <Tiles min="19rem" align="start">
        <DayInput {...form.getInputProps('runAt')} />
        <TextInput type="time" {...form.getInputProps('time')} />
      </Tiles>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Stack miw={0} className={editor.editor}>
          <TextInput {...form.getInputProps('emailSubject')} onFocus={onFocus} />
          <Textarea
            {...form.getInputProps('emailContent')}
            ref={textBox}
            autosize
            minRows={10}
            maxRows={28}
            onFocus={onFocus}
          />
          <MailFields
            label={t('Insert a field')}
            how={<Text c="dimmed">{t('Filled in for each customer. Inserted at the cursor.')}</Text>}
            fields={MAIL_TEMPLATE.collectionReminder.fields}
            onInsert={insert}
          />
        </Stack>
        <MailPreview mail={form.getValues()} values={values} />
      </SimpleGrid>
    </>
  )
}

function MailPreview({ mail, values }: { mail: MailValues; values: Readonly<Record<string, string>> }) {
  const { emailSubject, emailContent } = mail
  const shown = { subject: fillInLine(emailSubject, values), text: fillIn(withNoticeIn(emailContent), values) }
  const unknown = [...new Set([...shown.subject.unknown, ...shown.text.unknown])]
  return (
    <Stack gap="xs" miw={0} role="region" aria-label={t('Preview')}>
      <Text component="h3" c="dimmed">
        {t('As {{name}} gets it', { name: values['firstName'] ?? '' })}
      </Text>
      <UnknownFields names={unknown} />
      {emailContent.includes('{skipLink}') ? null : (
        <Note tone="warn">{t('Without {skipLink} customers can’t skip from the email.')}</Note>
      )}
      <MailShown subject={shown.subject.text} text={shown.text.text} />
    </Stack>
  )
}
