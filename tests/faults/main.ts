import { fullDiskTrials, type FullDiskRun, isHonest, runFullDisks } from './full-disk.ts'
import { runFaults, type RunOptions } from './run.ts'
import { tableOf } from './report-table.ts'

/**
 * Works on full disks, one after the other. @returns a line for each, and whether nothing was lost or refused where the
 * browser grants persistent storage, and the app says so where it does not
 */
export async function fullDisks(
  disks: number,
  onProgress: (words: string) => void,
): Promise<{ table: string; isRight: boolean }> {
  const runs = await runFullDisks({ trials: fullDiskTrials(disks), onRun: (run) => onProgress(lineOf(run)) })
  if (runs === null) return { table: 'Only root on Linux can mount a disk of a given size.', isRight: false }
  const isRight = runs.every(isHonest)
  return {
    table: `${runs.map(lineOf).join('\n')}\n${runs.length} disks: ${isRight ? 'right' : 'NOT right'}`,
    isRight,
  }
}

const RELOADED = { no: '', stops: ', reloaded', 'no-stops': ', reloaded and no stops shown' }
const SIGNED_OUT = { no: '', yes: ', logged out', refused: ', log-out refused' }

const lineOf = (run: FullDiskRun) => {
  const { megabytes, isGranted, hasJournal, ended, signal, reloaded, signedOut } = run
  const { saved, refused, lost, lostAfterRefusal, doubled, sentMeanwhile } = run
  const phone = `${isGranted ? '' : ', not granted'}${hasJournal ? '' : ', no journal'}`
  const how = `${phone}, ${ended}${signal ? ', with signal' : ''}${RELOADED[reloaded]}${SIGNED_OUT[signedOut]}`
  const taps = `${saved} saved, ${refused} refused, ${sentMeanwhile} sent meanwhile, ${lost.length} lost, ${lostAfterRefusal.length} of them tapped after a refusal`
  const end = `${doubled.length} doubled, photo ${run.photo}, "${run.chip}"`
  return `${isHonest(run) ? 'right' : 'WRONG'}: ${megabytes} MB${how}: ${taps}, ${end}`
}

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
