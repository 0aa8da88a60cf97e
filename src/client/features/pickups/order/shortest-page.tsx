import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { placeOf } from '#domain/known-place.ts'
import { isBetter } from '#domain/round-order.ts'
import type { Device } from '#client/offline/store/device.ts'
import { putInOrder, undoOrder } from '#client/offline/week.ts'
import { BackLink } from '#client/shells/back-link.tsx'
import {
  ENDS,
  onePointSentence,
  outcomeOf,
  sentencesFor,
  STARTS,
  timedBy,
} from '#client/shells/route/round-sentences.ts'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { Button } from '#client/ui/core/button.tsx'
import { Card, Soft, Stack } from '#client/ui/core/parts.tsx'
import { plural, sentences, t } from '#client/ui/core/texts.ts'
import type { DriverPaths } from '../addresses.ts'
import { useOwnPosition } from '../map/own-position.ts'
import { useRun } from '../pickups-data.ts'
import { runName } from '../run-head.tsx'
import { PickupsLoading } from '../run-states.tsx'
import { numbered, type Stop } from '../stops.ts'
import { type OwnRules, readRules } from './own-rules.ts'
import { OrderWays } from './order-ways.tsx'
import { type Asked, askedOf, useShortest } from './use-shortest.ts'
import { useTimeOfDay } from './use-time-of-day.ts'

/** The way begins at a start, so that the order of two stops already makes a difference. */
const PLACES_LEAST = 2
/** How long the office's newest word is waited for, ms: with rules kept on the phone, and without. */
const [SHORT_WAIT, LONG_WAIT] = [200, 2_000]

interface ShortestPageProps {
  device: Device
  paths: DriverPaths
  timeZone: string
  chip: ReactNode
  fetchRules: (runOrderID: string) => Promise<OwnRules | null>
}

/** The shortest order of what is left of the day, found on the phone. It changes nothing before the driver takes it. */
export function ShortestPage({ device, paths, timeZone, chip, fetchRules }: ShortestPageProps) {
  const [params] = useSearchParams()
  const view = useRun(device, params.get('run'), timeZone)
  const shown = view?.shown ?? null
  return (
    <>
      <PageHeader title={t('Shortest order')} right={chip} />
      {view === undefined ? (
        <PickupsLoading />
      ) : (
        <PageContent>
          <Stack>
            <BackLink to={`${paths.pickups()}${shown ? `?run=${shown.run.runOrderID}` : ''}`}>
              {t('Back to the stops')}
            </BackLink>
            {shown === null ? (
              <Card>{t('No stops here.')}</Card>
            ) : (
              <>
                <p>{runName(shown.run)}</p>
                <Proposal
                  key={shown.run.runOrderID}
                  device={device}
                  runOrderID={shown.run.runOrderID}
                  stops={numbered(shown.jobs)}
                  openedAt={view.now}
                  timeZone={timeZone}
                  fetchRules={fetchRules}
                />
              </>
            )}
          </Stack>
        </PageContent>
      )}
    </>
  )
}

interface ProposalProps {
  device: Device
  runOrderID: string
  stops: readonly Stop[]
  /** The server's time. */
  openedAt: Date
  timeZone: string
  fetchRules: ShortestPageProps['fetchRules']
}

