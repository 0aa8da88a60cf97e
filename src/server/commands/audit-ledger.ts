import path from 'node:path'
import { readConfig } from '../config.ts'
import { totalLines } from '../ledger-audit/total-lines.ts'
import { auditInto } from '../ledger-audit/write-journal.ts'
import { carriedOut, withDatabase } from './by-ourselves.ts'
import { type Command, say } from './command.ts'

export const auditLedger: Command = {
  does: 'Recomputes every invoice and balance from the rows, whether the server runs or not, and prints the totals. Exits with 1 at the first difference, and names it.',
  options: { journal: { value: 'FILE', says: 'also write all entries to FILE, for the accounting program hledger' } },
  run: async (typed) => {
    const file = typed.valueOf('journal')
    const journal = file === undefined ? null : path.resolve(file)
    const config = readConfig(process.env)
    const report = await carriedOut(config, { order: 'audit-ledger', journal }, () =>
      withDatabase(config, { without: 'There is no ledger' }, ({ db }) => auditInto(db, journal)),
    )
    if (journal !== null) say(`Journal for hledger: ${journal}`)
    if (report.difference !== null) throw new Error(`The ledger is wrong. ${report.difference}`)
    for (const line of totalLines(report)) say(line)
  },
}
