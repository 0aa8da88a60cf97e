import type { Fault } from './network.ts'
import { deafDay, longDay, rushHourDay, setBackDay } from './line-days.ts'
import { type Dice, HOUR, type Hand, REFUSALS, type Step, type Story, tapAt } from './steps.ts'
import { STOPS } from './business.ts'

/** Days that random choice would hardly ever produce, and the share of all days that each has. */
const SPECIAL: readonly (readonly [share: number, day: (story: Story, dice: Dice) => Partial<Story>])[] = [
  [0.03, albumDay],
  [0.03, relayDay],
  [0.02, lentDay],
  [0.02, overtakenDay],
  [0.01, correctedClockDay],
  [0.02, crossingDay],
  [0.015, deafDay],
  [0.02, emptiedDay],
  [0.02, revokedDay],
  [0.015, obstinateDay],
  [0.01, shuffledDay],
  [0.015, twoRunsDay],
  [0.01, crashDay],
  [0.01, lateRefusalDay],
  [0.01, raiseDay],
  [0.01, backupDay],
  [0.01, lettingGoDay],
  [0.01, leftAloneDay],
  [0.01, rushHourDay],
  [0.01, staleCookieDay],
  [0.01, impatientDay],
  [0.01, fullDay],
  [0.005, longDay],
  [0.01, takenDay],
  [0.01, revokedIdleDay],
  [0.01, hangingCookieDay],
  [0.01, lostPhotoDay],
  [0.03, crammedDay],
  [0.02, otherWindowDay],
  [0.02, setBackDay],
  [0.02, forgottenDay],
  [0.02, storelessDay],
]

/** The special day for a number of 0-1, if any. @param story the day as it would be otherwise */
export function specialDay(special: number, story: Story, dice: Dice): Partial<Story> {
  let edge = 0
  for (const [share, day] of SPECIAL) {
    edge += share
    if (special < edge) return day(story, dice)
  }
  return {}
}

/**
 * Two phones of one driver fill a stop with photos, without knowledge of each other; then the driver records more for
 * it while they are sent.
 */
function albumDay(_story: Story, { upTo }: Dice): Partial<Story> {
  const photos = (hand: Hand, count: number) => Array.from({ length: count }, () => tapAt(hand, 'photo', upTo(500)))
  const more = Array.from({ length: 6 }, (_, at) =>
    tapAt('device', at % 3 === 0 ? 'done' : at % 3 === 1 ? 'note' : 'photo', upTo(300)),
  )
  const taken = [
    ...photos('device', 2 + upTo(4)),
    tapAt('device', 'undo', 0),
    ...photos('second', 2 + upTo(4)),
    ...photos('device', 1),
  ]
  const trouble: Pick<Story, 'faultRate' | 'faults'> =
    upTo(2) === 0
      ? { faultRate: 0.8, faults: ['store-away'] }
      : { faultRate: 0.5, faults: ['file-gone', 'damaged-on-its-way'] }
  return {
    hands: ['device', 'second'],
    ...trouble,
    steps: [{ pause: 0, kind: 'signal', online: false }, ...taken, { pause: 0, kind: 'signal', online: true }, ...more],
  }
}

/** One stop is re-assigned from the driver to the mate, who records on the same phone, and mostly back again. */
function relayDay(_story: Story, { tap, chance }: Dice): Partial<Story> {
  const back: Step[] = chance(0.7) ? [{ pause: 2_000, kind: 'office', stop: 0, what: 'give-back' }] : []
  const given: Step[] = [
    { pause: 5_000, kind: 'office', stop: 0, what: 're-assign' },
    { pause: 2_000, kind: 'mate-takes-over', leavesAppOpen: chance(0.5) },
  ]
  return {
    hands: ['device', 'mate'],
    steps: [
      tapAt('device', chance(0.7) ? 'done' : 'note', 0),
      ...given,
      ...back,
      tapAt('device', chance(0.5) ? 'note' : 'photo', 5_000),
      { ...tap(), hand: 'device' } as Step,
    ],
  }
}