function Proposal({ device, runOrderID, stops: today, openedAt, timeZone, fetchRules }: ProposalProps) {
  // Asked about the order as it was when the page opened: taking the new one must not start the search again.
  const [stops] = useState(today)
  const rules = useRules(device, runOrderID, fetchRules)
  const own = useOwnPosition()
  // A later position must not start it again either.
  const [here, setHere] = useState(own.position)
  if (here === null && own.position !== null) setHere(own.position)
  const now = useTimeOfDay(openedAt, timeZone)
  const [used, setUsed] = useState<{ before: readonly string[] | undefined } | null>(null)
  const asked = useMemo<Asked | null>(
    () => (rules === undefined || now === undefined ? null : askedOf({ stops, rules, here, now })),
    [stops, rules, here, now],
  )
  const placed = asked?.stops.filter((stop) => placeOf(stop) !== null).length ?? 0
  const found = useShortest(asked !== null && placed >= PLACES_LEAST ? asked : null, rules ?? null)

  if (asked !== null && placed < PLACES_LEAST)
    return (
      <Card>
        <p>
          {asked.stops.length < PLACES_LEAST
            ? t('Too few stops left to put in order.')
            : t(
                'Fewer than two of the stops left have a place on the map. Ask the office to enter where the bags stand.',
              )}
        </p>
      </Card>
    )
  if (asked === null || found === null) return <Card role="status">{t('Looking for the shortest order…')}</Card>
  if (found === 'failed') return <p role="alert">{t('The search didn’t start. Close the app and open it again.')}</p>

  const better = found.isDone && isBetter(found.after, found.before)
  const take = async () => setUsed({ before: await putInOrder(device, runOrderID, found.after.assignmentIDs) })
  const undo = async () => {
    await undoOrder(device, runOrderID, used?.before)
    setUsed(null)
  }
  const name = (id: string) => stops.find(({ assignmentID }) => assignmentID === id)?.customer ?? ''
  const notes = [
    ...(rules === null ? [t('The office’s wishes for the order aren’t on this phone yet, so they aren’t kept.')] : []),
    ...missingOf(asked, rules ?? null).map((missing) => t(MISSING_WORDS[missing])),
    ...sentencesFor(found.after.problems, { stop: name, driver: () => '' }),
    ...[onePointSentence(found, 'order')].filter((note) => note !== null),
  ]
  return (
    <Stack as="section" aria-label={t('Shortest order')}>
      <OrderWays asked={asked} found={found} isUsed={used !== null} />
      <strong role="status">
        {used !== null ? `${t('Your stops have this order now.')} ` : null}
        {found.isDone ? outcomeOf(found) : t('Still looking…')}
      </strong>
      {used === null ? (
        <Button disabled={!better} onClick={() => void take()}>
          {t('Use this order')}
        </Button>
      ) : (
        <Button variant="default" onClick={() => void undo()}>
          {t('Undo')}
        </Button>
      )}
      {own.ask === undefined || here !== null || used !== null ? null : (
        <Button variant="plain" onClick={own.ask}>
          {t('Start from where I am')}
        </Button>
      )}
      {own.problem === null ? null : (
        <p role="status">{t('This phone doesn’t tell the app where it is, so the order starts elsewhere.')}</p>
      )}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <Soft>
        {fromAndTo(asked, rules ?? null)} {timedBy(found.after)} {t('The office’s order stays the same.')}
      </Soft>
      {found.withoutPlace === 0 ? null : (
        <Soft>
          {plural(
            found.withoutPlace,
            '{{count}} stop has no place on the map and stays beside its neighbours.',
            '{{count}} stops have no place on the map and stay beside their neighbours.',
          )}
        </Soft>
      )}
    </Stack>
  )
}

const FROM_WORDS = sentences({
  here: 'where you are',
  last: 'your last stop',
  // Rules that an earlier version of the app has kept may begin there.
  start: 'the start of your run',
  end: 'the end of your run',
})

/** Which ways the figures contain. */
function fromAndTo({ from, rules: { end } }: Asked, rules: OwnRules | null): string {
  const start =
    from === 'anywhere'
      ? t(STARTS.anywhere)
      : from === 'start' && rules?.startsAt
        ? t(STARTS[rules.startsAt])
        : t(FROM_WORDS[from])
  const chosenEnd = rules?.endsAt ? t(ENDS[rules.endsAt]) : t(FROM_WORDS.end)
  return end === null ? t('From {{start}}.', { start }) : t('From {{start}} to {{end}}.', { start, end: chosenEnd })
}

const MISSING_WORDS = sentences({
  depot: 'The office hasn’t set the depot, so your run can start or end anywhere.',
  home: 'The office hasn’t set your home, so your run can start or end anywhere.',
  tip: 'The office hasn’t set the tip, so your run can end anywhere.',
})

/** What the office chose as start or end of this order without having set its place. */
function missingOf({ from }: Asked, rules: OwnRules | null): (keyof typeof MISSING_WORDS)[] {
  if (rules === null) return []
  const { start, startsAt = 'anywhere', end, endsAt = 'anywhere' } = rules
  const wanted = [...(from === 'anywhere' && start === null ? [startsAt] : []), ...(end === null ? [endsAt] : [])]
  return [...new Set(wanted)].filter((at) => at !== 'anywhere')
}

/** The office's rules if they arrive soon, else those that the phone has kept. Undefined: they are still being read. */
function useRules(device: Device, runOrderID: string, fetchRules: ShortestPageProps['fetchRules']) {
  const [rules, setRules] = useState<OwnRules | null | undefined>(undefined)
  useEffect(() => {
    let left = false
    const asked = fetchRules(runOrderID).catch(() => null)
    void readRules(device, runOrderID)
      .then(async (kept) => {
        const soon = wait(kept === null ? LONG_WAIT : SHORT_WAIT)
        return (await Promise.race([asked, soon])) ?? kept
      })
      .then((known) => {
        if (!left) setRules(known)
      })
    return () => {
      left = true
    }
  }, [device, runOrderID, fetchRules])
  return rules
}

const wait = (ms: number) => new Promise<null>((resolve) => setTimeout(resolve, ms, null))
