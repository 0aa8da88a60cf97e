import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type {
  acceptBankLine,
  BankLineShown,
  dishonourBankLine,
  dismissBankLine,
  markBankLineAsPayout,
  splitBankLine,
} from '#contract/v1/bank.ts'
import type { CallOf } from '#contract/endpoint.ts'
import { invalidateChanged } from '#client/api/query-client.ts'
import { useOffice } from '#client/shells/office.tsx'
import { sentenceOf } from '#client/shells/use-command.ts'
import { showFailure, showSuccess } from '#client/ui/core/toasts.tsx'
import { t } from '#client/ui/core/texts.ts'

type Deciding =
  | typeof acceptBankLine
  | typeof splitBankLine
  | typeof dishonourBankLine
  | typeof markBankLineAsPayout
  | typeof dismissBankLine

/**
 * Sends one decision on one line. The next line is shown as soon as the server has answered; lists are refetched
 * afterwards.
 * @returns whether it was decided
 */
export type Decide = <E extends Deciding>(
  endpoint: E,
  line: BankLineShown,
  chosen: Omit<CallOf<E>, 'bankLineID'>,
  done: string,
) => Promise<boolean>

export function useDecide(): { decide: Decide; busy: boolean; decided: ReadonlySet<string> } {
  const { call } = useOffice()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set())
  const decide: Decide = async (endpoint, { bankLineID }, chosen, done) => {
    setBusy(true)
    const answer = await call(endpoint, { bankLineID, ...chosen } as never)
    setBusy(false)
    if (answer.kind === 'ok') {
      setDecided((before) => new Set([...before, bankLineID]))
      showSuccess(done)
    } else if (answer.kind !== 'not-modified') showFailure(t('An error occurred.'), sentenceOf(answer))
    // A refused decision means that this screen is outdated.
    void invalidateChanged(client, answer.kind === 'refused' ? { changes: 'any' } : endpoint)
    return answer.kind === 'ok'
  }
  return { decide, busy, decided }
}
