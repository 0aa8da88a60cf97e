import { showUnsubscribe, unsubscribe } from '#contract/v1/unsubscribe.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import type { Queryable } from '../../db/database.ts'
import { RawAnswer, type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { mailSenderOf, settingsInForce } from '../settings/public.ts'
import { getsReminders, setReminded } from './unsubscribe-commands.ts'
import { type UnsubscribePage, unsubscribePage } from './unsubscribe-page.ts'
import { customerOfToken } from './unsubscribe-token.ts'

/** A mail provider may press the button for thousands of its users from one address. */
const PRESSES = { hits: 1_000, seconds: 60 }

export const unsubscribeRoutes = ({ secrets }: Dependencies): Route[] => [
  serve(showUnsubscribe, { limits: { perAddress: PRESSES } })(async ({ token }, { db, now }) => {
    const customerID = customerOfToken(secrets, token, now)
    const reminded = customerID && (await getsReminders(db, customerID))
    return answer(db, reminded === null ? 'invalid' : reminded ? 'ask' : 'stopped')
  }),

  serve(unsubscribe, { limits: { perAddress: PRESSES } })(async ({ token }, { db, now, requestID, bytes, refuse }) => {
    const customerID = customerOfToken(secrets, token, now)
    if (customerID === null || (await getsReminders(db, customerID)) === null) return refuse('token_invalid')
    const undo = new URLSearchParams(Buffer.from(bytes ?? []).toString('utf8')).get('undo') === '1'
    await setReminded(db, { now, requestID }, customerID, undo)
    return answer(db, undo ? 'resumed' : 'stopped')
  }),
]

async function answer(db: Queryable, page: UnsubscribePage): Promise<RawAnswer> {
  const { name, phone, email } = mailSenderOf(await settingsInForce(db))
  const html = unsubscribePage(page, { name, phone: phone && showPhone(phone), email })
  return new RawAnswer(Buffer.from(html), 'text/html; charset=utf-8', { 'cache-control': 'no-store' })
}
