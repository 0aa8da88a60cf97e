import type { ReactNode } from 'react'
import { Card, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { getProfile, type Profile } from '#contract/v1/session.ts'
import { ask, whyStale } from '#client/api/query-client.ts'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { Money } from '#client/ui/core/money.tsx'
import { OfflineNotice } from '#client/ui/core/offline-notice.tsx'
import styles from './account-page.module.css'

interface AccountPageProps {
  /** The profile as last stored. */
  known: Profile
  /** Where the balance is explained. */
  ledgerPath: string
  /** Where something that was wrong is reported. */
  casesPath: string
  /** The button that pays what is owed. */
  payAll: ReactNode
}

/** A customer's home page: contact data and balance. */
export function AccountPage({ known, ledgerPath, casesPath, payAll }: AccountPageProps) {
  const { t } = useTranslation('account')
  const asked = useQuery(ask(getProfile, {}))
  const stale = whyStale(asked.error)
  const { fullName, email, accountBalance, business } = asked.data ?? known
  const meaning = accountBalance < 0 ? 'balanceOwing' : accountBalance > 0 ? 'balanceCredit' : 'balanceNone'
  return (
    <>
      <PageHeader title={t('title')} />
      <PageContent>
        {stale === 'no-signal' ? <OfflineNotice title={t('notNow')} why={t('comesBackShown')} /> : null}
        {stale === 'server' ? <OfflineNotice title={t('serverFailed')} why={t('serverFailedShown')} /> : null}
        <div className={styles.cards}>
          <Card withBorder radius="lg" padding="lg">
            <Text c="dimmed">{t('balance')}</Text>
            <p className={styles.amount}>
              <Money dollars={accountBalance} />
            </p>
            <Text>{t(meaning, { business: business.name })}</Text>
            {accountBalance < 0 ? <Group my="sm">{payAll}</Group> : null}
            <Link to={ledgerPath}>{t('why')}</Link>
          </Card>
          <Card withBorder radius="lg" padding="lg">
            <h2 className={styles.name}>{t('hello', { name: fullName })}</h2>
            <Text c="dimmed">{t('email')}</Text>
            <Text className={styles.email}>{email ?? t('noEmail')}</Text>
            <Link to={casesPath}>{t('cases')}</Link>
          </Card>
        </div>
      </PageContent>
    </>
  )
}
