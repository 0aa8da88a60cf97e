import { showPhone } from '#domain/phone-number-text.ts'
import { t } from '#client/ui/core/texts.ts'
import { useOffice } from './office.tsx'

export function CallFirm() {
  const { phone = '' } = useOffice().profile.business
  return phone === '' ? null : (
    <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{t('Call {{phone}}', { phone: showPhone(phone) })}</a>
  )
}
