import { Flex, Loader, Text, Title } from '@mantine/core'
import type { RoundFigures } from '#domain/round-times.ts'
import type { Point } from '#domain/place.ts'
import { Tiles } from '#client/ui/office/tiles.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import type { RunStop } from '../page/run-types.ts'
import { wayPoints } from '#client/shells/route/asked-stop.ts'
import type { Found } from '#client/shells/route/use-order-search.ts'
import type { RoundFacts } from './round-facts.ts'
import {
  clock,
  ENDS,
  hoursAndMinutes,
  kilometres,
  missingSentence,
  onePointSentence,
  outcomeOf,
  sentencesFor,
  STARTS,
  timedBy,
} from '#client/shells/route/round-sentences.ts'
import { WayLines } from '#client/shells/route/way-lines.tsx'

interface ShortestAnswerProps {
  found: Found
  facts: RoundFacts
  /** The open ones, in today's order. */
  stops: readonly RunStop[]
  used: boolean
}

/** Today's order beside the shortest one, and in sentences what it could not hold. */
export function ShortestAnswer({ found, facts, stops, used }: ShortestAnswerProps) {
  if (found === 'failed') return <p role="alert">{t('The search didn’t start. Reload the page and try again.')}</p>
  if (found === null) return <Loader aria-label={t('Looking for the shortest order')} />
  const { before, after, withoutPlace, isDone } = found
  const onePoint = onePointSentence(found, 'order')
  const byID = new Map(stops.map((stop) => [stop.assignmentID, stop]))
  const way = (ids: readonly string[]) => wayPoints(ids, stops, facts.rules)
  const names = { stop: (id: string) => byID.get(id)?.customer ?? '', driver: () => facts.driver?.driver ?? '' }
  const notes = [
    ...facts.missing.map((missing) => missingSentence(missing, facts.driver!)),
    ...sentencesFor(after.problems, names),
    ...(onePoint === null ? [] : [onePoint]),
  ]
  return (
    <>
      <Tiles min="15rem" gap="md">
        <Way title={used ? t('Before') : t('As it is now')} figures={before} points={way(stops.map(idOf))} />
        <Way
          title={used ? t('As it is now') : t('Shortest found')}
          figures={after}
          points={way(after.assignmentIDs)}
          isNew
        />
      </Tiles>
      <p role="status">
        {used ? `${t('The run has this order now.')} ` : null}
        {isDone ? outcomeOf(found) : t('Still looking…')}
      </p>
      {notes.length === 0 ? null : (
        <Flex component="ul" direction="column" gap={4}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </Flex>
      )}
      <Text c="dimmed">{fromAndTo(facts)}</Text>
      {withoutPlace > 0 ? (
        <Text c="dimmed">
          {plural(
            withoutPlace,
            '{{count}} stop has no place on the map and stays beside its neighbours.',
            '{{count}} stops have no place on the map and stay beside their neighbours.',
          )}
        </Text>
      ) : null}
      <Text c="dimmed">
        {timedBy(after)} {t('A driver’s own order on the phone stays.')}
      </Text>
    </>
  )
}

const idOf = ({ assignmentID }: RunStop) => assignmentID

/** Which ways the figures contain. */
function fromAndTo({ driver, rules, missing, after, hasSeveralDrivers }: RoundFacts): string {
  const given = (at: 'anywhere' | 'depot' | 'home' | 'tip') =>
    at !== 'anywhere' && missing.includes(at) ? 'anywhere' : at
  const end = t(ENDS[given(driver?.endsAt ?? 'anywhere')])
  const start =
    after !== null && rules.start !== null
      ? t('{{name}} (recorded last)', { name: after.customer })
      : t(STARTS[after === null ? (given(driver?.startsAt ?? 'anywhere') as keyof typeof STARTS) : 'anywhere'])
  return [
    t('Kilometres and time are from {{start}} to {{end}}, leaving at {{time}}.', {
      start,
      end,
      time: clock(rules.startTime),
    }),
    driver === null ? t('Without a driver an order can start and end anywhere.') : '',
    driver !== null && hasSeveralDrivers
      ? t('Of several drivers, {{driver}} has most stops, so it starts and ends where {{driver}} does.', {
          driver: driver.driver,
        })
      : '',
  ]
    .filter(Boolean)
    .join(' ')
}

interface WayProps {
  title: string
  figures: RoundFigures
  points: readonly Point[]
  isNew?: boolean
}

function Way({ title, figures, points, isNew = false }: WayProps) {
  return (
    <section>
      <Title order={3} size="h4">
        {title}
      </Title>
      <p>{t('{{km}} km · {{time}}', { km: kilometres(figures.metres), time: hoursAndMinutes(figures.seconds) })}</p>
      <WayLines lines={[{ points }]} isNew={isNew} />
    </section>
  )
}
