import { t } from '#client/ui/core/texts.ts'

/**
 * Keeps the place of the way to automatic payment. On a narrow phone the link stands on a line of its own, and it arrives
 * after the page: first its code, then its answer.
 */
export const LinkPlace = () => (
  <span aria-hidden style={{ visibility: 'hidden' }}>
    {t('Pay automatically')}
  </span>
)
