import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { getProfile, type Profile } from '#contract/v1/session.ts'
import { ask } from '#client/api/query-client.ts'
import { Money } from '#client/ui/core/money.tsx'
import { Card, linkLook, Soft, Stack } from '#client/ui/core/parts.tsx'
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
    <Stack>
      <Card as="div" gap="small">
        <Soft>{isOwing ? t('You owe {{business}}', { business: business.name }) : t('Balance')}</Soft>
        <p className={styles.amount}>
          {isOwing ? <Money dollars={-accountBalance} /> : <Money dollars={accountBalance} balance />}
        </p>
        {isOwing ? (
          <div>{payAll}</div>
        ) : (
          <p>
            {accountBalance > 0
              ? t('You have credit with {{business}}.', { business: business.name })
              : t('Nothing owing.')}
          </p>
        )}
        <Link className={linkLook} to={ledgerPath}>
          {t(isOwing ? 'What is this for?' : 'Why is my balance this?')}
        </Link>
      </Card>
      <Card as="div" gap="small">
        <h3>{t('Hello {{name}}', { name: fullName })}</h3>
        <Soft>{t('Email')}</Soft>
        <p>{email ?? t('No email')}</p>
        <Link className={linkLook} to={casesPath}>
          {t('Was something wrong with a collection?')}
        </Link>
      </Card>
    </Stack>
  )
}
