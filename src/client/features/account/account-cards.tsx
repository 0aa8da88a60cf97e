import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { getProfile, type Profile } from '#contract/v1/session.ts'
import { ask } from '#client/api/query-client.ts'
import { Money } from '#client/ui/core/money.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import styles from './account-cards.module.css'

interface AccountCardsProps {
  /** The profile as last stored, shown until there is an answer. */
  known: Profile
  ledgerPath: string
  casesPath: string
  payAll: ReactNode
}

export function AccountCards({ known, ledgerPath, casesPath, payAll }: AccountCardsProps) {
  const { t } = useTranslation('account')
  const profile = useQuery({ ...ask(getProfile, {}), throwOnError: false })
  const { fullName, email, accountBalance, business } = profile.data ?? known
  const isOwing = accountBalance < 0
  return (
    <div className={styles.cards}>
      <div className={styles.card}>
        <p className={styles.soft}>{isOwing ? t('owing', { business: business.name }) : t('balance')}</p>
        <p className={styles.amount}>
          {isOwing ? <Money dollars={-accountBalance} /> : <Money dollars={accountBalance} balance />}
        </p>
        {isOwing ? (
          <div className={styles.pay}>{payAll}</div>
        ) : (
          <p>{t(accountBalance > 0 ? 'balanceCredit' : 'balanceNone', { business: business.name })}</p>
        )}
        <Link to={ledgerPath}>{t(isOwing ? 'whyOwing' : 'why')}</Link>
      </div>
      <div className={styles.card}>
        <h3 className={styles.name}>{t('hello', { name: fullName })}</h3>
        <p className={styles.soft}>{t('email')}</p>
        <p className={styles.email}>{email ?? t('noEmail')}</p>
        <Link to={casesPath}>{t('cases')}</Link>
      </div>
    </div>
  )
}
