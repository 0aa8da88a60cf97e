import { useState, type FormEvent } from 'react'
import { Button, Flex, NativeSelect, Skeleton, Text, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { createReminder, previewNewReminder } from '#contract/v1/reminders.ts'
import type { Problem } from '#contract/problem.ts'
import type { CollectionScheme } from '#domain/words.ts'
import { showBusinessTime } from '#domain/reminders.ts'
import { ask } from '#client/api/query-client.ts'
import { useComingWeeks } from '#client/shells/due-pick.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { RecordPage } from '#client/shells/record-page.tsx'
import { useRequestKey } from '#client/shells/request-key.ts'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { TakesLong } from '#client/shells/takes-long.tsx'
import { terms } from '#client/shells/terms.ts'
import { useToday } from '#client/shells/today.ts'
import { useCommand } from '#client/shells/use-command.ts'
import { WeekPick } from '#client/shells/week-pick.tsx'
import { weekOfText, weekText } from '#client/shells/weeks.ts'
import { Note } from '#client/ui/core/note.tsx'
import { showSuccess } from '#client/ui/core/toasts.tsx'
import { Tiles } from '#client/ui/office/tiles.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { useCallList } from './call-list.ts'
import { isPast } from './reminder-state.tsx'
import { MissingSender } from './reminders-page.tsx'
import { WhoDoesNot, WhoGetsIt } from './who-gets-it.tsx'
import { reminderInWords } from './reminder-name.ts'

/** /reminders/new?week=2026-11-3: a week, and whom its reminder reaches, by the function that makes it. */
export function ReminderNew() {
  const { timeZone } = useOffice().profile.config
  const navigate = useNavigate()
  const command = useCommand()
  const today = useToday()
  const coming = useComingWeeks()
  const [params, setParams] = useSearchParams()
  const [scheme, setScheme] = useState('')
  const [run, setRun] = useState('')
  const [description, setDescription] = useState('')
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Problem | null>(null)
  const next = coming?.find(({ from }) => from > today)
  const text = params.get('week') ?? (next === undefined ? '' : weekText(next))
  const week = weekOfText(text)
  const wish = {
    ...(week ?? { yearNumber: 2000, monthNumber: 1, weekNumber: 1 }),
    ...(scheme !== '' && { collectionScheme: scheme as CollectionScheme }),
    ...(run !== '' && { runNumber: Number(run) }),
  }
  const saveCallList = useCallList(wish, text)
  const { data, error, isFetching, refetch } = useQuery({
    ...ask(previewNewReminder, wish, { inPlace: true }),
    enabled: week !== null,
    staleTime: 0,
    throwOnError: false,
    placeholderData: keepPreviousData,
  })
  const isOfWeek = week !== null && data !== undefined && weekText(data) === text
  const preview = isOfWeek ? data : undefined
  const cannot = refusal?.reason ?? refusal?.message ?? preview?.cannot ?? null
  const keyOf = useRequestKey()

  async function make(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (week === null || busy) return
    setBusy(true)
    setRefusal(null)
    const input = { ...wish, ...(description.trim() !== '' && { description: description.trim() }) }
    const answer = await command(createReminder, input, {
      idempotencyKey: keyOf(input),
      quiet: (code) => code === 'cannot_generate_reminder',
    })
    setBusy(false)
    if (answer.kind === 'ok') {
      showSuccess(t('{{name}} made', { name: reminderInWords(answer.value, today) }))
      return void navigate(officePaths.reminder(answer.value.reminderID), { replace: true })
    }
    if (answer.kind !== 'refused') return
    if (answer.problem.code === 'cannot_generate_reminder') setRefusal(answer.problem)
    void refetch()
  }

  const choose = (set: (value: string) => void) => (value: string) => {
    setRefusal(null)
    set(value)
  }
  const count = preview?.recipients.count ?? 0
  // The chosen one stays in the list, also in a week without it.
  const known = (preview?.runNumbers ?? []).map(String)
  const runNumbers = run === '' || known.includes(run) ? known : [...known, run]
  return (
    <RecordPage
      title={t('New reminder')}
      back={{ to: officePaths.reminders(), label: t('Reminders') }}
      about={null}
      acts={
        <Button type="submit" form="new-reminder" loading={busy} disabled={preview === undefined || cannot !== null}>
          {count === 0 || cannot !== null
            ? t('Make reminder')
            : plural(count, 'Make reminder for {{count}} customer', 'Make reminder for {{count, number}} customers')}
        </Button>
      }
    >
      <Flex
        id="new-reminder"
        component="form"
        direction="column"
        gap="md"
        onSubmit={(event) => void make(event)}
        aria-label={t('New reminder')}
        noValidate
      >
        <MissingSender />
        <Tiles min="19rem" align="start">
          <WeekPick
            label={t('Week')}
            required
            value={text}
            onChange={(value) => {
              setRefusal(null)
              setParams({ week: value }, { replace: true })
            }}
          />
          <NativeSelect
            label={t('Only cycle')}
            data={[{ value: '', label: t('All') }, ...terms.collectionSchemes()]}
            value={scheme}
            onChange={({ currentTarget }) => choose(setScheme)(currentTarget.value)}
          />
          <NativeSelect
            label={t('Only run number')}
            data={[{ value: '', label: t('All') }, ...runNumbers]}
            value={run}
            onChange={({ currentTarget }) => choose(setRun)(currentTarget.value)}
          />
          <TextInput
            label={t('Description')}
            maxLength={200}
            value={description}
            onChange={({ currentTarget }) => setDescription(currentTarget.value)}
          />
        </Tiles>
        {cannot === null ? null : (
          <div role="alert">
            <Note tone="bad">
              <strong>{t('Cannot generate reminder')}</strong> <span>{cannot}</span>
            </Note>
          </div>
        )}
        {cannot === null && preview?.runAt && preview.cutoff ? (
          <Text c="dimmed">
            {t(
              isPast(preview.runAt)
                ? 'Its usual time, {{time}}, has passed: send it yourself once it’s made. Customers can skip until {{cutoff}}.'
                : 'Schedule it to send {{time}}. Customers can skip until {{cutoff}}.',
              {
                time: showBusinessTime(new Date(preview.runAt), timeZone),
                cutoff: showBusinessTime(new Date(new Date(preview.cutoff).getTime() - 60_000), timeZone),
              },
            )}
          </Text>
        ) : null}
        {/* The wait begins anew for another choice. */}
        <TakesLong key={JSON.stringify(wish)} isWaiting={isFetching} say="takesLongCustomers" />
        <StaleNotice error={error} onRetry={refetch} />
        {preview !== undefined ? (
          cannot === null ? (
            <WhoGetsIt preview={preview} saveCallList={saveCallList} />
          ) : count === 0 ? (
            <WhoDoesNot preview={preview} saveCallList={saveCallList} />
          ) : null
        ) : error === null && (week !== null || coming === undefined) ? (
          <Skeleton height={240} radius="lg" role="status" aria-label={t('Loading')} />
        ) : null}
      </Flex>
    </RecordPage>
  )
}
