import { Link } from 'react-router-dom'
import type { Translate } from '#client/ui/core/i18n.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { previewUnbilled } from '#contract/v1/invoices.ts'
import { moneyColumn } from '#client/shells/money-column.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import type { Column } from '#client/ui/office/data-table.tsx'

type Planned = OutputOf<typeof previewUnbilled>['planned'][number] & { key: string }

export const plannedColumns = (t: Translate<'invoices'>): readonly Column<Planned>[] => [
  {
    id: 'customer',
    title: t('customer'),
    main: true,
    cell: ({ customerID, customer }) => <Link to={officePaths.customer(customerID)}>{customer}</Link>,
  },
  moneyColumn('fromCredit', t('fromCredit'), { dash: true }),
  moneyColumn('amount', t('amount')),
]
