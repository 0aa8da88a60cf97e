import { useId, useState, type FormEvent } from 'react'
import { Button, Card, Flex, Group, Stack, Text, Textarea } from '@mantine/core'
import { useNavigate } from 'react-router-dom'
import { notes } from '#contract/shapes.ts'
import { generateRun } from '#contract/v1/runs-office.ts'
import type { Problem } from '#contract/problem.ts'
import type { CalendarSetting } from '#contract/v1/settings.ts'
import type { Day } from '#domain/dates.ts'
import { checkValue } from '#client/shells/check-value.ts'
import { DepotSelect, useRunName } from '#client/shells/depots.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { useRequestKey } from '#client/shells/request-key.ts'
import { TakesLong } from '#client/shells/takes-long.tsx'
import { useUnsavedGuard } from '#client/shells/unsaved-guard.tsx'
import { useCommand } from '#client/shells/use-command.ts'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { showSuccess } from '#client/ui/core/toasts.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import type { RunListed } from '../runs-columns.tsx'
import { PreviewShown } from './preview-shown.tsx'
import { type ChosenDrivers, toGenerate, usePreview } from './use-preview.ts'
import { WeekPick } from './week-pick.tsx'
import { BackLink } from '#client/shells/back-link.tsx'
import styles from './generate.module.css'

interface GenerateFormProps {
  weeks: readonly CalendarSetting[]
  week: CalendarSetting
  /** The week's existing runs. */
  there: readonly RunListed[]
  today: Day
  /** Whose customers it collects; null: those of every depot. */
  depotID: string | null
  onChoose: (week: CalendarSetting, depotID: string | null) => void
}

const NO_DRIVERS: ChosenDrivers = {}

/** The preview comes from the functions that generate the run. */
export function GenerateForm({ weeks, week, there, today, depotID, onChoose }: GenerateFormProps) {
  const navigate = useNavigate()
  const command = useCommand()
  const form = useId()
  const [description, setDescription] = useState('')
  const [drivers, setDrivers] = useState(NO_DRIVERS)
  // The run that is being made is soon in the answers itself, and a draft there would refuse another one.
  const [going, setGoing] = useState<ReturnType<typeof usePreview>['preview']>()
  const isGoing = going !== undefined
  const [refusal, setRefusal] = useState<Problem | null>(null)
  const { preview: asked, isAsking, error, askAgain } = usePreview(week, depotID, drivers)
  const preview = going ?? asked
  const input = preview === undefined ? null : toGenerate(preview, depotID, drivers, description)
  const keyOf = useRequestKey()
  const guard = useUnsavedGuard((description.trim() !== '' || drivers !== NO_DRIVERS) && !isGoing)
  const stops = preview?.stops.length ?? 0
  const cannot = refusal?.reason ?? refusal?.message ?? preview?.cannot ?? null
  const tooLong = checkValue(notes, description)
  const canGo = input !== null && preview?.cannot === null && tooLong === null && !isGoing

  const nameOf = useRunName()
  const choose = (next: CalendarSetting, nextDepot: string | null) => {
    setDrivers(NO_DRIVERS)
    setRefusal(null)
    onChoose(next, nextDepot)
  }
  async function go(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (input === null || !canGo) return
    setGoing(preview)
    setRefusal(null)
    const answer = await command(generateRun, input, {
      idempotencyKey: keyOf(input),
      quiet: (code) => code === 'cannot_generate_run',
    })
    if (answer.kind === 'ok') {
      showSuccess(t('{{run}} generated', { run: nameOf(answer.value) }))
      return void navigate(officePaths.run(answer.value.runOrderID))
    }
    setGoing(undefined)
    if (answer.kind === 'refused') {
      setRefusal(answer.problem)
      askAgain()
    }
  }

  return (
    <>
      <PageHeader
        title={t('Generate run')}
        right={
          <Group justify="flex-end">
            <Button type="submit" form={form} disabled={!canGo} loading={isGoing} className={styles.go!}>
              {stops === 0
                ? t('Generate run')
                : plural(stops, 'Generate {{count}} stop', 'Generate {{count, number}} stops')}
            </Button>
          </Group>
        }
      />
      <PageContent wide>
        <BackLink to={officePaths.runs()}>{t('Back to runs')}</BackLink>
        <Flex
          id={form}
          onSubmit={(event) => void go(event)}
          component="form"
          direction="column"
          gap="md"
          aria-label={t('Generate run')}
        >
          <Card>
            <fieldset className={styles.week} disabled={isGoing}>
              <Text component="legend" fz="lg" fw={600}>
                {t('Choose a week')}
              </Text>
              <WeekPick weeks={weeks} value={week} onChange={(next) => choose(next, depotID)} />
              <DepotSelect
                label={t('Depot')}
                none={t('All depots')}
                value={depotID ?? ''}
                onChange={({ currentTarget }) => choose(week, currentTarget.value || null)}
              />
              <Textarea
                label={t('Description')}
                description={t('Office use only; shown in the run list')}
                autosize
                minRows={1}
                maxRows={6}
                error={tooLong}
                value={description}
                onChange={({ currentTarget }) => setDescription(currentTarget.value)}
              />
            </fieldset>
          </Card>
          {isGoing ? (
            <Stack role="status" gap="xs" fw={600}>
              <span>{plural(stops, 'Generating {{count}} stop…', 'Generating {{count, number}} stops…')}</span>
              <progress
                style={{ accentColor: 'var(--br-go)' }}
                aria-label={plural(stops, 'Generating {{count}} stop…', 'Generating {{count, number}} stops…')}
              />
            </Stack>
          ) : null}
          {cannot === null ? null : (
            <div role="alert">
              <Note tone="bad">
                <strong>{t('Cannot generate run')}</strong>
                <span>{cannot}</span>
              </Note>
            </div>
          )}
          {there.length === 0 || cannot !== null || isGoing ? null : (
            <Note tone="warn">
              {t('This week already has a run: {{runs}}. Another run takes only customers who aren’t in one.', {
                runs: there.map((run) => `${nameOf(run)} (${run.status})`).join(', '),
              })}
            </Note>
          )}
          {week.to < today ? <Note tone="warn">{t('This week has ended.')}</Note> : null}
          {/* The wait begins anew for another week or depot. */}
          <TakesLong
            key={`${week.yearNumber}-${week.monthNumber}-${week.weekNumber} ${depotID}`}
            isWaiting={isAsking}
            say="takesLongCustomers"
          />
          <PreviewShown
            preview={preview}
            week={week}
            depotID={depotID}
            isAsking={isAsking}
            error={error}
            onAskAgain={askAgain}
            drivers={drivers}
            onDriver={(runNumber, driverID) => setDrivers({ ...drivers, [runNumber]: driverID })}
          />
        </Flex>
      </PageContent>
      {guard.question}
    </>
  )
}
