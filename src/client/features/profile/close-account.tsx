import { Link } from 'react-router-dom'
import type { OwnAccount } from '#contract/v1/own-account.ts'
import { dayOf, formatDay } from '#domain/dates.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { buttonLook } from '#client/ui/core/button.tsx'
import { Row, Section } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'
import { useAccess } from './access.tsx'

/** The office closes the account, because there may be a bag to collect and money to settle. */
export function CloseAccount({ account: { requests, status, signsInUntil } }: { account: OwnAccount }) {
  const { timeZone } = useAccess().profile.config
  if (status === 'CANCELED')
    return signsInUntil === null ? null : (
      <Section title={t('Close my account')}>
        <p>
          {t('Your service is cancelled. You can sign in until {{day}}, and while anything is owed.', {
            day: formatDay(lastDay(signsInUntil, timeZone)),
          })}
        </p>
      </Section>
    )
  if (requests.closeAccount !== null)
    return (
      <Section title={t('Close my account')}>
        <p>
          {t('You’ve asked us to close your account.')}{' '}
          <Link to={officePaths.oneCase(requests.closeAccount)}>{t('See your request')}</Link>
        </p>
      </Section>
    )
  return (
    <Section
      title={t('Close my account')}
      how={t('The office answers with your last collection and what is left to pay.')}
    >
      <Row>
        <Link className={buttonLook('default')} to={officePaths.newCase('close_account')}>
          {t('Close my account')}
        </Link>
      </Row>
    </Section>
  )
}

/** The day before the first instant that is too late. */
const lastDay = (until: string, timeZone: string) => dayOf(new Date(Date.parse(until) - 1), timeZone)
