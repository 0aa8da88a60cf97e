import { Card, Text, Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { AlertKind } from '#domain/alerts.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { AlertIcon } from '#client/ui/core/icons.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { useAlerts } from './home-data.ts'
import styles from './home-alerts.module.css'

/** Alerts of the installation, at the top of the page; nothing when there are none. */
export function HomeAlerts({ mailsPath }: { mailsPath: string }) {
  const { t } = useTranslation('home')
  const alerts = useAlerts().data?.items ?? []
  if (alerts.length === 0) return null
  return (
    <section aria-labelledby="alerts" className={styles.alerts}>
      <Title order={2} id="alerts">
        {t('alerts')}
      </Title>
      <ul className={styles.list}>
        {alerts.map(({ alertID, kind, title, advice, openedAt }) => (
          <Card key={alertID} component="li" padding="sm" className={styles.alert}>
            <span className={styles.icon} aria-hidden="true">
              <AlertIcon />
            </span>
            <div className={styles.words}>
              <strong className={styles.title}>{title}</strong>
              <Text>{advice}</Text>
              <Way kind={kind} mailsPath={mailsPath} />
              <Text size="sm">{t('alertSince', { time: formatDayAndTime(openedAt) })}</Text>
            </div>
          </Card>
        ))}
      </ul>
    </section>
  )
}

/** A link to the page where the alert can be resolved; none where only the server's operator can. */
function Way({ kind, mailsPath }: { kind: AlertKind; mailsPath: string }) {
  const { t } = useTranslation('home')
  const [to, words] =
    kind === 'mail-stuck'
      ? [mailsPath, t('openMails')]
      : isOfDevice(kind)
        ? [officePaths.phones(), t('openPhones')]
        : kind === 'calendar-ending'
          ? [officePaths.calendar(), t('openCalendar')]
          : [null, '']
  return to === null ? null : (
    <Link to={to} className={styles.link}>
      {words}
    </Link>
  )
}

const isOfDevice = (kind: AlertKind) => kind === 'phone-silent' || kind === 'records-missing'
