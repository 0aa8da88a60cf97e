import type { Call } from '#client/api/call.ts'
import { session } from './session.ts'
import { backgroundCall } from './sign-in.ts'

/** Calls of this driver beside the screens; a driver who went on without a session calls again with the next one. */
export const driverCall =
  (userID: string): Call =>
  async (endpoint, input, options) =>
    session.state().token === null || session.state().profile?.userID !== userID
      ? { kind: 'offline', why: 'stopped' }
      : backgroundCall(endpoint, input, options)
