import { Table } from '@mantine/core'
import type { OutputOf } from '#contract/endpoint.ts'
import type { previewCompletion } from '#contract/v1/runs-plan.ts'
import { nearestCents } from '#domain/money.ts'
import type { Outcome } from '#domain/words.ts'
import { useTerms } from '#client/shells/terms.ts'
import { Money } from '#client/ui/core/money.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import styles from './acts.module.css'

/** Recorded stops, the amounts billed to customers, and the drivers' pay. */
export function CompletionFigures({
  plan: { outcomes, charges, incomes },
}: {
  plan: OutputOf<typeof previewCompletion>
}) {
  const { t } = useTranslation('acts')
  const { t: terms } = useTerms()
  return (
    <>
      <section>
        <h3 className={styles.heading}>{t('outcomes')}</h3>
        {outcomes.length === 0 ? <p>{t('nothingRecorded')}</p> : null}
        <ul className={styles.pairs}>
          {outcomes.map(({ outcome, stops, bags }) => (
            <li key={outcome}>
              <span>{terms(`outcome${outcome as Outcome}`)}</span>
              <span>
                {[t('stops', { count: stops }), ...(bags > 0 ? [t('bags', { count: bags })] : [])].join(', ')}
              </span>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3 className={styles.heading}>{t('charges')}</h3>
        <p>
          <strong>
            <Money dollars={charges.amount} />
          </strong>{' '}
          {t('chargesOf', { count: charges.stops })}
        </p>
      </section>
      <section>
        <h3 className={styles.heading}>{t('incomes')}</h3>
        {incomes.length === 0 ? (
          <p>{t('noIncomes')}</p>
        ) : (
          <Table className={styles.table} verticalSpacing={6}>
            <Table.Tbody>
              {incomes.map(({ driverID, driver, bags, amount }) => (
                <Table.Tr key={driverID}>
                  <Table.Td>{driver}</Table.Td>
                  <Table.Td className={styles.end}>{t('bags', { count: bags })}</Table.Td>
                  <Table.Td className={styles.end}>
                    <Money dollars={amount} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
            {incomes.length === 1 ? null : (
              <Table.Tfoot>
                <Table.Tr>
                  <Table.Th>{t('total')}</Table.Th>
                  <Table.Th className={styles.end}>
                    {t('bags', { count: incomes.reduce((sum, { bags }) => sum + bags, 0) })}
                  </Table.Th>
                  <Table.Th className={styles.end}>
                    <Money dollars={incomes.reduce((sum, { amount }) => sum + nearestCents(amount), 0) / 100} />
                  </Table.Th>
                </Table.Tr>
              </Table.Tfoot>
            )}
          </Table>
        )}
      </section>
    </>
  )
}
