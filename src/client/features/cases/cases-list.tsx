import { useMemo } from 'react'
import { Text } from '@mantine/core'
import { listCases } from '#contract/v1/cases.ts'
import { CASE_KINDS, CASE_STATES } from '#domain/cases.ts'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { customerSource } from '#client/shells/pick-sources.ts'
import { useToday } from '#client/shells/today.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { casesColumns } from './cases-columns.tsx'

/** /cases of the office, or one customer's inside their page. */
export function CasesList({ customerID }: { customerID?: string }) {
  const { t } = useTranslation('cases')
  const { timeZone } = useOffice().profile.config
  const today = useToday()
  const ofCustomer = customerID !== undefined
  const columns = useMemo(() => casesColumns({ t, timeZone, today, ofCustomer }), [t, timeZone, today, ofCustomer])
  const filters = useMemo<readonly Filter[]>(
    () => [
      {
        kind: 'choice',
        name: 'state',
        label: t('state'),
        options: CASE_STATES.map((value) => ({ value, label: t(value) })),
      },
      {
        kind: 'choice',
        name: 'kind',
        label: t('kind'),
        options: CASE_KINDS.map((value) => ({ value, label: t(`kind-${value}`) })),
      },
      ...(ofCustomer
        ? []
        : [{ kind: 'pick', name: 'customerID', label: t('customer'), source: customerSource } satisfies Filter]),
    ],
    [t, ofCustomer],
  )
  return (
    <ListScreen
      name={ofCustomer ? 'customer-cases' : 'cases'}
      title={t('title')}
      endpoint={listCases}
      {...(ofCustomer ? { fixed: { customerID }, inside: true } : { search: t('searchHow'), top: <How /> })}
      columns={columns}
      keyOf={({ caseID }) => caseID}
      nameOf={({ refId }) => t('caseN', { refId })}
      filters={filters}
      counted={(count) => t('counted', { count })}
      empty={{ title: t(ofCustomer ? 'noneOfCustomer' : 'empty'), how: ofCustomer ? '' : t('emptyHow') }}
    />
  )
}

function How() {
  const { t } = useTranslation('cases')
  return <Text mb="md">{t('how')}</Text>
}
