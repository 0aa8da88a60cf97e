import { type FormEvent, useId, useState } from 'react'
import { Button, NativeSelect, Textarea } from '@mantine/core'
import { createPickupRequest } from '#contract/v1/pickup-requests.ts'
import { titleWeekOf } from '#domain/dates.ts'
import { useCommand, sentenceOf } from '#client/shells/use-command.ts'
import { weekOfText, weekText } from '#client/shells/weeks.ts'
import { MantineRoom } from '#client/ui/office/mantine-room.tsx'
import { Section, Stack } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'
import type { OwnSchedule } from './schedule-memory.ts'

export function RequestPickup({ requestable }: { requestable: NonNullable<OwnSchedule['requestable']> }) {
  const command = useCommand()
  const [chosen, setChosen] = useState('')
  const [notes, setNotes] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const select = useId()
  const { weeks, reason } = requestable

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    const week = weekOfText(chosen)
    if (week === null) {
      setError(t('This field is mandatory'))
      return document.getElementById(select)?.focus()
    }
    setBusy(true)
    setError(null)
    const answer = await command(
      createPickupRequest,
      { ...week, ...(notes.trim() === '' ? {} : { notes }) },
      { done: t('Pickup requested'), quiet: () => true },
    ).finally(() => setBusy(false))
    if (answer.kind === 'ok') {
      setChosen('')
      setNotes('')
    } else if (answer.kind === 'refused') setError(answer.problem.fields?.['notes'] ?? sentenceOf(answer))
  }
  return (
    <MantineRoom>
      <Section title={t('Request a pickup')}>
        {reason === null ? (
          <Stack as="form" onSubmit={(event) => void send(event)} noValidate aria-label={t('Request a pickup')}>
            <NativeSelect
              id={select}
              label={t('Week')}
              withAsterisk
              value={chosen}
              error={error}
              onChange={({ currentTarget }) => {
                setChosen(currentTarget.value)
                setError(null)
              }}
              data={[
                { value: '', label: '' },
                ...weeks.map((week) => {
                  const name = titleWeekOf(week.from)
                  return {
                    value: weekText(week),
                    label: week.own ? t('{{week}} (we’re in your suburb)', { week: name }) : name,
                  }
                }),
              ]}
            />
            <Textarea
              label={t('Anything the driver should know?')}
              rows={2}
              resize="vertical"
              maxLength={NOTES_SHOWN}
              value={notes}
              onChange={({ currentTarget }) => setNotes(currentTarget.value)}
            />
            <div>
              <Button type="submit" loading={busy}>
                {t('Request pickup')}
              </Button>
            </div>
          </Stack>
        ) : (
          <p>{reason}</p>
        )}
      </Section>
    </MantineRoom>
  )
}

/** Characters that a driver reads at the kerb. */
const NOTES_SHOWN = 500
