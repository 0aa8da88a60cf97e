import type { Exception } from '#contract/v1/exceptions.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import styles from './exceptions.module.css'

/** The effect of accepting, in money: "Accepting bills $25.00, pays Sione Tupou $4.00." */
export function Accepting({ accepting }: Pick<Exception, 'accepting'>) {
  const { t } = useTranslation('exceptions')
  if (accepting === null) return null
  const { bills, pays } = accepting
  const money = (dollars: number) => showMoney(nearestCents(Math.abs(dollars)))
  const parts = [
    ...(bills === 0 ? [] : [t(bills < 0 ? 'acceptBillsLess' : 'acceptBills', { amount: money(bills) })]),
    ...pays.map(({ driver, amount }) =>
      t(amount < 0 ? 'acceptPaysLess' : 'acceptPays', { driver, amount: money(amount) }),
    ),
  ]
  return (
    <p className={styles.accepting}>
      {t('accepting', { what: parts.length === 0 ? t('acceptNothing') : parts.join(', ') })}
    </p>
  )
}
