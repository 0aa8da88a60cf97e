import { useQueryClient } from '@tanstack/react-query'
import type { CallOf, Endpoint, OutputOf } from '#contract/endpoint.ts'
import type { Problem } from '#contract/problem.ts'
import type { Answer } from '#client/api/answers.ts'
import type { CallOptions } from '#client/api/call.ts'
import { invalidateChanged } from '#client/api/query-client.ts'
import { showFailure, showSuccess } from '#client/ui/core/toasts.tsx'
import { t } from '#client/ui/core/texts.ts'
import { useHasMailServer } from './no-mail-server.tsx'
import { useOffice } from './office.tsx'

export interface CommandOptions<E extends Endpoint = Endpoint> extends Pick<
  CallOptions,
  'ifMatch' | 'idempotencyKey' | 'body'
> {
  /** What the green toast says; a function where that depends on the answer. */
  done?: string | ((value: OutputOf<E>) => string) | undefined
  /** It mails something: without a mail server the toast says that it was not sent. */
  mails?: boolean
  /**
   * The endpoint whose object no longer exists after success and is not fetched again; for a DELETE at an object's ID
   * its own. Without an ID something of the object is deleted, such as its place, and the answer says so.
   */
  ends?: Endpoint | undefined
  /** The caller shows this refusal itself, without a red toast. */
  quiet?: (code: string, problem: Problem) => boolean
}

export type Command = <E extends Endpoint>(
  endpoint: E,
  input: CallOf<E>,
  options?: CommandOptions<E>,
) => Promise<Answer<OutputOf<E>>>

const OVERTAKEN = ['wrong_state', 'version_conflict', 'entered_already']

/** Sends a command of the office, shows a toast, and refetches what its endpoint changes. */
export function useCommand(): Command {
  const { call } = useOffice()
  const hasMailServer = useHasMailServer()
  const client = useQueryClient()
  return async (endpoint, input, { done, mails = false, quiet, ends, ...options } = {}) => {
    const answer = await call(endpoint, input, options)
    if (answer.kind === 'ok') {
      const gone =
        ends?.path ?? (endpoint.method === 'DELETE' && endpoint.path.endsWith('}') ? endpoint.path : undefined)
      // Queries below the object's address are dropped with it: a deleted run has no progress.
      await invalidateChanged(
        client,
        endpoint,
        (path) => gone !== undefined && (path === gone || path.startsWith(`${gone}/`)),
      )
      if (mails && !hasMailServer)
        showFailure(
          t('Not sent: no mail server is set up.'),
          t('Kept under Settings, Emails, where you can set one up.'),
        )
      else if (done !== undefined) showSuccess(typeof done === 'string' ? done : done(answer.value))
      for (const { message } of warningsOf(answer.value)) showSuccess(message)
    } else if (answer.kind === 'refused') {
      // Another user was faster, so this screen is outdated.
      if (OVERTAKEN.includes(answer.problem.code)) await client.invalidateQueries()
      if (!quiet?.(answer.problem.code, answer.problem)) showFailure(t('An error occurred.'), sentenceOf(answer))
    } else showFailure(t('An error occurred.'), sentenceOf(answer))
    return answer
  }
}

export function sentenceOf(answer: Exclude<Answer<unknown>, { kind: 'ok' }>): string {
  if (answer.kind === 'refused') return worded(answer.problem)
  return answer.kind === 'offline'
    ? t('No connection to the server. Nothing was saved; what you entered is still here.')
    : t('Couldn’t reach the server. This network may need its own sign-in.')
}

/** 'Cannot generate run' alone does not help: the reason is appended. */
const worded = ({ message, reason }: Problem): string => (reason === undefined ? message : `${message}: ${reason}`)

export function warningsOf(value: unknown): readonly { message: string }[] {
  const { warnings } = (value ?? {}) as { warnings?: readonly { message: string }[] }
  return warnings ?? []
}