/**
 * A record for a stop that is assigned to another driver is lost on its way, or its answer is; then the stop is the
 * driver's again.
 */
function lentDay(_story: Story, { upTo }: Dice): Partial<Story> {
  const lent: Step[] = [
    { pause: 1_000, kind: 'office', stop: 0, what: 're-assign' },
    tapAt('device', 'done', upTo(500)),
    { pause: 200 + upTo(500), kind: 'office', stop: 0, what: 'give-back' },
  ]
  return { hands: ['device'], faultRate: 0.8, faults: ['drop-answer'], steps: [...lent, tapAt('device', 'note', 0)] }
}

/** While the driver is offline the office re-assigns the stop, completes the run and may archive it. */
function overtakenDay(_story: Story, { chance }: Dice): Partial<Story> {
  const acts = [
    ...(chance(0.3) ? ['re-assign' as const] : []),
    'complete' as const,
    ...(chance(0.75) ? ['archive' as const] : []),
  ]
  const office = acts.map((what): Step => ({ pause: 200, kind: 'office', stop: 0, what }))
  return {
    hands: ['device'],
    steps: [
      { pause: 3_000, kind: 'signal', online: false },
      tapAt('device', 'done', 0),
      ...office,
      { pause: 500, kind: 'signal', online: true },
      tapAt('device', 'note', 300),
    ],
  }
}

/** Between recording and sending, the phone's clock is set back: by the new clock the records are in the future. */
function correctedClockDay(): Partial<Story> {
  return {
    hands: ['device'],
    steps: [
      { pause: 3_000, kind: 'signal', online: false },
      tapAt('device', 'done', 0),
      { pause: 100, kind: 'clock-jumps', by: -HOUR },
      { pause: 100, kind: 'signal', online: true },
    ],
  }
}

/** A changed week that was requested before a tap arrives after the tap's record was acknowledged. */
function crossingDay(_story: Story, { upTo }: Dice): Partial<Story> {
  const crossed = (what: 'done' | 'undo'): Step[] => [
    { pause: 1_000 + upTo(30_000), kind: 'office', what: 'describe', stop: 0 },
    { pause: 0, kind: 'pulls' },
    tapAt('device', what, upTo(200)),
  ]
  return {
    fresh: true,
    stops: 1,
    hands: ['device'],
    faultRate: 0.5,
    faults: ['slow-answer'],
    steps: [...crossed('done'), ...crossed('undo'), ...crossed('done')],
  }
}

/** The browser deleted everything the app had stored, sent or not. */
function emptiedDay(story: Story, { upTo }: Dice): Partial<Story> {
  const steps = [tapAt('device', 'done', 0), ...ofOneDevice(story)]
  steps.splice(1 + upTo(steps.length), 0, { pause: upTo(3_000), kind: 'disk-emptied' })
  return { hands: ['device'], steps: [...steps, tapAt('device', 'note', 1_000)] }
}

/** In a batch's answer, the refused records are listed after the accepted ones. */
function shuffledDay(_story: Story, { upTo }: Dice): Partial<Story> {
  const early = [tapAt('device', 'note', 0), tapAt('device', 'note', 3_000)]
  const batch = [
    tapAt('device', 'done', 0),
    { ...tapAt('device', 'done', upTo(500)), stop: 1 },
    { ...tapAt('device', 'note', upTo(500)), stop: 2 },
  ]
  return {
    fresh: false,
    stops: STOPS,
    hands: ['device'],
    faultRate: 1,
    faults: ['verdicts-in-another-order'],
    steps: [
      ...early,
      { pause: 3_000, kind: 'signal', online: false },
      ...batch,
      { pause: 0, kind: 'signal', online: true },
      { pause: 3_000, kind: 'wakes' },
    ],
  }
}

const at = (stop: number, step: ReturnType<typeof tapAt>, bags = 3) => ({ ...step, stop, bags })

