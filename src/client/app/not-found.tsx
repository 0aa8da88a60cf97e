import { useTranslation } from '#client/ui/core/use-translation.ts'
import { Link } from 'react-router-dom'
import { buttonLook } from '#client/ui/core/button.tsx'
import { MessageScreen } from '#client/ui/core/message-screen.tsx'
import { paths } from './paths.ts'

export function NotFound() {
  const { t } = useTranslation('app')
  return (
    <MessageScreen
      title={t('notFound')}
      actions={
        <Link className={buttonLook()} to={paths.home()}>
          {t('backToHome')}
        </Link>
      }
    />
  )
}
