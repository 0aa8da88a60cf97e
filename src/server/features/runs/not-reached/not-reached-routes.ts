import type { AnswerOf } from '#contract/endpoint.ts'
import { getNotReached, listNotReached, mailNotReached } from '#contract/v1/not-reached.ts'
import type { Queryable } from '../../../db/database.ts'
import { Refused } from '../../../http/refused.ts'
import { type Route, serve } from '../../../http/serve.ts'
import type { Dependencies } from '../../../ports.ts'
import { settingsInForce } from '../../settings/public.ts'
import { runByID } from '../core/runs-reads.ts'
import { mailNotReachedOf, notReachedLetter } from './not-reached-commands.ts'
import { notReachedOf, runsWithNotReached } from './not-reached-reads.ts'

type NotReached = AnswerOf<typeof getNotReached>

type Needs = Pick<Dependencies, 'mail' | 'config'>

export const notReachedRoutes = (deps: Needs): Route[] => [
  serve(listNotReached)(async ({ depotID }, { db, now }) => ({
    items: await runsWithNotReached(db, now, depotID),
  })),

  serve(getNotReached)(({ runOrderID }, { db, now }) => shown(db, deps, runOrderID, now)),

  serve(mailNotReached)(async ({ runOrderID }, context) => {
    const mailed = await mailNotReachedOf(context.db, context, deps, runOrderID)
    return { ...(await shown(context.db, deps, runOrderID, context.now)), mailed }
  }),
]

async function shown(db: Queryable, deps: Needs, runOrderID: string, now: Date): Promise<NotReached> {
  const run = await runByID(db, runOrderID)
  if (!run) throw new Refused('not_found')
  const rows = await notReachedOf(db, runOrderID, now)
  const [first] = rows.filter(({ mailable }) => mailable)
  const letter = first && notReachedLetter(deps, await settingsInForce(db), run, first)
  return {
    runOrderID,
    items: rows.map(({ firstName: _letterOnly, ...row }) => row),
    mailable: rows.filter(({ mailable }) => mailable).length,
    letter: first && letter ? { to: first.email!, ...letter } : null,
  }
}
