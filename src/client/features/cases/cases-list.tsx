import { useMemo } from 'react'
import { Text } from '@mantine/core'
import { listCases } from '#contract/v1/cases.ts'
import { CASE_KINDS, CASE_STATES } from '#domain/cases.ts'
import { useDepotFilter } from '#client/shells/depots.tsx'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { customerSource } from '#client/shells/pick-sources.ts'
import { useToday } from '#client/shells/today.ts'
import { plural, t } from '#client/ui/core/texts.ts'
import { casesColumns } from './cases-columns.tsx'
import { CASE_KIND_WORDS } from './case-kinds.ts'
import { CASE_STATE_WORDS } from './case-states.ts'

/** /cases of the office, or one customer's inside their page. */
export function CasesList({ customerID }: { customerID?: string }) {
  const { timeZone } = useOffice().profile.config
  const today = useToday()
  const ofCustomer = customerID !== undefined
  const columns = useMemo(() => casesColumns({ timeZone, today, ofCustomer }), [timeZone, today, ofCustomer])
  const depotFilter = useDepotFilter()
  const filters = useMemo<readonly Filter[]>(
    () => [
      {
        kind: 'choice',
        name: 'state',
        label: t('State'),
        options: CASE_STATES.map((value) => ({ value, label: t(CASE_STATE_WORDS[value]) })),
      },
      {
        kind: 'choice',
        name: 'kind',
        label: t('Kind'),
        options: CASE_KINDS.map((value) => ({ value, label: t(CASE_KIND_WORDS[value]) })),
      },
      ...(ofCustomer
        ? []
        : [
            { kind: 'pick', name: 'customerID', label: t('Customer'), source: customerSource } satisfies Filter,
            ...depotFilter,
          ]),
    ],
    [ofCustomer, depotFilter],
  )
  return (
    <ListScreen
      name={ofCustomer ? 'customer-cases' : 'cases'}
      title={t('Cases')}
      endpoint={listCases}
      {...(ofCustomer
        ? { fixed: { customerID }, inside: true }
        : { search: t('Customer, words, case number'), top: <How /> })}
      columns={columns}
      keyOf={({ caseID }) => caseID}
      nameOf={({ refId }) => t('Case {{refId}}', { refId })}
      filters={filters}
      counted={(count) => plural(count, '{{count}} case', '{{count, number}} cases')}
      empty={{
        title: t(ofCustomer ? 'No cases of this customer' : 'No cases yet'),
        how: ofCustomer ? '' : t('When a customer reports that something was wrong, it comes here.'),
      }}
    />
  )
}

function How() {
  return (
    <Text mb="md">{t('What customers report about a collection or ask for. The ones waiting for you are open.')}</Text>
  )
}
