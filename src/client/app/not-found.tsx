import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { MessageScreen } from '#client/ui/message-screen.tsx'
import { paths } from './paths.ts'

/** Any address the product does not have (spec 2). */
export function NotFound() {
  const { t } = useTranslation('app')
  return (
    <MessageScreen
      title={t('notFound')}
      actions={
        <Button component={Link} to={paths.home()} h={56}>
          {t('backToHome')}
        </Button>
      }
    />
  )
}
