import { Card, Text, Title } from '@mantine/core'
import { Link } from 'react-router-dom'
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
      <Title order={2} size="h3" id="alerts">
        {t('alerts')}
      </Title>
      <ul className={styles.list}>
        {alerts.map(({ alertID, kind, title, advice, openedAt }) => (
          <Card key={alertID} component="li" radius="lg" padding="md" className={styles.alert}>
            <span className={styles.icon} aria-hidden="true">
              <AlertIcon />
            </span>
            <div className={styles.words}>
              <strong className={styles.title}>{title}</strong>
              <Text>{advice}</Text>
              {kind === 'mail-stuck' ? (
                <Link to={mailsPath} className={styles.link}>
                  {t('openMails')}
                </Link>
              ) : null}
              <Text size="sm">{t('alertSince', { time: formatDayAndTime(openedAt) })}</Text>
            </div>
          </Card>
        ))}
      </ul>
    </section>
  )
}
