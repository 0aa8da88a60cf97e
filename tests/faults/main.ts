import { runFaults, type RunOptions } from './run.ts'
import { tableOf } from './report-table.ts'

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
