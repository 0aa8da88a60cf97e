import { useState, type FormEvent } from 'react'
import { Button, Card, Group, Textarea } from '@mantine/core'
import { addToCase, type Case } from '#contract/v1/cases.ts'
import { useOffice } from '#client/shells/office.tsx'
import { useRequestKey } from '#client/shells/request-key.ts'
import { useUnsavedGuard } from '#client/shells/unsaved-guard.tsx'
import { useCommand } from '#client/shells/use-command.ts'
import { t } from '#client/ui/core/texts.ts'
import { PhotosField } from './photos-field.tsx'
import { useCasePhotos } from './use-case-photos.ts'
import { lastDayBefore } from './when.ts'

/** An answer about a collection can be disagreed with; a question that was answered is asked again. */
export function OwnReply({ caseItem: { caseID, kind, state, disagreeUntil, messages } }: { caseItem: Case }) {
  const { timeZone } = useOffice().profile.config
  const command = useCommand()
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState<'reply' | 'disagree' | null>(null)
  const photos = useCasePhotos(messages.reduce((count, message) => count + message.photos.length, 0))
  const keyOf = useRequestKey()
  const guard = useUnsavedGuard((text !== '' || photos.chosen.length > 0) && busy === null)
  const hasContent = text.trim() !== '' || photos.chosen.length > 0
  const isAnswered = state === 'answered'
  const isReport = kind === 'outcome'

  async function send(disagree: boolean): Promise<void> {
    if (busy !== null) return
    if (!disagree && !hasContent) return setError(t('This field is mandatory'))
    setError(null)
    setBusy(disagree ? 'disagree' : 'reply')
    const announced = await photos.upload()
    if (announced === null) return setBusy(null)
    const input = { caseID, text, photos: announced, ...(disagree ? { disagree } : {}) }
    const answer = await command(addToCase, input, {
      done: t(disagree ? 'Sent: you don’t agree' : 'Sent to the office'),
      idempotencyKey: keyOf([input, messages.length]),
    }).finally(() => setBusy(null))
    if (answer.kind === 'refused') setError(answer.problem.fields?.['text'] ?? null)
    if (answer.kind !== 'ok') return
    setText('')
    photos.clear()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void send(false)
  }
  return (
    <Card component="form" maw="46rem" onSubmit={onSubmit} noValidate aria-label={t('Reply')}>
      {isAnswered && disagreeUntil !== null ? (
        <p>
          {t(isReport ? 'You can tell us until {{day}} that you don’t agree.' : 'You can ask again until {{day}}.', {
            day: lastDayBefore(disagreeUntil, timeZone),
          })}
        </p>
      ) : null}
      <Textarea
        label={t('Add something')}
        rows={4}
        resize="vertical"
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          setError(null)
        }}
        error={error}
      />
      <PhotosField photos={photos} />
      <Group>
        {isAnswered && isReport ? (
          <Button type="button" variant="default" loading={busy === 'disagree'} onClick={() => void send(true)}>
            {t('I don’t agree')}
          </Button>
        ) : null}
        <Button type="submit" loading={busy === 'reply'}>
          {t(!isAnswered ? 'Send' : isReport ? 'Reply' : 'Ask again')}
        </Button>
      </Group>
      {guard.question}
    </Card>
  )
}
