import { useMemo } from 'react'
import { CUSTOMER_STATUSES } from '#domain/words.ts'
import type { Filter } from '#client/shells/list-screen.tsx'
import { packageSource, suburbSource } from '#client/shells/pick-sources.ts'
import { useTerms } from '#client/shells/terms.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'

/** Rounds offered by the filter; higher ones are found by the search. */
const ROUNDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

/** All filters of the list (api.md, "Users"). Requests (PENDING) have a list of their own. */
export function useCustomersFilters(): readonly Filter[] {
  const { t } = useTranslation('customers')
  const { t: terms, weeks, serviceTypes, accountTypes, invoiceTypes, origins } = useTerms()
  return useMemo(
    () => [
      {
        kind: 'choice',
        name: 'status',
        label: t('status'),
        options: CUSTOMER_STATUSES.filter((status) => status !== 'PENDING').map((status) => ({
          value: status,
          label: terms(`status${status}`),
        })),
      },
      { kind: 'pick', name: 'suburbID', label: t('suburb'), source: suburbSource },
      { kind: 'choice', name: 'weekNumber', label: t('weekNumber'), options: weeks },
      {
        kind: 'choice',
        name: 'runNumber',
        label: t('runNumber'),
        options: ROUNDS.map((round) => ({ value: String(round), label: String(round) })),
      },
      {
        kind: 'choice',
        name: 'serviceType',
        label: t('serviceType'),
        options: serviceTypes,
        any: terms('serviceTypeALL'),
        more: true,
      },
      { kind: 'pick', name: 'productID', label: t('servicePackage'), source: packageSource, more: true },
      { kind: 'choice', name: 'accountType', label: t('accountType'), options: accountTypes, more: true },
      { kind: 'choice', name: 'invoiceType', label: t('invoiceType'), options: invoiceTypes, more: true },
      { kind: 'choice', name: 'origin', label: t('origin'), options: origins, more: true },
      { kind: 'flag', name: 'hasEmail', label: t('hasEmail'), more: true },
      { kind: 'flag', name: 'owing', label: t('owing'), more: true },
      { kind: 'day', name: 'from', label: t('salesFrom'), more: 'always' },
      { kind: 'day', name: 'to', label: t('salesTo'), more: 'always' },
    ],
    // The words do not change while the page is open.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [t, terms],
  )
}
