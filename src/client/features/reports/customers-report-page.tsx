import { useMemo, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import { Link, useParams } from 'react-router-dom'
import type { OutputOf } from '#contract/endpoint.ts'
import { CUSTOMER_REPORTS, customersReported } from '#contract/v1/reports.ts'
import { dayOf, formatDay } from '#domain/dates.ts'
import { AGES } from '#domain/invoicing.ts'
import { PAGE_MAX } from '#domain/limits.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import { plainColumn } from '#client/shells/plain-column.ts'
import { refIdColumn } from '#client/shells/customer-columns.tsx'
import { useDepotFilter } from '#client/shells/depots.tsx'
import { ListScreen } from '#client/shells/list-screen.tsx'
import { moneyColumn } from '#client/shells/money-column.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { Money } from '#client/ui/core/money.tsx'
import { type Column, rowLink } from '#client/ui/office/data-table.tsx'
import { ACCOUNT_TYPE_WORDS, CUSTOMER_STATUS_WORDS } from '#client/shells/terms.ts'
import { plural, t } from '#client/ui/core/texts.ts'
import type { CustomerReport } from './reports-data.ts'
import { CUSTOMER_KIND_WORDS } from './customer-kinds.ts'
import { DEBT_AGE_WORDS } from './debt-ages.ts'
import { reportsPaths } from './reports-paths.ts'
import { BackLink } from '#client/shells/back-link.tsx'

type Row = OutputOf<typeof customersReported>['items'][number]

export function CustomersReportPage({ notFound }: { notFound: ReactNode }) {
  const { kind: named } = useParams()
  const kind = CUSTOMER_REPORTS.find((each) => each === named)
  return kind === undefined ? notFound : <CustomersReport key={kind} kind={kind} />
}

function CustomersReport({ kind }: { kind: CustomerReport }) {
  const { timeZone } = useOffice().profile.config
  const columns = useMemo(() => columnsOf({ timeZone, kind }), [timeZone, kind])
  return (
    <ListScreen
      name={`customers-${kind}`}
      title={t('Customers: {{kind}}', { kind: t(CUSTOMER_KIND_WORDS[kind]) })}
      endpoint={customersReported}
      // On paper there are as many rows as one request gives.
      fixed={{ kind, perPage: PAGE_MAX }}
      columns={columns}
      filters={useDepotFilter()}
      keyOf={({ customerID }) => customerID}
      nameOf={({ fullName }) => fullName}
      search={t('Name, address, phone, email or Ref ID')}
      defaultSort={kind === 'overdue' ? '-owing' : 'fullName'}
      counted={(count) => plural(count, '{{count}} customer', '{{count, number}} customers')}
      takesLong
      sums={(answer) => sumsOf(answer, t('Total'))}
      back={<BackLink to={reportsPaths.home()}>{t('Reports')}</BackLink>}
      actions={
        <Button variant="default" className="screen-only" onClick={() => window.print()}>
          {t('Print')}
        </Button>
      }
      empty={{ title: t('No customers here'), how: t('This list fills by itself.') }}
    />
  )
}

interface Needs {
  timeZone: string
  kind: CustomerReport
}

function columnsOf({ timeZone, kind }: Needs): readonly Column<Row>[] {
  const canceledOn = ({ canceledAt }: Row) => (canceledAt === null ? null : dayOf(new Date(canceledAt), timeZone))
  const ages = AGES.map((age): Column<Row> => {
    const owing = ({ ageing }: Row) => ageing.find((each) => each.age === age)?.owing ?? 0
    return {
      id: age,
      title: t(DEBT_AGE_WORDS[age]),
      end: true,
      cell: (row) => (owing(row) === 0 ? '–' : <Money dollars={owing(row)} />),
      csv: owing,
    }
  })
  return [
    refIdColumn({ sort: true }),
    {
      id: 'fullName',
      title: t('Name'),
      main: true,
      sort: 'fullName',
      cell: ({ customerID, fullName, refId }) => (
        <Link className={rowLink} to={officePaths.customer(customerID)}>
          {fullName || refId}
        </Link>
      ),
      csv: ({ fullName }) => fullName,
    },
    {
      id: 'status',
      title: t('Status'),
      sort: 'status',
      optional: kind === 'overdue',
      cell: ({ status }) => t(CUSTOMER_STATUS_WORDS[status]),
      csv: ({ status }) => t(CUSTOMER_STATUS_WORDS[status]),
    },
    plainColumn('email', t('Email'), { sort: true, long: true, dash: true }),
    {
      id: 'mobilePhone',
      title: t('Mobile phone'),
      optional: true,
      cell: ({ mobilePhone }) => mobilePhone && showPhone(mobilePhone),
      csv: ({ mobilePhone }) => mobilePhone && showPhone(mobilePhone),
    },
    {
      id: 'accountType',
      title: t('Account type'),
      sort: 'accountType',
      optional: kind === 'overdue',
      cell: ({ accountType }) => t(ACCOUNT_TYPE_WORDS[accountType]),
      csv: ({ accountType }) => t(ACCOUNT_TYPE_WORDS[accountType]),
    },
    {
      id: 'canceledAt',
      title: t('Cancelled'),
      sort: 'canceledAt',
      optional: kind !== 'cancelled',
      cell: (row) => (canceledOn(row) === null ? '–' : formatDay(canceledOn(row)!)),
      csv: canceledOn,
    },
    plainColumn('remindNotes', t('Remind notes'), { long: true }),
    moneyColumn('owing', t('Owing'), { sort: true }),
    ...(kind === 'overdue' ? ages : []),
  ]
}

const sumsOf = ({ totalOwing }: OutputOf<typeof customersReported>, total: string) => ({
  fullName: total,
  owing: <Money dollars={totalOwing} />,
})
