import { useState } from 'react'
import { Button, Checkbox, Flex, Group, Loader, Progress, Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRoundRules } from '#contract/v1/round-rules.ts'
import type { Run } from '#contract/v1/runs.ts'
import { endsOf } from '#domain/round-ends.ts'
import { ask } from '#client/api/query-client.ts'
import { ActsBar } from '#client/shells/acts-bar.tsx'
import { OfficeDialog } from '#client/shells/office-dialog.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import type { Edit } from '../page/run-edits.tsx'
import type { RunStop } from '../page/run-types.ts'
import { DivisionTable } from './division-table.tsx'
import type { Known } from './round-facts.ts'
import { missingSentence, onePointSentence, sentencesFor, timedBy } from '#client/shells/route/round-sentences.ts'
import { type Hours, useDivision } from './use-division.ts'

interface DivideRunProps {
  run: Run
  edit: Edit
  onClose: () => void
}

/** Divides a draft among drivers anew: a proposal first, taken over in one request, and put back by one click. */
export function DivideRun({ run, edit, onClose }: DivideRunProps) {
  const { data: known, error, refetch } = useQuery(ask(getRoundRules, { runOrderID: run.runOrderID }))
  return (
    <OfficeDialog onClose={onClose} title={t('Divide among drivers')} size={960}>
      <Stack gap="md">
        <StaleNotice error={error} onRetry={refetch} inline />
        {known !== undefined ? (
          <Division run={run} known={known} edit={edit} onClose={onClose} />
        ) : error === null ? (
          <Loader aria-label={t('Loading')} />
        ) : null}
      </Stack>
    </OfficeDialog>
  )
}

function Division({ run, known, edit, onClose }: DivideRunProps & { known: Known }) {
  const [drivers, setDrivers] = useState(() => ownDrivers(run, known))
  const [hours, setHours] = useState<Hours>('equal')
  const [busy, setBusy] = useState(false)
  /** The run's version with the division; null: not taken over. */
  const [usedAs, setUsedAs] = useState<number | null>(null)
  const { state, look, forget, isReady } = useDivision(run, known)
  const found = state?.kind === 'found' ? state : null
  const used = usedAs !== null
  // The proposal is about the run as it was then, and so is Undo.
  const isStale = !busy && found !== null && run.version !== (usedAs ?? found.version)
  const choose = (change: () => void) => {
    change()
    forget()
  }
  const take = async (back: boolean) => {
    setBusy(true)
    try {
      const answer = await edit(back ? found!.undo : found!.change, t('Divide among drivers'))
      if (answer.kind !== 'ok') return
      setUsedAs(back ? null : answer.value.version)
      if (back) forget()
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Checkbox.Group
        label={t('Drivers who take part')}
        value={drivers}
        onChange={(chosen) => choose(() => setDrivers(chosen))}
      >
        <Group mt="xs">
          {known.drivers.map(({ driverID, driver }) => (
            <Checkbox key={driverID} value={driverID} label={driver} disabled={used} />
          ))}
        </Group>
      </Checkbox.Group>
      <Radio.Group label={t('Divide by')} value={hours} onChange={(value) => choose(() => setHours(value as Hours))}>
        <Group mt="xs">
          <Radio value="equal" label={t('Equal hours')} disabled={used} />
          <Radio value="any" label={t('Shortest way')} disabled={used} />
        </Group>
      </Radio.Group>
      {state === null ? null : state.kind === 'failed' ? (
        <p role="alert">{t('The search didn’t start. Reload the page and try again.')}</p>
      ) : state.kind === 'looking' ? (
        <Progress value={state.progress * 100} aria-label={t('Looking for a division')} />
      ) : (
        <>
          <p role="status">
            {isStale
              ? t('The run has been changed since. Look again.')
              : used
                ? t('The run is divided this way now.')
                : found!.isSame
                  ? t('The run is divided this way already.')
                  : t('Nothing changes before you use it.')}
          </p>
          <DivisionTable {...state} known={known} names={namesIn(state.stops, known)} />
          <Notes known={known} drivers={drivers} found={state} />
        </>
      )}
      <ActsBar>
        <Button variant="default" onClick={onClose}>
          {used ? t('Close') : t('Cancel')}
        </Button>
        {used ? (
          <Button variant="default" loading={busy} disabled={isStale} onClick={() => void take(true)}>
            {t('Undo')}
          </Button>
        ) : found === null || isStale ? (
          <Button
            disabled={drivers.length === 0 || !isReady}
            loading={state?.kind === 'looking'}
            onClick={() => look(drivers, hours)}
          >
            {t('Look for a division')}
          </Button>
        ) : (
          <Button loading={busy} disabled={found.isSame || found.isBlocked} onClick={() => void take(false)}>
            {t('Use this division')}
          </Button>
        )}
      </ActsBar>
    </>
  )
}

/** What the division could not hold, and what its figures leave out. */
function Notes({
  known,
  drivers,
  found: { division, stops },
}: {
  known: Known
  drivers: readonly string[]
  found: { division: Parameters<typeof DivisionTable>[0]['division']; stops: readonly RunStop[] }
}) {
  const taking = known.drivers.filter(({ driverID }) => drivers.includes(driverID))
  const names = namesIn(stops, known)
  const { withoutPlace, problems } = division
  const notes = [
    ...sentencesFor(problems, names),
    ...[onePointSentence(division, 'division') ?? []].flat(),
    ...taking.flatMap((driver) => endsOf(driver, known).missing.map((missing) => missingSentence(missing, driver))),
  ]
  return (
    <>
      {notes.length === 0 ? null : (
        <Flex component="ul" direction="column" gap={4}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </Flex>
      )}
      {withoutPlace > 0 ? (
        <Text c="dimmed">
          {plural(
            withoutPlace,
            '{{count}} stop has no place on the map. It goes with its neighbours, and its way isn’t counted.',
            '{{count}} stops have no place on the map. They go with their neighbours, and their ways aren’t counted.',
          )}
        </Text>
      ) : null}
      <Text c="dimmed">
        {timedBy(ofAll(division.shares.map(({ after }) => after)))}{' '}
        {t(
          'Time and kilometres include the ways from each start and to each end. Bags are the mean of each customer’s last five collections, else one.',
        )}
      </Text>
    </>
  )
}

/** The drivers who have stops of the run. */
const ownDrivers = (run: Run, known: Known): string[] => {
  const own = new Set(run.jobs.map(({ driverID }) => driverID))
  return known.drivers.flatMap(({ driverID }) => (own.has(driverID) ? [driverID] : []))
}

const namesIn = (stops: readonly RunStop[], known: Known) => ({
  stop: (id: string) => stops.find(({ assignmentID }) => assignmentID === id)?.customer ?? '',
  driver: (id: string) => known.drivers.find(({ driverID }) => driverID === id)?.driver ?? t('A former driver'),
})

const ofAll = (figures: readonly { ways: number; drivenWays: number }[]) => ({
  ways: figures.reduce((sum, { ways }) => sum + ways, 0),
  drivenWays: figures.reduce((sum, { drivenWays }) => sum + drivenWays, 0),
})
