import { Link } from 'react-router-dom'
import { buttonLook } from '#client/ui/core/button.tsx'
import { MessageScreen } from '#client/ui/core/message-screen.tsx'
import { t } from '#client/ui/core/texts.ts'
import { paths } from './paths.ts'

export function NotFound() {
  return <NoPage title={t('Sorry, the page you visited does not exist.')} />
}

export function NoPage({ title }: { title: string }) {
  return (
    <MessageScreen
      title={title}
      actions={
        <Link className={buttonLook()} to={paths.home()}>
          {t('Back to Home')}
        </Link>
      }
    />
  )
}
