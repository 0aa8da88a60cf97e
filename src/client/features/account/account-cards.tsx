import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { getProfile, type Profile } from '#contract/v1/session.ts'
import { ask } from '#client/api/query-client.ts'
import { Money } from '#client/ui/core/money.tsx'
import { t } from '#client/ui/core/texts.ts'
import styles from './account-cards.module.css'

interface AccountCardsProps {
  /** The profile as last stored, shown until there is an answer. */
  known: Profile
  ledgerPath: string
  casesPath: string
  payAll: ReactNode
}

export function AccountCards({ known, ledgerPath, casesPath, payAll }: AccountCardsProps) {
  const profile = useQuery({ ...ask(getProfile, {}), throwOnError: false })
  const { fullName, email, accountBalance, business } = profile.data ?? known
  const isOwing = accountBalance < 0
  return (
    <div className={styles.cards}>
      <div className={styles.card}>
        <p className={styles.soft}>{isOwing ? t('You owe {{business}}', { business: business.name }) : t('Balance')}</p>
        <p className={styles.amount}>
          {isOwing ? <Money dollars={-accountBalance} /> : <Money dollars={accountBalance} balance />}
        </p>
        {isOwing ? (
          <div className={styles.pay}>{payAll}</div>
        ) : (
          <p>
            {accountBalance > 0
              ? t('You have credit with {{business}}.', { business: business.name })
              : t('Nothing owing.')}
          </p>
        )}
        <Link to={ledgerPath}>{t(isOwing ? 'What is this for?' : 'Why is my balance this?')}</Link>
      </div>
      <div className={styles.card}>
        <h3 className={styles.name}>{t('Hello {{name}}', { name: fullName })}</h3>
        <p className={styles.soft}>{t('Email')}</p>
        <p className={styles.email}>{email ?? t('No email')}</p>
        <Link to={casesPath}>{t('Was something wrong with a collection?')}</Link>
      </div>
    </div>
  )
}
