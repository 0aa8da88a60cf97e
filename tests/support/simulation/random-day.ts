import { FAULTS, type Fault } from './network.ts'
import { seeded } from '#domain/seeded.ts'
import { specialDay } from './special-days.ts'
import { HOUR, type Hand, type OfficeAct, REFUSALS, type Step, type Story, type Tap, tapAt } from './steps.ts'
import { STOPS } from './business.ts'

/** Includes the nights on which Sydney's clocks go forward and back. */
const STARTS = [
  '2026-11-09T21:00:00Z',
  '2026-11-09T21:00:00Z',
  '2026-10-03T15:59:40Z',
  '2027-04-03T15:59:40Z',
  '2026-11-10T12:59:45Z',
]
const ZONES = ['Australia/Sydney', 'Australia/Sydney', 'UTC', 'America/Los_Angeles', 'Pacific/Apia']
const TAPS: readonly Tap[] = [
  'done',
  'done',
  'done',
  'bag-mt',
  'not-collected',
  'note',
  'photo',
  'photo',
  'undo',
  'undo',
]
const ACTS: readonly OfficeAct[] = [
  'shift',
  're-assign',
  're-assign',
  'give-back',
  'remove',
  'describe',
  'complete',
  'archive',
]
/** Faults that aggravate each other: two of these in a row test more than two random ones. */
const THEMES: readonly (readonly Fault[])[] = [
  ['hang', 'hang-after-commit', 'slow-answer', 'xsrf-rotates-under-way'],
  ['file-gone', 'store-away', 'drop-answer', 'hang'],
  ['ours-400', 'ours-409', 'drop-request', 'foreign-502'],
  ['ours-426', 'ours-403', 'session-ends', 'drop-request'],
  ['captive-200', 'foreign-404', 'redirect', 'truncated'],
  ['duplicate', 'concurrent-duplicate', 'late-duplicate', 'slow-answer'],
  ['ours-429', 'foreign-413', 'ours-408', 'ours-413'],
  ['office-acts-meanwhile', 'line-to-database-cut', 'commit-unheard', 'silent-about-one'],
]
/**
 * Each fault occurs equally often, whatever else a day has; the length of this list has no common factor with the other
 * divisors of the seed.
 */
const KINDS = [...new Set(FAULTS)]
const PHOTO_TAPS: readonly Tap[] = [
  'done',
  'photo',
  'photo',
  'photo',
  'done',
  'note',
  'photo',
  'photo',
  'undo',
  'bag-mt',
]
const JUMPS = [-48 * HOUR, -HOUR, -600_000, HOUR, 48 * HOUR, 48 * HOUR, 480 * HOUR]

/** The same story for the same seed. */
export function storyOf(seed: number): Story {
  const dice = seeded(seed * 2_654_435_761)
  const upTo = (most: number) => Math.floor(dice() * most)
  const one = <T>(of: readonly T[]): T => of[upTo(of.length)]!
  const chance = (of: number) => dice() < of
  const hands: Hand[] = [
    'device',
    ...(chance(0.2) ? ['tab' as const] : []),
    ...(chance(0.15) ? ['second' as const] : []),
    ...(chance(0.15) ? ['mate' as const] : []),
  ]
  // With few stops, the same stop meets several faults.
  const stubborn = chance(0.2)
  const stops = stubborn ? 1 : 1 + upTo(4)
  // Half of the days have a theme, and many of those are days of photos.
  const theme = seed % 2 === 0 ? THEMES[(seed / 2) % THEMES.length]! : null
  const taps = theme !== null && seed % 5 < 2 ? PHOTO_TAPS : TAPS
  const pause = () => (chance(0.15) ? 5_000 + upTo(35_000) : chance(0.4) ? 0 : upTo(1_500))
  const tap = (): Step => ({
    pause: pause(),
    kind: 'tap',
    hand: one(hands.filter((hand) => hand !== 'mate')),
    stop: upTo(stops),
    what: one(taps),
    bags: 1 + upTo(6),
    fatal: chance(0.15) ? 1 + upTo(40) : null,
    full: chance(0.08) ? 1 + upTo(6) : null,
  })
  const step = (): Step => {
    const at = { pause: pause() }
    const kind = dice()
    if (kind < 0.48) return tap()
    if (kind < 0.6) return { ...at, kind: 'office', stop: upTo(stops), what: one(ACTS) }
    if (kind < 0.68) return { ...at, kind: 'signal', online: chance(0.5) }
    if (kind < 0.8)
      return {
        ...at,
        kind: one([
          'session-expires',
          'signs-in',
          'xsrf-rotates',
          'wakes',
          'pulls',
          'pulls',
          'pulls',
          'pulls',
          'database-closed',
          'decides',
        ]),
      }
    if (kind < 0.88)
      return {
        ...at,
        kind: 'killed',
        hand: one(hands.filter((hand) => hand !== 'mate')),
        afterSteps: upTo(90),
        closedFor: chance(0.5) ? 0 : upTo(20_000),
      }
    if (kind < 0.9) return { ...at, kind: 'full-while-syncing', after: 1 + upTo(8) }
    if (kind < 0.94) return { ...at, kind: 'clock-jumps', by: one(JUMPS) }
    if (kind < 0.95) return { ...at, kind: 'travels', zone: one(ZONES) }
    if (kind < 0.97 && hands.includes('mate')) return { ...at, kind: 'mate-takes-over', leavesAppOpen: chance(0.5) }
    return { ...at, kind: one(['restored', 'loses', 'backed-up', 'short-of-room']) }
  }
  // On some days the server refuses again and again, or the same fault repeats.
  const drawn = stubborn
    ? [seed % 2 === 0 ? KINDS[(seed / 2) % KINDS.length]! : one(REFUSALS)]
    : [KINDS[seed % KINDS.length]!, ...Array.from({ length: 1 + upTo(3) }, () => one(FAULTS))]
  const faults = stubborn || theme === null ? drawn : [...theme]
  const steps = Array.from({ length: 2 + upTo(5) }, step)
  if (hands.includes('mate'))
    steps.splice(1 + upTo(steps.length), 0, { pause: pause(), kind: 'mate-takes-over', leavesAppOpen: chance(0.5) })
  const story: Story = {
    start: one(STARTS),
    zone: one(ZONES),
    locks: chance(0.6),
    journal: seed % 11 !== 4,
    fresh: chance(0.2),
    hands,
    faultRate: stubborn ? 0.8 : one([0, 0.4, 0.5, 0.6, 0.7, 0.8]),
    faults,
    stops: STOPS,
    steps: [tap(), ...steps],
  }
  // A new phone's run is as short as the day, and is completed.
  if (story.fresh) {
    story.stops = stops
    if (stops <= 2)
      story.steps.push(
        ...Array.from({ length: stops }, (_, stop) => ({ ...tapAt('device', 'done', 300), stop })),
        ...(seed % 2 ? [tapAt('device', 'undo', 3_000)] : []),
      )
  }
  return { ...story, ...specialDay(dice(), story, { upTo, chance, tap }) }
}
