import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { getOwnAutopay } from '#contract/v1/autopay.ts'
import { ask } from '#client/api/query-client.ts'
import { linkLook } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'

/** The way to /pay-automatically; nothing where it is not offered and nothing is saved. */
export function OwnAutopayLink({ path }: { path: string }) {
  // The page is complete without it.
  const { data } = useQuery({ ...ask(getOwnAutopay, {}), throwOnError: false })
  // Its place is kept on a narrow phone, where it stands on a line of its own, so that it moves nothing when it arrives.
  if (data === undefined || (data.method === null && !data.offered))
    return (
      <span aria-hidden style={{ visibility: 'hidden' }}>
        {t('Pay automatically')}
      </span>
    )
  return (
    <Link className={linkLook} to={path}>
      {t(data.method?.state === 'paused' ? 'Automatic payment paused' : 'Pay automatically')}
    </Link>
  )
}
