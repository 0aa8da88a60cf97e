import { t } from '#client/ui/core/texts.ts'
import type { Firm } from './register-calls.ts'

/** Whether the link that confirms the address was emailed: without a mail server it is kept. */
export const linkMailed = ({ sendsMail }: Firm, email: string): string =>
  sendsMail === false
    ? t('We can’t send emails at the moment, so we’ll contact you to confirm {{email}}.', { email })
    : t('We’ve emailed {{email}} a link to confirm your address.', { email })
