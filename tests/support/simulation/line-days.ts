import { STOPS } from './business.ts'
import { type Dice, HOUR, type Step, type Story, tapAt } from './steps.ts'

/** Special days of a bad line or a busy server. */

/**
 * No answer has come back for so long that the phone retries rarely; when the network works again, one try still waits
 * for its answer.
 */
export function deafDay(_story: Story, { upTo }: Dice): Partial<Story> {
  return {
    hands: ['device'],
    faultRate: 1,
    faults: ['hang'],
    steps: [tapAt('device', 'done', 0), tapAt('device', 'note', 600_000 + upTo(300_000))],
  }
}

/** The phone's clock is set back while a record waits for its next attempt: by the new clock that is an hour away. */
export function setBackDay(_story: Story, { upTo }: Dice): Partial<Story> {
  return {
    hands: ['device'],
    faultRate: 1,
    faults: ['ours-503'],
    steps: [tapAt('device', 'done', 0), { pause: 30_000 + upTo(60_000), kind: 'clock-jumps', by: -HOUR }],
  }
}

/** The server is too busy for records, but not for the week, which the phone fetches meanwhile. */
export function rushHourDay(_story: Story, { upTo }: Dice): Partial<Story> {
  const rush = (): Step[] => [
    tapAt('device', 'note', 200_000 + upTo(20_000)),
    { pause: 1_000, kind: 'wakes' },
    { pause: 1_000, kind: 'wakes' },
  ]
  return {
    hands: ['device'],
    faultRate: 0.6,
    faults: ['ours-429'],
    steps: [tapAt('device', 'done', 0), ...rush(), ...rush(), ...rush()],
  }
}

/**
 * A day without signal: 50 to 200 records, corrections and notes at few stops, leave the phone in large batches, while
 * the line fails.
 */
export function longDay(_story: Story, { upTo }: Dice): Partial<Story> {
  const KINDS = ['done', 'note', 'done', 'bag-mt', 'note', 'not-collected', 'undo'] as const
  const records = Array.from({ length: 50 + upTo(151) }, () => ({
    ...tapAt('device', KINDS[upTo(KINDS.length)]!, upTo(300)),
    stop: upTo(STOPS),
    bags: 1 + upTo(6),
  }))
  return {
    stops: STOPS,
    hands: ['device'],
    faultRate: 0.5,
    faults: ['drop-answer', 'drop-request', 'truncated', 'duplicate'],
    steps: [
      { pause: 3_000, kind: 'signal', online: false },
      ...records,
      { pause: 0, kind: 'signal', online: true },
      { pause: 3_000, kind: 'wakes' },
    ],
  }
}
