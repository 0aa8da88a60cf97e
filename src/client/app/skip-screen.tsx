import { Link, useParams } from 'react-router-dom'
import { getSkipLink, skipByLink } from '#contract/v1/skip-links.ts'
import type { Firm } from '#client/features/session/firm.ts'
import { SkipPage } from '#client/features/skip/skip-page.tsx'
import { t } from '#client/ui/core/texts.ts'
import { paths } from './paths.ts'
import { screenCall } from './sign-in.ts'

const look = (skipToken: string) => screenCall(getSkipLink, { skipToken })
const skip = (skipToken: string) => screenCall(skipByLink, { skipToken })

export default function SkipScreen({ firm }: { firm: Firm }) {
  const { token = '' } = useParams()
  const login = <Link to={paths.login()}>{t('Login')}</Link>
  return <SkipPage key={token} firm={firm} token={token} look={look} skip={skip} login={login} />
}
