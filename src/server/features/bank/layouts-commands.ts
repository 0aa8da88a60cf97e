import type { InputOf } from '#contract/endpoint.ts'
import type { chooseBankColumns } from '#contract/v1/bank.ts'
import { amountColumnsProblem } from '#domain/bank-columns.ts'
import type { BankColumns } from '#domain/bank-rows.ts'
import type { Queryable } from '../../db/database.ts'
import { bankLayouts } from '../../db/tables/bank.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { refuseField } from '../../http/refused.ts'

/** Stores the columns of a layout that isn't recognised; the last choice counts. */
export async function rememberColumns(
  tx: Queryable,
  author: Author,
  {
    layoutHash,
    header,
    columns: chosen,
    dateFormat = null,
  }: Pick<InputOf<typeof chooseBankColumns>, 'layoutHash' | 'header' | 'columns'> & {
    dateFormat?: InputOf<typeof chooseBankColumns>['dateFormat'] | null
  },
): Promise<void> {
  // A column that is left out is absent, not undefined.
  const columns = Object.fromEntries(
    Object.entries(chosen).filter(([, column]) => column !== undefined),
  ) as unknown as BankColumns
  if (columns.text.length === 0) refuseField('columns', 'Choose where the text is')
  const problem = amountColumnsProblem(columns)
  if (problem) refuseField('columns', problem)
  const row = { header, columns, dateFormat: dateFormat ?? null, changedAt: author.now, changedBy: author.actor.userID }
  await tx
    .insert(bankLayouts)
    .values({ layoutHash, ...row })
    .onConflictDoUpdate({ target: bankLayouts.layoutHash, set: row })
  await recordChange(tx, author, {
    action: 'bank.layout',
    subjectKind: 'bank_layout',
    subjectID: author.actor.userID,
    after: { layoutHash, header, columns, dateFormat: row.dateFormat },
  })
}
