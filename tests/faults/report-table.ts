import { FAULT_KINDS } from './fault-kinds.ts'
import type { Report } from './run.ts'

/** Sentences about problems; the first ones are enough to find the cause. */
const SHOWN = 30

/** A day in figures, as a table for the documentation, followed by all problems, in sentences. */
export function tableOf(report: Report): string {
  const { verdict, problems, met, counted, kills, neverKept } = report
  const rows: [string, string | number][] = [
    ['taps shown as saved', report.taps],
    ['photos shown as saved', report.photosTaken],
    ['browser killed', kills.device],
    ['taps, photos it died under before they were on its disk, done again', `${neverKept.taps}, ${neverKept.photos}`],
    ['server killed with kill -9', kills.server],
    ['requests that carried work', counted.sends],
    ['of them sent a second time by Chromium itself', counted.resent],
    ['signed in', report.signIns],
    ...FAULT_KINDS.map((kind): [string, number] => [kind, met.get(kind) ?? 0]),
    ['fetches that met a fault', counted.spoiled],
    ['sent again by the driver after a 413', report.askedPerson],
    ['**lost**', verdict.lost.length],
    ['**doubled**', verdict.doubled.length],
    ['**out of order within a stop**', verdict.outOfOrder.length],
    ['**stuck**', verdict.stuck.length],
    ['**changed on the way**', verdict.changed.length],
    ['outbox empty after healing, s', report.emptyAfter ?? 'never'],
    ['the whole day, s', report.seconds],
  ]
  const wrong = [
    ...new Set([
      ...Object.entries(verdict).flatMap(([kind, all]: [string, string[]]) => all.map((one) => `${kind}: ${one}`)),
      ...problems,
    ]),
  ].map((one) => one.slice(0, 400))
  return [
    `seed ${report.seed}`,
    '',
    '| | |',
    '|---|--:|',
    ...rows.map(([name, value]) => `| ${name} | ${value} |`),
    ...(wrong.length === 0 ? [] : ['', ...wrong.slice(0, SHOWN).map((one) => `✗ ${one}`)]),
    ...(wrong.length > SHOWN ? [`… and ${wrong.length - SHOWN} more`] : []),
  ].join('\n')
}
