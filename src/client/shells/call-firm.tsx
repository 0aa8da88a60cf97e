import { showPhone } from '#domain/phone-number-text.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { useOffice } from './office.tsx'

export function CallFirm() {
  const { t } = useTranslation('shells')
  const { phone = '' } = useOffice().profile.business
  return phone === '' ? null : (
    <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{t('helpCall', { phone: showPhone(phone) })}</a>
  )
}
