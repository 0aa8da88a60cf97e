import { fillBagrun } from './replay/bagrun.ts'
import type { Size } from './replay/size.ts'
import { fillWorkbox, hasWorkbox } from './replay/workbox.ts'
import {
  alone,
  type Bench,
  besideEarlier,
  compared,
  type Figure,
  interleaved,
  type Options,
  seconds,
} from './support/figures.ts'
import { type LineKind, openLine } from './support/throttled-line.ts'

const SIZE: Size = { events: 500, photos: 100, photoSize: 300 * 1024 }
/**
 * A day's 100 photos take five minutes at 750 kbit/s for any client, so on slow lines a part of the day replaces it,
 * unless `--full`.
 */
const PART: Size = { events: 100, photos: 10, photoSize: 300 * 1024 }

/** `warm`: it has taken another driver's day before. The rival's time is the line's, whatever its server has done. */
interface Server {
  name: string
  warm: boolean
  aim?: number
}

/** `earlier`: ms of Workbox's Queue, measured on another machine, for where it is not installed. */
const LINES: { name: string; kind: LineKind; slow?: boolean; servers?: Server[]; earlier?: number }[] = [
  {
    name: '50 ms',
    kind: { roundTrip: 50 },
    servers: [
      { name: ', server warm', warm: true, aim: 0.09 },
      { name: ', server just started', warm: false, aim: 0.1 },
    ],
    earlier: 35_000,
  },
  { name: '200 ms, 1 % loss', kind: { roundTrip: 200, loss: 0.01 }, slow: true },
  { name: '750 kbit/s up, 50 ms', kind: { roundTrip: 50, upload: 750_000 / 8 }, slow: true },
]

const JUST_STARTED: Server = { name: '', warm: false }

/** A driver's unsent records, from the moment the network is back until the phone has all acknowledgements. */
export async function replay({ rounds, only, full = false }: Options): Promise<Bench> {
  const figures: Figure[] = []
  for (const { name, kind, slow = false, servers = [JUST_STARTED], earlier = null } of LINES.filter(
    ({ name }) => only === undefined || name.startsWith(only),
  )) {
    const size = slow && !full ? PART : SIZE
    const ourLine = await openLine(kind)
    const theirLine = await openLine(kind)
    const ours = await fillBagrun(size, ourLine)
    const theirs = hasWorkbox() ? await fillWorkbox(size, theirLine) : null
    try {
      for (const { name: server, warm, aim } of servers) {
        const where = `${name}${server}`
        const what = `${size.events} outcomes + ${size.photos} photos, ${where}`
        if (theirs === null) {
          const replayed = await alone(rounds, () => ours.replay(ourLine, warm))
          const totals = replayed.map(({ total }) => total)
          figures.push(besideEarlier(what, totals, earlier, seconds, aim))
          continue
        }
        const pairs = await interleaved(
          rounds,
          () => ours.replay(ourLine, warm),
          () => theirs.replay(theirLine),
        )
        const of = (part: 'total' | 'outcomes') =>
          pairs.map(({ ours, rival }) => ({ ours: ours[part], rival: rival[part] }))
        figures.push(
          compared(what, of('total'), seconds, aim),
          compared(`… of it the ${size.events} outcomes, ${where}`, of('outcomes'), seconds),
        )
      }
    } finally {
      ours.remove()
      theirs?.remove()
      await ourLine.close()
      await theirLine.close()
    }
  }
  return { figures, method: METHOD }
}

const METHOD = [
  'Replay: real Chromium on a persistent profile, a proxy that adds the delay; a fresh copy of the same phone and the same office for every round; the clock runs from "signal is back" until the phone’s own database says that all is acknowledged, and the office is counted afterwards.',
  'Bagrun: the production build, the real server with its embedded database and all rules, one durable commit a batch; a warm server has taken another driver’s day of the same size, as one that has been up for a day has, and one just started still compiles itself. Beside it: workbox-background-sync 7.4.1’s Queue, replayed by hand in a page, one request an outcome and one a photo, against a bare server that does nothing but sync each to the disk.',
]