/** The driver drives two runs on one day, and all records of both wait for the network. */
function twoRunsDay(_story: Story, { upTo }: Dice): Partial<Story> {
  const taps = [
    at(0, tapAt('device', 'done', 0)),
    at(2, tapAt('device', 'done', upTo(500))),
    at(1, tapAt('device', 'note', upTo(500))),
    at(2, tapAt('device', 'photo', 0)),
    at(1, tapAt('device', 'done', 0)),
  ]
  return {
    fresh: true,
    stops: 2,
    elsewhere: true,
    hands: ['device'],
    faultRate: 0.3,
    faults: ['drop-answer', 'ours-503'],
    steps: [
      { pause: 0, kind: 'signal', online: false },
      ...taps,
      { pause: 0, kind: 'signal', online: true },
      { pause: 3_000, kind: 'wakes' },
    ],
  }
}

/** One record makes the server crash, whatever else is in its batch. */
function crashDay(_story: Story, { upTo }: Dice): Partial<Story> {
  const crashesOver = upTo(3)
  const taps = [2, 0, 1, 0, 1, 2].map((stop, n) => at(stop, tapAt('device', n < 3 ? 'done' : 'note', upTo(300)), 1 + n))
  return {
    fresh: false,
    stops: STOPS,
    crashesOver,
    hands: ['device'],
    faultRate: 0,
    faults: ['none'],
    steps: [{ pause: 0, kind: 'signal', online: false }, ...taps, { pause: 0, kind: 'signal', online: true }],
  }
}

/** The driver's session ended; they have signed in again before the server’s answer about it arrives. */
function lateRefusalDay(_story: Story, { upTo }: Dice): Partial<Story> {
  return {
    hands: ['device'],
    faultRate: 1,
    faults: ['slow-answer'],
    steps: [
      { pause: 3_000, kind: 'session-expires' },
      tapAt('device', 'done', 0),
      { pause: 1_000 + upTo(1_000), kind: 'signs-in' },
    ],
  }
}

/** The driver's rate per bag is raised: earlier work is paid at the old rate, corrected or not. */
function raiseDay(_story: Story, { upTo }: Dice): Partial<Story> {
  const before = [at(0, tapAt('device', 'done', 0)), at(2, tapAt('device', 'done', upTo(500)))]
  const after = [
    at(0, tapAt('device', 'done', 0), 5),
    at(2, tapAt('device', 'note', upTo(500))),
    at(2, tapAt('device', 'photo', 0)),
  ]
  return {
    fresh: false,
    stops: STOPS,
    hands: ['device'],
    faultRate: 0,
    faults: ['none'],
    steps: [...before, { pause: 5_000, kind: 'raised' }, ...after],
  }
}

/** Photos taken and sent after the nightly backup by the server’s clock, but long before it by the phone’s clock. */
function backupDay(_story: Story, { upTo }: Dice): Partial<Story> {
  const fetches: Step[] = [
    { pause: 3_000, kind: 'pulls' },
    { pause: 3_000, kind: 'wakes' },
    { pause: 3_000, kind: 'wakes' },
  ]
  return {
    hands: ['device'],
    faultRate: 0,
    faults: ['none'],
    steps: [
      tapAt('device', 'note', 0),
      { pause: 3_000 + upTo(1_000), kind: 'backed-up' },
      { pause: 0, kind: 'clock-jumps', by: -HOUR },
      tapAt('device', 'photo', 1_000),
      ...fetches,
    ],
  }
}

/** A record is refused, and the driver does not open the phone again. */
function leftAloneDay(_story: Story, { upTo }: Dice): Partial<Story> {
  const refuses = upTo(3)
  const taps = [at(refuses, tapAt('device', 'done', 0)), at(refuses, tapAt('device', 'note', upTo(20_000)))]
  return { fresh: false, stops: STOPS, refuses, hands: ['device'], faultRate: 0, faults: ['none'], steps: taps }
}

/**
 * Short of room, the phone deletes a photo that the server has; then the server loses the record, though not the file.
 */
