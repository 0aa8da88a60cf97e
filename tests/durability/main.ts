import { packageRoot } from '#server/package-root.ts'
import { noDisks } from './disks.ts'
import { filledDisk } from './full-disk.ts'
import { killed } from './kills.ts'
import { powerCut } from './power-cuts.ts'
import { secondIsRefused } from './second-process.ts'
import { makeFixture } from './fixture.ts'

export interface Trials {
  readonly kills: number
  readonly powerCuts: number
}

const say = (line: string) => process.stdout.write(`${line}\n`)
const ms = (value: number) => `${Math.round(value)} ms`
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/**
 * Runs kills, power cuts, a full disk and a second process against the built product; prints a table.
 * @returns whether nothing was lost and nothing doubled
 */
export async function durability({ kills, powerCuts }: Trials): Promise<boolean> {
  // Each server started here adds an exit listener, so that no process is left running.
  process.setMaxListeners(0)
  const fixture = await makeFixture(packageRoot())
  let good = true
  const row = (what: string, result: string, fine: boolean) => {
    good &&= fine
    say(`| ${what} | ${result} | ${fine ? 'yes' : 'NO'} |`)
  }
  say('| trial | result | as promised |\n|---|---|---|')
  try {
    if (kills > 0) {
      const { acknowledged, lost, doubled, readyMs } = await killed(fixture, kills)
      row(
        `${kills} x kill -9 under load`,
        `${acknowledged} acknowledged writes, ${lost} lost, ${doubled} doubled; ready again after ${ms(median(readyMs))} (median), ${ms(Math.max(...readyMs))} (longest)`,
        lost === 0 && doubled === 0,
      )
    }
    row('a second server on the folder', 'refused with a sentence, the first goes on', await secondIsRefused(fixture))
    const why = noDisks()
    if (why !== null) say(`Power cuts and the full disk were left out: ${why}.`)
    else {
      if (powerCuts > 0) {
        const { survived, acknowledged, lost } = await powerCut(fixture, powerCuts)
        row(
          `${powerCuts} power cuts under load`,
          `${survived} of ${powerCuts} opened with everything, ${acknowledged} acknowledged writes, ${lost} lost`,
          survived === powerCuts,
        )
      }
      const { refusedEarly, goesOn, atZero, acknowledged, lost, doubled } = await filledDisk(fixture)
      row('less than 100 MB free', 'writes refused with a sentence, reading goes on', refusedEarly)
      row('room again', 'works again without a restart', goesOn)
      row(
        'filled to the last byte under load',
        `${atZero}; ${acknowledged} acknowledged writes, ${lost} lost, ${doubled} doubled`,
        lost === 0 && doubled === 0 && atZero !== 'ended',
      )
    }
  } finally {
    fixture.remove()
  }
  return good
}
