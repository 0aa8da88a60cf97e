import type { OutputOf } from '#contract/endpoint.ts'
import type { previewUnbilled } from '#contract/v1/invoices.ts'
import { customerColumn } from '#client/shells/customer-columns.tsx'
import { moneyColumn } from '#client/shells/money-column.tsx'
import type { Column } from '#client/ui/office/data-table.tsx'
import { t } from '#client/ui/core/texts.ts'

type Planned = OutputOf<typeof previewUnbilled>['planned'][number] & { key: string }

export const plannedColumns = (): readonly Column<Planned>[] => [
  customerColumn({ main: true }),
  moneyColumn('fromCredit', t('From credit'), { dash: true }),
  moneyColumn('amount', t('Amount')),
]
