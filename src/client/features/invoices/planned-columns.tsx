import { Link } from 'react-router-dom'
import type { OutputOf } from '#contract/endpoint.ts'
import type { previewUnbilled } from '#contract/v1/invoices.ts'
import { moneyColumn } from '#client/shells/money-column.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import type { Column } from '#client/ui/office/data-table.tsx'
import { t } from '#client/ui/core/texts.ts'

type Planned = OutputOf<typeof previewUnbilled>['planned'][number] & { key: string }

export const plannedColumns = (): readonly Column<Planned>[] => [
  {
    id: 'customer',
    title: t('Customer'),
    main: true,
    cell: ({ customerID, customer }) => <Link to={officePaths.customer(customerID)}>{customer}</Link>,
  },
  moneyColumn('fromCredit', t('From credit'), { dash: true }),
  moneyColumn('amount', t('Amount')),
]
