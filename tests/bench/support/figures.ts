import os from 'node:os'

/** One line of the table. */
export interface Figure {
  what: string
  ours: string
  rival: string
  /** Ours divided by the rival's, median of the rounds; null without a rival. */
  ratio: number | null
  /** The ratio has to be at most this. */
  aim?: number
  /** An absolute aim, such as a score or ms, and whether it was met. */
  goal?: { says: string; met: boolean }
}

export interface Bench {
  /** What was measured and how, in sentences. */
  method: readonly string[]
  figures: readonly Figure[]
}

export interface Options {
  rounds: number
  /** Of a bench with several settings, those whose name begins so. */
  only?: string
  /** A folder of instances in place of those of the bench. */
  files?: string
  /** At full size, however long it takes. */
  full?: boolean
}

/** A figure with an absolute aim beside the rival's. @param most our value has to be at most this */
export function within(
  what: string,
  pairs: readonly { ours: number; rival: number }[],
  say: (value: number) => string,
  most: number,
): Figure {
  return {
    ...compared(what, pairs, say),
    goal: { says: `at most ${say(most)}`, met: median(pairs.map(({ ours }) => ours)) <= most },
  }
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Rounds of both, alternately, so that a busy moment of the machine affects both. */
export async function interleaved<T>(
  rounds: number,
  ours: () => Promise<T>,
  rival: () => Promise<T>,
): Promise<{ ours: T; rival: T }[]> {
  const pairs: { ours: T; rival: T }[] = []
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      const first = await ours()
      pairs.push({ ours: first, rival: await rival() })
    } else {
      const first = await rival()
      pairs.push({ rival: first, ours: await ours() })
    }
    // Not part of the table, and not of standard output.
    console.error(`round ${round + 1} of ${rounds}, load ${load()}: ${JSON.stringify(pairs.at(-1))}`)
  }
  return pairs
}

/** A figure of pairs measured in one run: medians, and the median of the ratios. */
export function compared(
  what: string,
  pairs: readonly { ours: number; rival: number }[],
  say: (value: number) => string,
  aim?: number,
): Figure {
  return {
    what,
    ours: say(median(pairs.map(({ ours }) => ours))),
    rival: say(median(pairs.map(({ rival }) => rival))),
    ratio: median(pairs.map(({ ours, rival }) => ours / rival)),
    ...(aim === undefined ? {} : { aim }),
  }
}

/**
 * A figure whose rival can't run on this machine: compared with an earlier measurement, and marked so; without one,
 * alone.
 */
export function besideEarlier(
  what: string,
  ours: readonly number[],
  earlier: number | null,
  say: (value: number) => string,
  aim?: number,
): Figure {
  const middle = median(ours)
  const beside =
    earlier === null
      ? { rival: 'not run here', ratio: null }
      : { rival: `${say(earlier)} (not run here: measured earlier, on another machine)`, ratio: middle / earlier }
  return { what, ours: say(middle), ...beside, ...(aim === undefined ? {} : { aim }) }
}

/** Rounds of ours alone. */
export async function alone<T>(rounds: number, work: () => Promise<T>): Promise<T[]> {
  const done: T[] = []
  for (let round = 0; round < rounds; round += 1) done.push(await work())
  return done
}

export const seconds = (ms: number) => `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`
export const millis = (ms: number) => `${ms < 10 ? ms.toFixed(2) : ms.toFixed(0)} ms`

const shown = (ratio: number) => `${ratio < 1 ? ratio.toFixed(3) : ratio.toFixed(2)} x`

function aimOf({ aim, goal, ratio }: Figure): string {
  const aims = [
    ...(aim === undefined || ratio === null ? [] : [{ says: `at most ${aim} x`, met: ratio <= aim }]),
    ...(goal ? [goal] : []),
  ]
  return aims.map(({ says, met }) => (met ? says : `${says}: **missed**`)).join(', ')
}

export function tableOf({ figures, method }: Bench): string {
  const rows = figures.map((figure) => [
    figure.what,
    figure.ours,
    figure.rival,
    figure.ratio === null ? '' : shown(figure.ratio),
    aimOf(figure),
  ])
  const lines = [['What', 'Bagrun', 'Beside it', 'Ratio', 'Aim'], ['---', '---', '---', '---', '---'], ...rows]
  return [...lines.map((cells) => `| ${cells.join(' | ')} |`), '', ...method.map((sentence) => `- ${sentence}`)].join(
    '\n',
  )
}

/** What a figure depends on besides the code. */
export function machine(): string {
  const [cpu] = os.cpus()
  return `${os.cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), ${Math.round(os.totalmem() / 2 ** 30)} GB, ${os.type()} ${os.release()}, Node ${process.versions.node}`
}

export const load = () => os.loadavg()[0]!.toFixed(1)
