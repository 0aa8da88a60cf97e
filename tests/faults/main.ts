import { type FullDiskOptions, type FullDiskRun, runFullDisks } from './full-disk.ts'
import { runFaults, type RunOptions } from './run.ts'
import { tableOf } from './report-table.ts'

/** Works on full disks, one after the other. @returns a line for each, and whether nothing was lost, doubled or refused */
export async function fullDisks(
  options: FullDiskOptions,
  onProgress: (words: string) => void,
): Promise<{ table: string; isRight: boolean }> {
  const runs = await runFullDisks({ ...options, onRun: (run) => onProgress(lineOf(run)) })
  if (runs === null) return { table: 'Only root on Linux can mount a disk of a given size.', isRight: false }
  const isRight = runs.every(({ refused, lost, doubled }) => refused + lost.length + doubled.length === 0)
  return {
    table: `${runs.map(lineOf).join('\n')}\n${runs.length} disks: ${isRight ? 'all' : 'NOT all'} taps saved, once`,
    isRight,
  }
}

const RELOADED = { no: '', stops: ', reloaded', 'no-stops': ', reloaded and no stops shown' }

const lineOf = ({ megabytes, ended, signal, reloaded, saved, refused, lost, doubled, sentMeanwhile }: FullDiskRun) =>
  `${megabytes} MB, ${ended}${signal ? ', with signal' : ''}${RELOADED[reloaded]}: ${saved} saved, ${refused} refused, ${sentMeanwhile} sent meanwhile, ${lost.length} lost, ${doubled.length} doubled`

/** Runs one long day. @returns its table, and whether everything was right */
export async function faults(
  options: RunOptions,
  onProgress: (words: string) => void,
): Promise<{ table: string; isRight: boolean }> {
  const report = await runFaults(options, onProgress)
  const isRight =
    report.problems.length === 0 && Object.values(report.verdict).every((wrong: string[]) => wrong.length === 0)
  return { table: tableOf(report), isRight }
}
