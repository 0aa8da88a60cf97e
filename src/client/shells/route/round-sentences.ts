import { byKey } from '#domain/by-key.ts'
import type { DivisionTrouble } from '#domain/round-division.ts'
import { isBetter, type OrderFigures, type SharedPoints } from '#domain/round-order.ts'
import type { RoundFigures } from '#domain/round-times.ts'
import { grouped } from '#domain/typed-numbers.ts'
import { plural, sentences, t } from '#client/ui/core/texts.ts'

export interface Names {
  /** The name of a stop's customer. */
  stop: (assignmentID: string) => string
  driver: (driverID: string) => string
}

/** Sentences of one kind that are read; the others are counted. */
const OF_A_KIND = 4

/** What an order or a division does not hold, in sentences. */
export const sentencesFor = (problems: readonly DivisionTrouble[], names: Names): string[] =>
  [...byKey(problems, ({ code }) => code).values()].flatMap((same) => {
    const told = same.slice(0, same.length === OF_A_KIND + 1 ? same.length : OF_A_KIND)
    const more = same.length - told.length
    return [
      ...told.map((problem) => sentenceFor(problem, names)),
      ...(more === 0 ? [] : [t('The same is so of {{count, number}} more.', { count: more })]),
    ]
  })

function sentenceFor(problem: DivisionTrouble, names: Names): string {
  const name = 'stop' in problem ? names.stop(problem.stop) : ''
  const driver = 'driverID' in problem ? names.driver(problem.driverID) : ''
  switch (problem.code) {
    case 'two_first':
      return t('{{name}} and {{other}} both wish to be first. Only {{other}} is.', {
        name,
        other: names.stop(problem.instead),
      })
    case 'two_last':
      return t('{{name}} and {{other}} both wish to be last. Only {{other}} is.', {
        name,
        other: names.stop(problem.instead),
      })
    case 'first_and_last':
      return t('{{name}} can’t be both first and last.', { name })
    case 'not_first':
      return t('{{name}} wishes to be first, and isn’t.', { name })
    case 'not_last':
      return t('{{name}} wishes to be last, and isn’t.', { name })
    case 'wish_without_place':
      return t('{{name}} has a wish for the order but no place on the map, so the wish isn’t kept.', { name })
    case 'too_far_for_time':
      return t('{{name}} can’t be reached before {{time}}, even driven to first.', {
        name,
        time: clock(problem.before),
      })
    case 'late':
      return t('{{name}} wishes to be reached before {{time}}, and is reached at {{arrival}}.', {
        name,
        time: clock(problem.before),
        arrival: clock(problem.arrival + 59),
      })
    case 'street_left':
      return t('{{street}} isn’t driven whole before it is left.', { street: problem.street })
    case 'sides_mixed':
      return t('{{street}} isn’t driven one side up and the other back.', { street: problem.street })
    case 'far_away':
      return t('{{name}} is {{km}} km from the others. Check the place.', { name, km: kilometres(problem.metres) })
    case 'times_unknown':
      return t('Some ways between stops aren’t known. They count as the longest one.')
    case 'no_drivers':
      return t('Choose at least one driver.')
    case 'no_places':
      return t('None of these stops has a place on the map.')
    case 'tied_elsewhere':
      return t('{{name}} is always with {{driver}}, who doesn’t take part, so someone else has this stop.', {
        name,
        driver,
      })
    case 'bags_over_all':
      return plural(
        problem.bags,
        'All trucks together are too small by {{count}} bag.',
        'All trucks together are too small by {{count, number}} bags.',
      )
    case 'too_many_bags':
      return plural(
        problem.bags,
        '{{driver}}’s truck is too small by {{count}} bag.',
        '{{driver}}’s truck is too small by {{count, number}} bags.',
        { driver },
      )
    case 'too_long_day':
      return plural(
        Math.ceil(problem.seconds / 60),
        '{{driver}}’s day is too long by {{count}} minute.',
        '{{driver}}’s day is too long by {{count, number}} minutes.',
        { driver },
      )
  }
}

export const STARTS = sentences({ anywhere: 'the first stop', depot: 'the depot', home: 'home' })
export const ENDS = sentences({ anywhere: 'the last stop', depot: 'the depot', home: 'home', tip: 'the tip' })

/** A place that is chosen as start or end, but not set. */
export function missingSentence(missing: 'depot' | 'home' | 'tip', { driver }: { driver: string }): string {
  if (missing === 'home')
    return t('{{driver}}’s home isn’t set, so that end can be anywhere. Set it on the driver’s page.', { driver })
  return missing === 'depot'
    ? t('The depot isn’t set, so {{driver}}’s run can start or end anywhere. Set it under Settings, Collections.', {
        driver,
      })
    : t('The tip isn’t set, so {{driver}}’s run can end anywhere. Set it under Settings, Collections.', { driver })
}

/** "09:05". @param seconds after midnight */
export function clock(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/** "1,234.5". Written by hand, because the first number that a browser formats takes a slow phone 100 ms. */
export function kilometres(metres: number): string {
  const tenths = Math.round(metres / 100)
  const whole = grouped(String(Math.floor(tenths / 10)))
  return tenths % 10 === 0 ? whole : `${whole}.${tenths % 10}`
}

export function hoursAndMinutes(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return t('{{minutes}} min', { minutes })
  return t('{{hours}} h {{minutes}} min', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}

/** What the found order saves. */
export function outcomeOf({ before, after }: { before: OrderFigures; after: OrderFigures }): string {
  if (!isBetter(after, before)) return t('Nothing shorter was found.')
  const metres = before.metres - after.metres
  const saved = before.seconds - after.seconds
  const minutes = Math.round(Math.abs(saved) / 60)
  const km = kilometres(Math.abs(metres))
  const time =
    minutes < 60 ? plural(minutes, '{{count}} minute', '{{count}} minutes') : hoursAndMinutes(Math.abs(saved))
  if (saved <= 0)
    return minutes === 0
      ? t('It keeps more of the wishes and streets.')
      : t('{{time}} more, because it keeps more of the wishes and streets.', { time })
  if (minutes === 0) return metres >= 100 ? t('{{km}} km less.', { km }) : t('It saves less than a minute.')
  return metres >= 0
    ? t('{{km}} km and {{time}} less.', { km, time })
    : t('{{time}} less, on {{km}} km more.', { km, time })
}

/** What stops at one point say about an order or a division; null: there are none. */
export function onePointSentence({ samePlace, onePlace }: SharedPoints, of: 'order' | 'division'): string | null {
  if (onePlace)
    return of === 'order'
      ? t('All these stops are at one point on the map, so no order is shorter than another. Check their places.')
      : t('All these stops are at one point on the map, so who gets which is a guess. Check their places.')
  if (samePlace === 0) return null
  return of === 'order'
    ? plural(
        samePlace,
        '{{count}} stop is at the same point as another one. Which of them comes first is a guess.',
        '{{count}} stops are at the same point as another one. Which of them comes first is a guess.',
      )
    : plural(
        samePlace,
        '{{count}} stop is at the same point as another one. Who gets which of them is a guess.',
        '{{count}} stops are at the same point as another one. Who gets which of them is a guess.',
      )
}

/** What the times of the figures rest on. */
export function timedBy({ ways, drivenWays }: Pick<RoundFigures, 'ways' | 'drivenWays'>): string {
  if (drivenWays === 0) return t('Times are estimated from straight lines.')
  return drivenWays === ways
    ? t('Times are from earlier runs.')
    : t('Times of {{driven}} of {{ways}} ways are from earlier runs, the others estimated from straight lines.', {
        driven: drivenWays,
        ways,
      })
}
