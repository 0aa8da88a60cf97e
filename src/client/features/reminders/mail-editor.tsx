import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Button, Card, SimpleGrid, Stack, Text, TextInput, Textarea, Title } from '@mantine/core'
import { line, notes } from '#contract/shapes.ts'
import { type Reminder, updateReminder } from '#contract/v1/reminders.ts'
import { instantAt, isDay } from '#domain/dates.ts'
import { fillIn, fillInLine, MAIL_TEMPLATE, sampleFields } from '#domain/mail-templates.ts'
import { withNoticeIn } from '#domain/mails/collection-reminder.ts'
import { dayAndTime } from '#domain/reminders.ts'
import { checkValue } from '#client/shells/check-value.ts'
import { DayInput } from '#client/shells/day-input.tsx'
import { type MailBox, MailFields, withField } from '#client/shells/mail-fields.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { useUnsavedGuard } from '#client/shells/unsaved-guard.tsx'
import { useCommand } from '#client/shells/use-command.ts'
import { Note } from '#client/ui/core/note.tsx'
import { MailShown } from './mail-shown.tsx'
import editor from '#client/shells/mail-editor.module.css'
import { Tiles } from '#client/ui/office/tiles.tsx'
import { plural, t } from '#client/ui/core/texts.ts'

interface MailEditorProps {
  reminder: Reminder
  onUnsaved: (unsaved: boolean) => void
  /** The values of one recipient; while they load, those of a made-up one. */
  fields?: Readonly<Record<string, string>>
}

export function MailEditor({ reminder, onUnsaved, fields }: MailEditorProps) {
  const { timeZone } = useOffice().profile.config
  const command = useCommand()
  const planned = dayAndTime(new Date(reminder.runAt), timeZone)
  // What was typed stays when another admin, or a command of this page, changes the reminder.
  const [typed, setTyped] = useState<Partial<Typed>>({})
  const before = { subject: reminder.emailSubject, text: reminder.emailContent, ...planned }
  const { subject, text, day, time } = { ...before, ...typed }
  const set = (name: keyof Typed, value: string) => setTyped((others) => ({ ...others, [name]: value }))
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  const textBox = useRef<HTMLTextAreaElement>(null)
  // The last cursor position, because pressing a field's button moves the focus.
  const last = useRef<MailBox | null>(null)
  const isMoved = day !== before.day || time !== before.time
  const dirty = subject !== before.subject || text !== before.text || isMoved
  const guard = useUnsavedGuard(dirty && !busy)
  useEffect(() => {
    onUnsaved(dirty)
    return () => onUnsaved(false)
  }, [dirty, onUnsaved])

  function insert(field: string): void {
    const box = last.current ?? textBox.current
    if (box === null) return
    set(box === textBox.current ? 'text' : 'subject', withField(box, field))
  }

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy || !dirty) return
    const found = problems({ subject, text, day, time }, t('This field is mandatory'))
    setWrong(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    const change = {
      ...(subject !== before.subject && { emailSubject: subject }),
      ...(text !== before.text && { emailContent: text }),
      ...(isMoved && { runAt: instantAt(day, time, timeZone).toISOString() }),
    }
    const { reminderID, version } = reminder
    const answer = await command(
      updateReminder,
      { reminderID, ...change },
      { ifMatch: version, done: t('Reminder saved') },
    )
    setBusy(false)
    if (answer.kind === 'ok') setTyped({})
    if (answer.kind === 'refused') setWrong(answer.problem.fields ?? {})
  }

  const values: Readonly<Record<string, string>> = { notice: '', ...(fields ?? sampleFields('collectionReminder', '')) }
  const shown = { subject: fillInLine(subject, values), text: fillIn(withNoticeIn(text), values) }
  const unknown = [...new Set([...shown.subject.unknown, ...shown.text.unknown])]
  const onFocus = ({ currentTarget }: { currentTarget: MailBox }) => void (last.current = currentTarget)
  return (
    <Card component="form" onSubmit={(event) => void save(event)} aria-label={t('Email')} noValidate>
      <Title order={2}>{t('Email')}</Title>
      <Tiles min="19rem" align="start">
        <DayInput
          label={t('Send on')}
          withAsterisk
          value={day}
          onChange={(value) => set('day', value)}
          error={wrong['day'] ?? wrong['runAt']}
        />
        <TextInput
          label={t('Time')}
          type="time"
          required
          value={time}
          error={wrong['time']}
          onChange={({ currentTarget }) => set('time', currentTarget.value)}
        />
      </Tiles>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Stack miw={0} className={editor.editor}>
          <TextInput
            label={t('Subject')}
            value={subject}
            error={wrong['emailSubject']}
            onFocus={onFocus}
            onChange={({ currentTarget }) => set('subject', currentTarget.value)}
          />
          <Textarea
            ref={textBox}
            label={t('Text')}
            autosize
            minRows={10}
            maxRows={28}
            value={text}
            error={wrong['emailContent']}
            onFocus={onFocus}
            onChange={({ currentTarget }) => set('text', currentTarget.value)}
          />
          <MailFields
            label={t('Insert a field')}
            how={<Text c="dimmed">{t('Filled in for each customer. Inserted at the cursor.')}</Text>}
            fields={MAIL_TEMPLATE.collectionReminder.fields}
            onInsert={insert}
          />
          <div>
            <Button type="submit" loading={busy} disabled={!dirty}>
              {t('Save')}
            </Button>
          </div>
        </Stack>
        <Stack gap="xs" miw={0} role="region" aria-label={t('Preview')}>
          <Text component="h3" c="dimmed">
            {t('As {{name}} gets it', { name: values['firstName'] ?? '' })}
          </Text>
          {unknown.length === 0 ? null : (
            <Note tone="warn">
              {plural(
                unknown.length,
                '{{names}} isn’t a field of this email. It’s sent as written.',
                '{{names}} aren’t fields of this email. They’re sent as written.',
                { names: unknown.map((one) => `{${one}}`).join(', ') },
              )}
            </Note>
          )}
          {text.includes('{skipLink}') ? null : (
            <Note tone="warn">{t('Without {skipLink} customers can’t skip from the email.')}</Note>
          )}
          <MailShown subject={shown.subject.text} text={shown.text.text} />
        </Stack>
      </SimpleGrid>
      {guard.question}
    </Card>
  )
}

interface Typed {
  subject: string
  text: string
  day: string
  time: string
}

/** field -> sentence */
function problems({ subject, text, day, time }: Typed, whenEmpty: string): Record<string, string> {
  const found = {
    emailSubject: subject.trim() === '' ? whenEmpty : checkValue(line, subject),
    emailContent: text.trim() === '' ? whenEmpty : checkValue(notes, text),
    day: isDay(day) ? null : whenEmpty,
    time: /^\d\d:\d\d$/.test(time) ? null : whenEmpty,
  }
  return Object.fromEntries(Object.entries(found).flatMap(([name, why]) => (why === null ? [] : [[name, why]])))
}
