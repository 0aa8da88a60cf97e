import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { getOwnAutopay } from '#contract/v1/autopay.ts'
import { ask } from '#client/api/query-client.ts'
import { linkLook } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'
import { LinkPlace } from './link-place.tsx'

/** The way to /pay-automatically; nothing where it is not offered and nothing is saved. */
export function OwnAutopayLink({ path }: { path: string }) {
  // The page is complete without it.
  const { data } = useQuery({ ...ask(getOwnAutopay, {}), throwOnError: false })
  if (data === undefined || (data.method === null && !data.offered)) return <LinkPlace />
  return (
    <Link className={linkLook} to={path}>
      {t(data.method?.state === 'paused' ? 'Automatic payment paused' : 'Pay automatically')}
    </Link>
  )
}
