import { Link, useParams } from 'react-router-dom'
import { getSkipLink, skipByLink } from '#contract/v1/skip-links.ts'
import type { Firm } from '#client/features/session/firm.ts'
import { SkipPage } from '#client/features/skip/skip-page.tsx'
import { skipWords } from '#client/features/skip/skip-words.ts'
import { addWords } from '#client/ui/core/i18n.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { paths } from './paths.ts'
import { screenCall } from './sign-in.ts'

addWords('skip', skipWords)

const look = (skipToken: string) => screenCall(getSkipLink, { skipToken })
const skip = (skipToken: string) => screenCall(skipByLink, { skipToken })

export default function SkipScreen({ firm }: { firm: Firm }) {
  const { t } = useTranslation('skip')
  const { token = '' } = useParams()
  const login = <Link to={paths.login()}>{t('login')}</Link>
  return <SkipPage key={token} firm={firm} token={token} look={look} skip={skip} login={login} />
}