function lettingGoDay(_story: Story, { upTo }: Dice): Partial<Story> {
  const after: Step[] = [
    { pause: 3_000, kind: 'short-of-room' },
    { pause: 0, kind: 'wakes' },
    { pause: 3_000 + upTo(3_000), kind: 'loses' },
  ]
  return { hands: ['device'], faultRate: 0, faults: ['none'], steps: [tapAt('device', 'photo', 0), ...after] }
}

/** The disk has no room for some time, in the middle of the day. */
function crammedDay(_story: Story, { upTo }: Dice): Partial<Story> {
  const steps: Step[] = [
    tapAt('device', 'done', upTo(2_000)),
    { pause: upTo(4_000), kind: 'disk-stays-full' },
    tapAt('device', 'note', upTo(2_000)),
  ]
  return { fresh: false, journal: upTo(100) >= 20, hands: ['device'], faultRate: 0, faults: ['none'], steps }
}

/** Without a journal, the database reopens without its last commits. */
function forgottenDay(_story: Story, { upTo }: Dice): Partial<Story> {
  const steps: Step[] = [tapAt('device', 'done', upTo(2_000)), { pause: upTo(4_000), kind: 'goes-back' }]
  return { fresh: false, journal: false, hands: ['device'], faultRate: 0, faults: ['none'], steps }
}

/** What one window recorded is sent by another one, which the first learns late. */
function otherWindowDay(_story: Story, { upTo }: Dice): Partial<Story> {
  return {
    fresh: false,
    hands: ['device', 'tab'],
    faultRate: 0,
    faults: ['none'],
    steps: [tapAt('device', 'done', upTo(2_000)), { pause: upTo(4_000), kind: 'other-window-sends' }],
  }
}

/** The server can't reach the photo store, and the driver goes on. */
function storelessDay(_story: Story, { upTo }: Dice): Partial<Story> {
  const taps = [0, 1, 2].flatMap((stop) => [
    at(stop, tapAt('device', 'photo', 5_000 + upTo(10_000))),
    at(stop, tapAt('device', 'done', upTo(10_000))),
  ])
  const settings = { fresh: false, stops: STOPS, storeIsAway: true, faultRate: 0, faults: ['none'] as Fault[] }
  return { ...settings, hands: ['device'], steps: taps }
}

/** The server loses the record of a photo that the phone still has, and its file. */
function lostPhotoDay(_story: Story, { upTo }: Dice): Partial<Story> {
  const after: Step[] = [
    { pause: 3_000 + upTo(3_000), kind: 'loses', withFile: true },
    { pause: 3_000, kind: 'wakes' },
  ]
  return { hands: ['device'], faultRate: 0, faults: ['none'], steps: [tapAt('device', 'photo', 0), ...after] }
}

/** The driver's cookie is stale, and before the app has a fresh one the mate has signed in on the same phone. */
function staleCookieDay(_story: Story, { upTo }: Dice): Partial<Story> {
  return {
    hands: ['device', 'mate'],
    faultRate: 1,
    faults: ['xsrf-rotates-under-way'],
    steps: [tapAt('device', 'done', 3_000), { pause: upTo(600), kind: 'mate-takes-over', leavesAppOpen: true }],
  }
}

/** The session ended while a photo's upload hangs; the driver signs in again and looks. */
function impatientDay(_story: Story, { upTo }: Dice): Partial<Story> {
  const steps: Step[] = [
    tapAt('device', 'photo', 3_000),
    { pause: 1_000, kind: 'session-expires' },
    tapAt('device', 'done', upTo(500)),
    { pause: 1_000 + upTo(4_000), kind: 'signs-in' },
  ]
  return { hands: ['device'], faultRate: 0.5, faults: ['hang'], steps }
}

/** The disk is full, photos that the server has are deleted for room, and at that moment the driver closes the app. */
function fullDay(_story: Story, { upTo }: Dice): Partial<Story> {
  const closes = (stop: number): Step[] => [
    at(stop, tapAt('device', 'photo', 0)),
    { ...at(stop, tapAt('device', 'done', 5_000)), full: 1 + upTo(3), fatal: 8 + upTo(20) },
  ]
  return {
    fresh: false,
    stops: STOPS,
    hands: ['device'],
    faultRate: 0,
    faults: ['none'],
    steps: [0, 1, 2, 3].flatMap(closes),
  }
}

