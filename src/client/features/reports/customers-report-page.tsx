import { useMemo, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import type { Translate } from '#client/ui/core/i18n.ts'
import { Link, useParams } from 'react-router-dom'
import type { OutputOf } from '#contract/endpoint.ts'
import { CUSTOMER_REPORTS, customersReported } from '#contract/v1/reports.ts'
import { dayOf, formatDay } from '#domain/dates.ts'
import { AGES } from '#domain/invoicing.ts'
import { PAGE_MAX } from '#domain/limits.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import { ListScreen } from '#client/shells/list-screen.tsx'
import { moneyColumn } from '#client/shells/money-column.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { useTerms } from '#client/shells/terms.ts'
import { Money } from '#client/ui/core/money.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { type Column, rowLink } from '#client/ui/office/data-table.tsx'
import type { CustomerReport } from './reports-data.ts'
import { BackToReports } from './report-page.tsx'
import styles from './reports.module.css'

type Row = OutputOf<typeof customersReported>['items'][number]

/** /reports/customers/overdue */
export function CustomersReportPage({ notFound }: { notFound: ReactNode }) {
  const { kind: named } = useParams()
  const kind = CUSTOMER_REPORTS.find((each) => each === named)
  return kind === undefined ? notFound : <CustomersReport key={kind} kind={kind} />
}

function CustomersReport({ kind }: { kind: CustomerReport }) {
  const { t } = useTranslation('reports')
  const { t: terms } = useTerms()
  const { timeZone } = useOffice().profile.config
  const columns = useMemo(() => columnsOf({ t, terms, timeZone, kind }), [t, terms, timeZone, kind])
  return (
    <ListScreen
      name={`customers-${kind}`}
      title={t('kindTitle', { kind: t(`kind-${kind}`) })}
      endpoint={customersReported}
      // On paper there are as many rows as one request gives.
      fixed={{ kind, perPage: PAGE_MAX }}
      columns={columns}
      keyOf={({ customerID }) => customerID}
      nameOf={({ fullName }) => fullName}
      search={t('searchHow')}
      defaultSort={kind === 'overdue' ? '-owing' : 'fullName'}
      counted={(count) => t('customers', { count })}
      takesLong
      sums={(answer) => sumsOf(answer, t('total'))}
      back={<BackToReports />}
      actions={
        <Button variant="default" className={styles.screenOnly} onClick={() => window.print()}>
          {t('print')}
        </Button>
      }
      empty={{ title: t('noneOfKind'), how: t('noneOfKindHow') }}
    />
  )
}

interface Needs {
  t: Translate<'reports'>
  terms: Translate<'terms'>
  timeZone: string
  kind: CustomerReport
}

function columnsOf({ t, terms, timeZone, kind }: Needs): readonly Column<Row>[] {
  const canceledOn = ({ canceledAt }: Row) => (canceledAt === null ? null : dayOf(new Date(canceledAt), timeZone))
  const ages = AGES.map((age): Column<Row> => {
    const owing = ({ ageing }: Row) => ageing.find((each) => each.age === age)?.owing ?? 0
    return {
      id: age,
      title: t(`age-${age}`),
      end: true,
      cell: (row) => (owing(row) === 0 ? '–' : <Money dollars={owing(row)} />),
      csv: owing,
    }
  })
  return [
    { id: 'refId', title: t('refId'), sort: 'refId', cell: ({ refId }) => refId, csv: ({ refId }) => refId },
    {
      id: 'fullName',
      title: t('fullName'),
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
      title: t('status'),
      sort: 'status',
      optional: kind === 'overdue',
      cell: ({ status }) => terms(`status${status}`),
      csv: ({ status }) => status,
    },
    {
      id: 'email',
      title: t('email'),
      sort: 'email',
      long: true,
      cell: ({ email }) => email ?? '–',
      csv: ({ email }) => email,
    },
    {
      id: 'mobilePhone',
      title: t('mobilePhone'),
      optional: true,
      cell: ({ mobilePhone }) => mobilePhone && showPhone(mobilePhone),
      csv: ({ mobilePhone }) => mobilePhone && showPhone(mobilePhone),
    },
    {
      id: 'accountType',
      title: t('accountType'),
      sort: 'accountType',
      optional: kind === 'overdue',
      cell: ({ accountType }) => terms(`accountType${accountType}`),
      csv: ({ accountType }) => accountType,
    },
    {
      id: 'canceledAt',
      title: t('canceledAt'),
      sort: 'canceledAt',
      optional: kind !== 'cancelled',
      cell: (row) => (canceledOn(row) === null ? '–' : formatDay(canceledOn(row)!)),
      csv: canceledOn,
    },
    {
      id: 'remindNotes',
      title: t('remindNotes'),
      long: true,
      cell: ({ remindNotes }) => remindNotes,
      csv: ({ remindNotes }) => remindNotes,
    },
    moneyColumn('owing', t('owing'), { sort: true }),
    ...(kind === 'overdue' ? ages : []),
  ]
}

const sumsOf = ({ totalOwing }: OutputOf<typeof customersReported>, total: string) => ({
  fullName: total,
  owing: <Money dollars={totalOwing} />,
})
