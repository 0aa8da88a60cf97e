import { Card, Text, Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { AlertKind } from '#domain/alerts.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { AlertIcon } from '#client/ui/icons.tsx'
import { formatDayAndTime } from '#client/ui/time-text.ts'
import { useTranslation } from '#client/ui/use-translation.ts'
import { useAlerts } from './home-data.ts'
import styles from './home-alerts.module.css'

/** What must be looked after, before anything else on the page; nothing when all is well. */
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

/** Where it is seen and dealt with; nothing where only the server's own keeper can. */
function Way({ kind, mailsPath }: { kind: AlertKind; mailsPath: string }) {
  const { t } = useTranslation('home')
  const [to, words] =
    kind === 'mail-stuck'
      ? [mailsPath, t('openMails')]
      : isOfPhone(kind)
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

const isOfPhone = (kind: AlertKind) => kind === 'phone-silent' || kind === 'records-missing'
