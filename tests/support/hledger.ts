import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export { hasHledger } from '../../src/tools/shared/outside-programs.mjs'

/** Lets hledger check a journal: entries that balance, only declared accounts, and every balance that we say. */
export function checkJournal(journal: string): { wrong: string | null; balances: Map<string, string> } {
  const folder = mkdtempSync(path.join(tmpdir(), 'bagrun-journal-'))
  const file = path.join(folder, 'ledger.journal')
  try {
    writeFileSync(file, journal)
    const checked = spawnSync('hledger', ['-f', file, 'check', '--strict'], { encoding: 'utf8' })
    if (checked.status !== 0) return { wrong: checked.stderr, balances: new Map() }
    const csv = execFileSync(
      'hledger',
      ['-f', file, 'balance', '--flat', '--no-total', '--empty', '--output-format', 'csv'],
      { encoding: 'utf8' },
    )
    const rows = csv.trim().split('\n').slice(1)
    return { wrong: null, balances: new Map(rows.map((row) => row.slice(1, -1).split('","') as [string, string])) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
