import { Alert, Skeleton } from '@mantine/core'
import { Link, useLocation } from 'react-router-dom'
import { dayOf, formatDay } from '#domain/dates.ts'
import { NotThere } from '#client/api/query-client.ts'
import { useOffice } from '#client/shells/office.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { PageContent, PageHeader } from '#client/ui/app-shell.tsx'
import { StateBadge } from '#client/ui/state-badge.tsx'
import { useTranslation } from '#client/ui/use-translation.ts'
import { RequestActs } from './request-acts.tsx'
import { RequestFacts } from './request-facts.tsx'
import { type Request, useRequest } from './use-request.ts'
import styles from './requests.module.css'

/** /customer-requests/:customerID */
export function RequestPage({ customerID }: { customerID: string }) {
  const { t } = useTranslation('requests')
  const { t: shells } = useTranslation('shells')
  const { timeZone } = useOffice().profile.config
  const { data: request, error, refetch } = useRequest(customerID)
  const { state } = useLocation()
  const list = officePaths.requests() + ((state as { list?: string } | null)?.list ?? '')
  return (
    <>
      <PageHeader title={request?.fullName ?? t('title')} right={request === undefined ? undefined : <div className={styles.badge}><AcceptedBadge request={request} timeZone={timeZone} /></div>} />
      <PageContent wide>
        <Link to={list} className={styles.back}>
          ‹ {t('back')}
        </Link>
        <StaleNotice error={error} onRetry={refetch} />
        {request === undefined ? (
          error === null ? <Skeleton height={220} radius="lg" aria-label={shells('loading')} /> : null
        ) : (
          <div className={styles.parts}>
            {/* It was one when the page was opened. */}
            {error instanceof NotThere ? (
              <Alert color="yellow" className={styles.warn} role="alert" title={t('overTitle')}>
                {t('overWhy')} <Link to={officePaths.customer(customerID)}>{t('toCustomer')}</Link>
              </Alert>
            ) : (
              <RequestActs request={request} list={list} />
            )}
            <Double request={request} />
            <RequestFacts request={request} timeZone={timeZone} />
          </div>
        )}
      </PageContent>
    </>
  )
}

function AcceptedBadge({ request: { acceptedAt }, timeZone }: { request: Request; timeZone: string }) {
  const { t } = useTranslation('requests')
  return acceptedAt === null ? <StateBadge tone="rest">{t('open')}</StateBadge> : <StateBadge tone="good">{t('acceptedOn', { day: formatDay(dayOf(new Date(acceptedAt), timeZone)) })}</StateBadge>
}

/** Somebody who is asked twice for his money is a customer lost. */
function Double({ request: { possibleDouble } }: { request: Request }) {
  const { t } = useTranslation('requests')
  if (possibleDouble === null) return null
  return (
    <Alert color="yellow" className={styles.warn} title={t('doubleTitle')}>
      {t('doubleWhy')} <Link to={officePaths.customer(possibleDouble.customerID)}>{`${possibleDouble.fullName} (${possibleDouble.refId})`}</Link>
    </Alert>
  )
}
