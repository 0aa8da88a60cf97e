import { Progress as Bar, Card, Flex, Skeleton, Text, UnstyledButton } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import type { Run } from '#contract/v1/runs.ts'
import { showMoney } from '#domain/money.ts'
import type { DriverProgress } from '#contract/v1/progress.ts'
import { formatDayAndTime, formatTime } from '#client/ui/core/time-text.ts'
import { figuresInWords } from '#client/shells/stop-figures.ts'
import { Dot } from '#client/ui/office/dot.tsx'
import { Tiles } from '#client/ui/office/tiles.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { OFFICE_FIGURES } from '#client/shells/terms.ts'
import { actualOf, moneyOfStops } from '../stop-money.ts'
import { deviceFacts, seenWords } from './event-words.ts'
import type { Arrivals } from './run-arrivals.ts'
import { type Progress, type RunStop, isOnTheRun } from './run-types.ts'
import { ACTUAL_AMOUNT_WORDS } from './actual-amounts.ts'

interface LiveCardsProps {
  progress: Progress
  run: Run
  arrivals: Arrivals
  /** When the progress was received, ms. */
  at: number
  exceptionsOpened: boolean
  onExceptions: () => void
  devicesOpened: boolean
  onDevices: () => void
}

export function LiveCards({
  progress: { drivers, run: counts, exceptions },
  run,
  arrivals,
  at,
  exceptionsOpened,
  onExceptions,
  devicesOpened,
  onDevices,
}: LiveCardsProps) {
  const money = moneyOfStops(run.jobs, run.attemptFee)
  const actual = actualOf(run.status) ?? 'recorded'
  const watching = run.status === 'active'
  return (
    <Tiles component="section" min="min(10.5rem, 42vw)" fit gap="xs" aria-label={t('Drivers’ progress')}>
      {drivers
        .filter(({ planned }) => watching || planned > 0)
        .map((driver) => (
          <DriverCard
            key={driver.driverID ?? ''}
            driver={driver}
            at={at}
            watching={watching}
            activatedAt={run.activatedAt}
            ahead={aheadOf(run.jobs, driver.driverID, arrivals)}
          />
        ))}
      <Card p="sm" fz="sm" style={{ gap: 3 }}>
        <Text span c="dimmed">
          {t('Bags')}
        </Text>
        <Figure>{counts.totalBags}</Figure>
        <Text span c="dimmed">
          {showMoney(money[actual])} {t(ACTUAL_AMOUNT_WORDS[actual])}
          {actual === 'billed' ? null : ` · ${showMoney(money.expected)} ${t('expected')}`}
        </Text>
        {watching ? (
          <UnstyledButton fw={600} td="underline" mih={32} aria-expanded={devicesOpened} onClick={onDevices}>
            {devicesOpened ? t('Hide phones') : t('Show phones')}
          </UnstyledButton>
        ) : null}
      </Card>
      {exceptions === 0 ? null : (
        <Card p="sm" fz="sm" bg="var(--br-bad)" c="var(--br-bad-ink)" style={{ gap: 3 }}>
          <span>{t('Exceptions to decide')}</span>
          <Figure>{exceptions}</Figure>
          <UnstyledButton fw={600} td="underline" mih={32} aria-expanded={exceptionsOpened} onClick={onExceptions}>
            {exceptionsOpened ? t('Hide exceptions') : t('Show exceptions')}
          </UnstyledButton>
        </Card>
      )}
    </Tiles>
  )
}

/** When the driver will probably be at the next and the last stop; null: not known. */
function aheadOf(stops: readonly RunStop[], driverID: string | null, arrivals: Arrivals): string | null {
  const open = stops.filter((stop) => isOnTheRun(stop) && stop.driverID === driverID && stop.outcome === null)
  const times = open.flatMap(({ assignmentID }) => arrivals.get(assignmentID) ?? [])
  if (times.length === 0) return null
  const about = (at: number) => formatTime(new Date(at))
  const next = about(Math.min(...times))
  return times.length < open.length || times.length === 1
    ? t('Next stop about {{next}}', { next })
    : t('Next stop about {{next}}, last about {{last}}', { next, last: about(Math.max(...times)) })
}

