import { useMemo, useState } from 'react'
import { Button, Loader, Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRoundRules } from '#contract/v1/round-rules.ts'
import type { Run } from '#contract/v1/runs.ts'
import { placeOf } from '#domain/known-place.ts'
import { isBetter } from '#domain/round-order.ts'
import { ask } from '#client/api/query-client.ts'
import { ActsBar } from '#client/shells/acts-bar.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { OfficeDialog } from '#client/shells/office-dialog.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { useToday } from '#client/shells/today.ts'
import { t } from '#client/ui/core/texts.ts'
import { roundOf } from '../page/order-stops.ts'
import type { Edit } from '../page/run-edits.tsx'
import { isOnTheRun, type RunStop } from '../page/run-types.ts'
import { factsOf } from './round-facts.ts'
import { ShortestAnswer } from './shortest-answer.tsx'
import { useOrder } from './use-order.ts'

/** Two have one order, there and back. */
const STOPS_LEAST = 3
/** With a given start the order of two stops already makes a difference. */
const STOPS_FROM_START = 2

interface ShortestOrderProps {
  run: Run
  edit: Edit
  onClose: () => void
}

/** Proposes the shortest order of one round beside today's. Nothing changes before it is accepted, and Undo goes back. */
export function ShortestOrder({ run, edit, onClose }: ShortestOrderProps) {
  const rounds = useMemo(
    () => [...new Set(run.jobs.filter(isOnTheRun).map(({ runNumber }) => runNumber))].sort((a, b) => a - b),
    [run],
  )
  const { timeZone } = useOffice().profile.config
  const today = useToday()
  const { data: known, error, refetch } = useQuery(ask(getRoundRules, { runOrderID: run.runOrderID }))
  const [runNumber, setRunNumber] = useState(rounds[0] ?? 1)
  // Asked about the round as it was when it was chosen: the page's own edits must not start the search again.
  const [round, setRound] = useState(() => roundOf(run, runNumber))
  const [used, setUsed] = useState(false)
  const [busy, setBusy] = useState(false)
  const { open, recorded, placed } = useMemo(() => partsOf(round), [round])
  const facts = useMemo(
    () => (known === undefined ? null : factsOf(round, known, { day: today, timeZone })),
    [round, known, today, timeZone],
  )
  const least = facts?.rules.start || facts?.rules.end ? STOPS_FROM_START : STOPS_LEAST
  const isPlaced = facts !== null && placed >= least
  const found = useOrder(run.runOrderID, isPlaced ? open : null, known, facts)

  const choose = (number: number) => {
    setRunNumber(number)
    setRound(roundOf(run, number))
    setUsed(false)
  }
  const take = async (order: readonly string[], isUsed: boolean) => {
    setBusy(true)
    const answer = await edit({ jobs: { order: [...order] } }, t('Shortest order')).finally(() => setBusy(false))
    if (answer.kind === 'ok') setUsed(isUsed)
  }
  const better = found !== null && found !== 'failed' && found.isDone && isBetter(found.after, found.before)
  const shorter = better ? [...idsOf(recorded), ...found.after.assignmentIDs] : []

  return (
    <OfficeDialog onClose={onClose} title={t('Shortest order')}>
      <Stack gap="md">
        {rounds.length > 1 ? (
          <Select
            label={t('Run number')}
            data={rounds.map((number) => ({ value: String(number), label: nameOf(run, number) }))}
            value={String(runNumber)}
            allowDeselect={false}
            onChange={(value) => choose(Number(value))}
          />
        ) : null}
        <StaleNotice error={error} onRetry={refetch} inline />
        {facts === null ? (
          error === null ? (
            <Loader aria-label={t('Looking for the shortest order')} />
          ) : null
        ) : isPlaced ? (
          <ShortestAnswer found={found} facts={facts} stops={open} used={used} />
        ) : (
          <p>{open.length < least ? t('Too few stops to put in order.') : tooFewPlaces(least)}</p>
        )}
        <ActsBar>
          <Button variant="default" onClick={onClose}>
            {used ? t('Close') : t('Cancel')}
          </Button>
          {used ? (
            <Button variant="default" loading={busy} onClick={() => void take(idsOf(round), false)}>
              {t('Undo')}
            </Button>
          ) : (
            <Button loading={busy} disabled={!better} onClick={() => void take(shorter, true)}>
              {t('Use this order')}
            </Button>
          )}
        </ActsBar>
      </Stack>
    </OfficeDialog>
  )
}

const partsOf = (round: readonly RunStop[]) => {
  const open = round.filter(({ outcome }) => outcome === null)
  return {
    open,
    recorded: round.filter(({ outcome }) => outcome !== null),
    placed: open.filter((stop) => placeOf(stop) !== null).length,
  }
}

const tooFewPlaces = (least: number) =>
  t(
    least === STOPS_LEAST
      ? 'Fewer than three of these stops have a place on the map. Import places, set them on the customers’ pages, or let drivers’ phones learn them (Settings, Collections).'
      : 'Fewer than two of these stops have a place on the map. Import places, set them on the customers’ pages, or let drivers’ phones learn them (Settings, Collections).',
  )

const idsOf = (stops: readonly RunStop[]) => stops.map(({ assignmentID }) => assignmentID)

const nameOf = (run: Run, number: number) => {
  const drivers = new Set(roundOf(run, number).map(({ driver }) => driver ?? t('No driver')))
  return `${number} · ${[...drivers].join(', ')}`
}
