import { Text } from '@mantine/core'
import { useSearchParams } from 'react-router-dom'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CallOf } from '#contract/endpoint.ts'
import { listInvoices } from '#contract/v1/invoices.ts'
import { AGES, type Age } from '#domain/invoicing.ts'
import { showDollars } from '#domain/money.ts'
import { ask } from '#client/api/query-client.ts'
import { Money } from '#client/ui/core/money.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { DEBT_AGE_WORDS } from './debt-ages.ts'
import styles from './invoices.module.css'

/**
 * What is owed by age. Pressing a figure filters the list by its age, and again removes the filter. The list sends the
 * same query, so there is one request.
 */
export function Ageing({ query }: { query: Readonly<Record<string, unknown>> }) {
  const [params, setParams] = useSearchParams()
  const { data } = useQuery({
    ...ask(listInvoices, query as CallOf<typeof listInvoices>),
    placeholderData: keepPreviousData,
  })
  const chosen = params.get('age')
  const choose = (age: Age) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.delete('page')
      if (chosen === age) next.delete('age')
      else next.set('age', age)
      return next
    })
  return (
    <div role="group" aria-label={t('Owing by age')} className={styles.ageing}>
      {AGES.map((age) => {
        const { invoices = 0, owing = 0 } = data?.ageing.find((one) => one.age === age) ?? {}
        return (
          <button
            key={age}
            type="button"
            className={styles.age}
            aria-pressed={chosen === age}
            aria-label={
              data === undefined
                ? t(DEBT_AGE_WORDS[age])
                : `${t(DEBT_AGE_WORDS[age])} ${showDollars(owing)}, ${plural(invoices, '{{count}} invoice', '{{count, number}} invoices')}`
            }
            disabled={data !== undefined && invoices === 0 && chosen !== age}
            onClick={() => choose(age)}
          >
            <Text span {...(chosen !== age && { c: 'dimmed' })}>
              {t(DEBT_AGE_WORDS[age])}
            </Text>
            {data === undefined ? (
              <span>&nbsp;</span>
            ) : (
              <span>
                <Money dollars={owing} /> · {invoices}
              </span>
            )}
          </button>
        )
      })}
    </div>
  )
}