/** Placeholders of the same size, so that nothing moves. */
export function CardsLoading({ jobs: stops }: { jobs: readonly RunStop[] }) {
  const drivers = [...new Set(stops.filter(isOnTheRun).map(({ driverID }) => driverID ?? ''))]
  return (
    <Tiles min="min(10.5rem, 42vw)" fit gap="xs" aria-hidden="true">
      {[...drivers, 'bags'].map((card) => (
        <Skeleton key={card} height={144} radius={14} />
      ))}
    </Tiles>
  )
}

/** @param props.watching the run is active; the phones' present state does not concern a finished one */
function DriverCard({
  driver: { driver, bags, phones: present, ...figures },
  at,
  watching,
  activatedAt,
  ahead,
}: {
  driver: DriverProgress
  at: number
  watching: boolean
  activatedAt: string | null
  ahead: string | null
}) {
  const { planned, done } = figures
  const name = driver ?? t('No driver')
  const devices = watching ? present : []
  const facts = devices.flatMap((device) => deviceFacts(device, activatedAt))
  return (
    <Card p="sm" fz="sm" style={{ gap: 3 }}>
      <Text span c="dimmed">
        {name}
        {watching ? (
          <>
            {' · '}
            <span title={devices.map(({ lastSeenAt }) => formatDayAndTime(lastSeenAt)).join(', ')}>
              {seenWords(devices, at)}
            </span>
          </>
        ) : null}
      </Text>
      <Figure>
        <span aria-hidden="true">{t('{{done}} / {{planned}}', { done, planned })}</span>
        <span className="visually-hidden">{t('{{done}} of {{planned}} done', { done, planned })}</span>
        <Text component="small" c="dimmed" fz="sm" fw={400}>
          {plural(bags, '{{count}} bag', '{{count}} bags')}
        </Text>
      </Figure>
      <Bar value={planned === 0 ? 0 : (done / planned) * 100} aria-hidden="true" />
      {done === planned ? null : (
        <Text span c="dimmed">
          {figuresInWords(figures, OFFICE_FIGURES)}
        </Text>
      )}
      {ahead === null ? null : (
        <Text span c="dimmed">
          {ahead}
        </Text>
      )}
      {facts.length === 0 && devices.length < 2 ? null : (
        <Flex component="ul" direction="column" gap={2} mt={3}>
          {devices.length > 1 ? <li>{plural(devices.length, '{{count}} phone', '{{count}} phones')}</li> : null}
          {facts.map((fact) => (
            <li key={fact}>
              <Text span px="xs" bg="var(--br-warn)" c="var(--br-warn-ink)" bdrs={8}>
                {fact}
              </Text>
            </li>
          ))}
        </Flex>
      )}
    </Card>
  )
}

const Figure = ({ children }: { children: ReactNode }) => (
  <Flex component="strong" wrap="wrap" align="baseline" justify="space-between" gap="0 10px" fz="xl">
    {children}
  </Flex>
)

/** Whether the shown state is current. Screen readers announce a lost connection, but not the passing seconds. */
export function LiveNote({ at, lost }: { at: number; lost: boolean }) {
  const seconds = useSecondsSince(at)
  return (
    <Text span c="dimmed" fz="sm">
      <Text
        span
        role="status"
        px={lost ? 'xs' : 0}
        {...(lost && { bg: 'var(--br-warn)', c: 'var(--br-warn-ink)' })}
        bdrs={8}
      >
        {lost ? t('No connection since {{at}}. Trying again every few seconds.', { at: formatTime(new Date(at)) }) : ''}
      </Text>
      {lost || at === 0 ? null : (
        <>
          <Dot colour="var(--br-go)" /> {t('Live · updated {{seconds}} s ago', { seconds })}
        </>
      )}
    </Text>
  )
}

function useSecondsSince(at: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const clock = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(clock)
  }, [])
  return Math.max(0, Math.round((Math.max(now, at) - at) / 1000))
}