/** Every record is refused, retried on request, and refused again. */
function obstinateDay(story: Story, { upTo }: Dice): Partial<Story> {
  const again: Step[] = [
    { pause: 20_000 + upTo(20_000), kind: 'decides' },
    { pause: upTo(3_000), kind: 'wakes' },
  ]
  const refusal = REFUSALS[upTo(REFUSALS.length - 1)]!
  return {
    hands: ['device'],
    faultRate: 0.9,
    faults: [refusal],
    steps: [tapAt('device', 'done', 0), ...(story.locks ? [tapAt('device', 'photo', 0)] : []), ...again, ...again],
  }
}

const OF_A_BAD_LINE: readonly Fault[] = [
  'drop-request',
  'drop-answer',
  'hang',
  'hang-after-commit',
  'ours-500',
  'ours-503',
  'truncated',
  'slow-answer',
  'duplicate',
]

/** The driver lost the phone and the office revokes it; the records on it must not be lost. */
function revokedDay(story: Story, { upTo }: Dice): Partial<Story> {
  const steps = [
    tapAt('device', 'done', 0),
    tapAt('device', 'photo', 0),
    ...ofOneDevice(story).filter(({ kind }) => !NOT_WHEN_REVOKED.has(kind)),
  ]
  steps.splice(2 + upTo(steps.length - 1), 0, { pause: upTo(3_000), kind: 'revoked' })
  return {
    hands: ['device'],
    faults: story.faults.map((_, at) => OF_A_BAD_LINE[(at * 5 + upTo(OF_A_BAD_LINE.length)) % OF_A_BAD_LINE.length]!),
    faultRate: 0.5,
    steps: [...steps, { pause: 20_000, kind: 'wakes' }, { pause: 20_000, kind: 'wakes' }],
  }
}

/** The office takes a stop off the driver, the phone learns of it, and the driver records on the page that is still open. */
function takenDay(_story: Story, { upTo, chance }: Dice): Partial<Story> {
  const taps = [tapAt('device', 'done', upTo(2_000)), tapAt('device', 'note', upTo(2_000))]
  return {
    hands: ['device'],
    faultRate: 0,
    faults: ['none'],
    steps: [
      { pause: 3_000, kind: 'office', stop: 0, what: chance(0.5) ? 're-assign' : 'remove' },
      { pause: 2_000, kind: 'pulls' },
      ...(chance(0.5) ? taps : taps.slice(0, 1)),
    ],
  }
}

/** The office revokes a phone that has sent everything, on a bad line. */
function revokedIdleDay(_story: Story, { upTo }: Dice): Partial<Story> {
  return {
    hands: ['device'],
    faultRate: 0.5,
    faults: [OF_A_BAD_LINE[upTo(OF_A_BAD_LINE.length)]!],
    steps: [
      { pause: 3_000, kind: 'revoked' },
      { pause: upTo(3_000), kind: 'wakes' },
      { pause: 60_000, kind: 'wakes' },
      { pause: 60_000, kind: 'wakes' },
    ],
  }
}

/** The cookie is stale and no request for a fresh one is answered. */
function hangingCookieDay(_story: Story, { upTo }: Dice): Partial<Story> {
  const taps = [0, 1, 2, 3].map((stop) => at(stop, tapAt('device', 'done', upTo(3_000))))
  return {
    fresh: false,
    stops: STOPS,
    hands: ['device'],
    faultRate: 0.6,
    faults: ['xsrf-rotates-under-way', 'hang'],
    steps: [{ pause: 1_000, kind: 'xsrf-rotates' }, ...taps],
  }
}

const NOT_WHEN_REVOKED: ReadonlySet<Step['kind']> = new Set([
  'session-expires',
  'signs-in',
  'restored',
  'loses',
  'decides',
])

const ofOneDevice = ({ steps }: Story) =>
  steps.filter((step) => step.kind !== 'mate-takes-over' && (!('hand' in step) || step.hand === 'device'))
