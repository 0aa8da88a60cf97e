import { useId, useState, type FormEvent } from 'react'
import { Button, Card, Flex, Group, Radio, Textarea } from '@mantine/core'
import { type Case, openCase } from '#contract/v1/cases.ts'
import { CASE_REASONS, type CaseKind, type CaseReason } from '#domain/cases.ts'
import { useHasMailServer } from '#client/shells/no-mail-server.tsx'
import { useRequestKey } from '#client/shells/request-key.ts'
import { useUnsavedGuard } from '#client/shells/unsaved-guard.tsx'
import { useCommand } from '#client/shells/use-command.ts'
import { sentences, t } from '#client/ui/core/texts.ts'
import styles from './cases.module.css'
import { without } from './field-errors.ts'
import { PhotosField } from './photos-field.tsx'
import { useCasePhotos } from './use-case-photos.ts'
import { OWN_CASE_TITLES, OWN_REASON_WORDS } from './own-case-titles.ts'

const HOW_WORDS = sentences({
  address_change: 'Your suburb sets your week, so the office changes the address and tells you your next collection.',
  close_account: 'The office answers with your last collection and what is left to pay.',
  other: 'The office answers here and by email.',
})

interface OwnCaseFormProps {
  kind: CaseKind
  assignmentID?: string
  onOpened: (opened: Case) => void
  /** It is called when there is an open case about the collection already, or it can't be reported any more. */
  onRefused?: () => void
}

const TEXTS = sentences({
  outcome: 'What happened?',
  address_change: 'Your new address, and from when',
  close_account: 'From when, and why if you like',
  other: 'Your question',
})

export function OwnCaseForm({ kind, assignmentID, onOpened, onRefused }: OwnCaseFormProps) {
  const command = useCommand()
  const hasMailServer = useHasMailServer()
  const [reason, setReason] = useState<CaseReason | null>(null)
  const [text, setText] = useState('')
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  const photos = useCasePhotos(0)
  const keyOf = useRequestKey()
  const guard = useUnsavedGuard((text !== '' || photos.chosen.length > 0) && !busy)
  const words = useId()

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const missing = {
      ...(kind === 'outcome' && reason === null ? { reason: t('This field is mandatory') } : {}),
      ...(text.trim() === '' ? { text: t('This field is mandatory') } : {}),
    }
    setErrors(missing)
    if ('text' in missing && !('reason' in missing)) document.getElementById(words)?.focus()
    if (Object.keys(missing).length > 0) return
    void send()
  }
  async function send(): Promise<void> {
    setBusy(true)
    const announced = await photos.upload()
    if (announced === null) return setBusy(false)
    const input = {
      kind,
      text,
      photos: announced,
      ...(assignmentID === undefined || reason === null ? {} : { assignmentID, reason }),
    }
    const answer = await command(openCase, input, {
      done: t('Sent to the office'),
      idempotencyKey: keyOf(input),
      quiet: (code) => code === 'fields_invalid',
    }).finally(() => setBusy(false))
    if (answer.kind === 'ok') return onOpened(answer.value)
    if (answer.kind !== 'refused') return
    setErrors(answer.problem.fields ?? {})
    if (answer.problem.code === 'case_open') onRefused?.()
  }
  return (
    <Card
      component="form"
      maw="46rem"
      onSubmit={onSubmit}
      noValidate
      aria-label={t(kind === 'outcome' ? 'Report a problem' : OWN_CASE_TITLES[kind])}
    >
      {kind === 'outcome' ? (
        <Radio.Group
          label={t('What was wrong?')}
          withAsterisk
          value={reason}
          onChange={(value) => {
            setReason(value as CaseReason)
            setErrors(without('reason'))
          }}
          error={errors['reason']}
        >
          <Flex direction="column" gap={{ base: 0, sm: 10 }} pb={6}>
            {CASE_REASONS.map((value) => (
              <Radio key={value} className={styles.choice!} value={value} label={t(OWN_REASON_WORDS[value])} />
            ))}
          </Flex>
        </Radio.Group>
      ) : (
        <p>{t(kind === 'other' && !hasMailServer ? 'The office answers here.' : HOW_WORDS[kind])}</p>
      )}
      <Textarea
        id={words}
        label={t(TEXTS[kind])}
        withAsterisk
        rows={5}
        resize="vertical"
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value)
          setErrors(without('text'))
        }}
        error={errors['text']}
      />
      {kind === 'outcome' || kind === 'other' ? <PhotosField photos={photos} /> : null}
      <Group>
        <Button type="submit" loading={busy}>
          {t('Send')}
        </Button>
      </Group>
      {guard.question}
    </Card>
  )
}
