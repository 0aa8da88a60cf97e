import { Link } from 'react-router-dom'
import type { OwnAccount } from '#contract/v1/own-account.ts'
import { dayOf, formatDay } from '#domain/dates.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { buttonLook } from '#client/ui/core/button.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { useAccess } from './access.tsx'
import styles from './profile-page.module.css'
import { Section } from './section.tsx'

/** The office closes the account, because there may be a bag to collect and money to settle. */
export function CloseAccount({ account: { requests, status, signsInUntil } }: { account: OwnAccount }) {
  const { t } = useTranslation('ownAccount')
  const { timeZone } = useAccess().profile.config
  if (status === 'CANCELED')
    return signsInUntil === null ? null : (
      <Section title={t('close')}>
        <p>{t('cancelled', { day: formatDay(lastDay(signsInUntil, timeZone)) })}</p>
      </Section>
    )
  if (requests.closeAccount !== null)
    return (
      <Section title={t('close')}>
        <p>
          {t('closeAsked')}{' '}
          <Link className={styles.link} to={officePaths.oneCase(requests.closeAccount)}>
            {t('seeRequest')}
          </Link>
        </p>
      </Section>
    )
  return (
    <Section title={t('close')} how={t('closeHow')}>
      <div className={styles.acts}>
        <Link className={buttonLook('default')} to={officePaths.newCase('close_account')}>
          {t('closeAsk')}
        </Link>
      </div>
    </Section>
  )
}

/** The day before the first instant that is too late. */
const lastDay = (until: string, timeZone: string) => dayOf(new Date(Date.parse(until) - 1), timeZone)
