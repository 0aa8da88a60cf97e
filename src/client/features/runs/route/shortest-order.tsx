import { useEffect, useMemo, useState } from 'react'
import { Button, Loader, Modal, Select } from '@mantine/core'
import type { Run } from '#contract/v1/runs.ts'
import { placeOf } from '#domain/known-place.ts'
import { type RoundFigures } from '#domain/round-order.ts'
import { ActsBar } from '#client/shells/acts-bar.tsx'
import { NO_BANNER } from '#client/shells/form-shell.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { roundOf } from '../page/order-stops.ts'
import type { Edit } from '../page/run-edits.tsx'
import { isOnTheRun, type RunStop } from '../page/run-types.ts'
import { askOrder, type OrderFound } from './ask-order.ts'
import { WayLines } from './way-lines.tsx'
import styles from './shortest-order.module.css'

/** Two have one order, there and back. */
const PLACES_LEAST = 3
/** How long to look, ms: a hundred stops need about one second for an order within a few percent of the best. */
const LOOK_MS = 3_000

interface ShortestOrderProps {
  run: Run
  edit: Edit
  onClose: () => void
}

/** Proposes the shortest order of one round beside today's. Nothing changes before it is accepted, and Undo goes back. */
export function ShortestOrder({ run, edit, onClose }: ShortestOrderProps) {
  const rounds = useMemo(
    () => [...new Set(run.jobs.filter(isOnTheRun).map(({ runNumber }) => runNumber))].sort(),
    [run],
  )
  const [runNumber, setRunNumber] = useState(rounds[0] ?? 1)
  // Asked about the round as it was when it was chosen: the page's own edits must not start the search again.
  const [round, setRound] = useState(() => roundOf(run, runNumber))
  const [used, setUsed] = useState(false)
  const [busy, setBusy] = useState(false)
  const open = round.filter(({ outcome }) => outcome === null)
  const recorded = round.filter(({ outcome }) => outcome !== null)
  const isPlaced = open.filter((stop) => placeOf(stop) !== null).length >= PLACES_LEAST
  const found = useOrder(isPlaced ? round : null)

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
  const isBetter = found !== null && found !== 'failed' && found.isDone && found.after.metres < found.before.metres
  const shorter = isBetter ? [...idsOf(recorded), ...found.after.assignmentIDs] : []

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('Shortest order')}
      size="lg"
      centered
      closeButtonProps={{ 'aria-label': t('Close') }}
      attributes={NO_BANNER}
    >
      <div className={styles.dialog}>
        {rounds.length > 1 ? (
          <Select
            label={t('Run number')}
            data={rounds.map((number) => ({ value: String(number), label: nameOf(run, number) }))}
            value={String(runNumber)}
            allowDeselect={false}
            onChange={(value) => choose(Number(value))}
          />
        ) : null}
        {isPlaced ? (
          <Answer found={found} stops={open} used={used} />
        ) : (
          <p>
            {open.length < PLACES_LEAST
              ? t('Too few stops to put in order.')
              : t(
                  'Fewer than three of these stops have a place on the map. Import places, set them on the customers’ pages, or let drivers’ phones learn them (Settings, Collections).',
                )}
          </p>
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
            <Button loading={busy} disabled={!isBetter} onClick={() => void take(shorter, true)}>
              {t('Use this order')}
            </Button>
          )}
        </ActsBar>
      </div>
    </Modal>
  )
}

const idsOf = (stops: readonly RunStop[]) => stops.map(({ assignmentID }) => assignmentID)

const nameOf = (run: Run, number: number) => {
  const drivers = new Set(roundOf(run, number).map(({ driver }) => driver ?? t('No driver')))
  return `${number} · ${[...drivers].join(', ')}`
}

type Found = OrderFound | 'failed' | null

/** The best order found until now; null: none yet, or not asked. */
function useOrder(round: readonly RunStop[] | null): Found {
  const { travel = { speed: 30, atStop: 2 } } = useOffice().profile.config
  const [found, setFound] = useState<{ round: unknown; answer: Found } | null>(null)
  const { speed, atStop } = travel
  useEffect(() => {
    if (round === null) return undefined
    const stops = round
      .filter(({ outcome }) => outcome === null)
      .map(({ assignmentID, runNumber, stopOrder, suburb, address, customerID, latitude, longitude }) => ({
        assignmentID,
        runNumber,
        stopOrder,
        suburb,
        address,
        refId: customerID,
        latitude,
        longitude,
      }))
    const tell = (answer: Found) => setFound({ round, answer })
    return askOrder({ stops, travel: { speed, atStop }, ms: LOOK_MS }, tell, () => tell('failed'))
  }, [round, speed, atStop])
  return found?.round === round ? found.answer : null
}

function Answer({ found, stops, used }: { found: Found; stops: readonly RunStop[]; used: boolean }) {
  if (found === 'failed') return <p role="alert">{t('The search didn’t start. Reload the page and try again.')}</p>
  if (found === null) return <Loader aria-label={t('Looking for the shortest order')} />
  const { before, after, withoutPlace, isDone } = found
  const byID = new Map(stops.map((stop) => [stop.assignmentID, stop]))
  const points = (ids: readonly string[]) =>
    ids.flatMap((assignmentID) => {
      const stop = byID.get(assignmentID)
      return (stop && placeOf(stop)) ?? []
    })
  const saved = before.metres - after.metres
  return (
    <>
      <div className={styles.ways}>
        <Way title={used ? t('Before') : t('As it is now')} figures={before} points={points(idsOf(stops))} />
        <Way
          title={used ? t('As it is now') : t('Shortest found')}
          figures={after}
          points={points(after.assignmentIDs)}
          isNew
        />
      </div>
      <p role="status">
        {used ? `${t('The run has this order now.')} ` : null}
        {!isDone
          ? t('Still looking…')
          : saved > 0
            ? t('{{km}} km and {{minutes}} minutes less, from the first stop to the last.', {
                km: kilometres(saved),
                minutes: Math.round((before.seconds - after.seconds) / 60),
              })
            : t('Nothing shorter was found.')}
      </p>
      {withoutPlace > 0 ? (
        <p className={styles.soft}>
          {plural(
            withoutPlace,
            '{{count}} stop has no place on the map and stays beside its neighbours.',
            '{{count}} stops have no place on the map and stay beside their neighbours.',
          )}
        </p>
      ) : null}
      <p className={styles.soft}>{t('Estimated from straight lines. A driver’s own order on the phone stays.')}</p>
    </>
  )
}

const kilometres = (metres: number) => (metres / 1000).toLocaleString('en-AU', { maximumFractionDigits: 1 })

interface WayProps {
  title: string
  figures: RoundFigures
  points: readonly { latitude: number; longitude: number }[]
  isNew?: boolean
}

function Way({ title, figures, points, isNew = false }: WayProps) {
  const minutes = Math.round(figures.seconds / 60)
  return (
    <section className={styles.way}>
      <h3>{title}</h3>
      <p>
        {t('{{km}} km · {{hours}} h {{minutes}} min', {
          km: kilometres(figures.metres),
          hours: Math.floor(minutes / 60),
          minutes: minutes % 60,
        })}
      </p>
      <WayLines points={points} isNew={isNew} />
    </section>
  )
}
