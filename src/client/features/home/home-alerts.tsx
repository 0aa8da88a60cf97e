import { useState } from 'react'
import { Button, Card, Text, Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import { type Alert, resolveAlert } from '#contract/v1/alerts.ts'
import type { AlertKind } from '#domain/alerts.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { ReasonDialog } from '#client/shells/reason-dialog.tsx'
import { AlertIcon } from '#client/ui/core/icons.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { t } from '#client/ui/core/texts.ts'
import styles from './home-alerts.module.css'

export function HomeAlerts({ alerts: all }: { alerts: readonly Alert[] }) {
  const alerts = all.filter(({ kind }) => !isTask(kind))
  const [resolving, setResolving] = useState<Alert | null>(null)
  if (alerts.length === 0) return null
  return (
    <section aria-labelledby="alerts" className={styles.alerts}>
      <Title order={2} id="alerts">
        {t('Needs attention')}
      </Title>
      <ul className={styles.list}>
        {alerts.map((alert) => {
          const { alertID, kind, title, advice, openedAt } = alert
          return (
            <Card key={alertID} component="li" padding="sm" className={styles.alert}>
              <span className={styles.icon} aria-hidden="true">
                <AlertIcon />
              </span>
              <div className={styles.words}>
                <strong className={styles.title}>{title}</strong>
                <Text>
                  {advice}{' '}
                  <span className={styles.since}>{t('Since {{time}}', { time: formatDayAndTime(openedAt) })}</span>
                </Text>
                {kind === 'payment-unbooked' ? (
                  <Button
                    variant="default"
                    size="compact-md"
                    className={styles.act}
                    onClick={() => setResolving(alert)}
                  >
                    {t('Mark resolved')}
                  </Button>
                ) : null}
              </div>
              <Way kind={kind} />
            </Card>
          )
        })}
      </ul>
      {resolving === null ? null : (
        <ReasonDialog
          title={t('Mark this card payment as resolved?')}
          endpoint={resolveAlert}
          fixed={{ alertID: resolving.alertID }}
          label={t('What was done')}
          done={t('Marked as resolved')}
          submit={t('Mark resolved')}
          onClose={() => setResolving(null)}
        >
          <p>
            <strong>{resolving.title}</strong>
          </p>
          <p>
            {t(
              'Say what you did, for example “Recorded as T000042” or “Refunded in Stripe”. The warning goes away for good.',
            )}
          </p>
        </ReasonDialog>
      )}
    </section>
  )
}

/** A link to the page where the alert can be resolved; none where only the server's operator can. */
function Way({ kind }: { kind: AlertKind }) {
  const [to, words] =
    kind === 'mail-stuck' || kind === 'mail-refused'
      ? [officePaths.mails(), t('View emails')]
      : isOfDevice(kind)
        ? [officePaths.devices(), t('View phones')]
        : isOfPayments(kind)
          ? [officePaths.transactions({ paymentType: 'CARD' }), t('Open card payments')]
          : [null, '']
  return to === null ? null : (
    <Link to={to} className={styles.link}>
      {words}
    </Link>
  )
}

/** Whether the alert is something to do, which is listed among the tasks. An alarm is what is wrong now. */
const isTask = (kind: AlertKind) => kind === 'reminders-due' || kind === 'calendar-ending'
const isOfPayments = (kind: AlertKind) =>
  kind === 'payment-unbooked' ||
  kind === 'payment-disputed' ||
  kind === 'refund-failed' ||
  kind === 'debit-failed' ||
  kind === 'payments-sandbox'
const isOfDevice = (kind: AlertKind) => kind === 'phone-silent' || kind === 'records-missing'
