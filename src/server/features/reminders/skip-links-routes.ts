import { getSkipLink, skipByLink } from '#contract/v1/skip-links.ts'
import type { Limit } from '../../http/limits.ts'
import { type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { readSkipLink, skipByToken } from './skip-links.ts'

/** Many customers behind one address may skip at once; guessing a signature is infeasible. */
const TRIES: Limit = { hits: 300, seconds: 15 * 60 }

export const skipLinksRoutes = (deps: Pick<Dependencies, 'secrets'>): Route[] => [
  serve(getSkipLink, { limits: { perAddress: TRIES } })(async ({ skipToken }, { db, now }) =>
    readSkipLink(db, deps, skipToken, now),
  ),

  serve(skipByLink, { limits: { perAddress: TRIES } })(async ({ skipToken }, { db, requestID, now }) =>
    skipByToken(db, deps, skipToken, { requestID, now }),
  ),
]
