import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { acceptBankLine, BankLineShown, markBankLineAsPayout, splitBankLine } from '#contract/v1/bank.ts'
import type { CallOf } from '#contract/endpoint.ts'
import { invalidateChanged } from '#client/api/query-client.ts'
import { useOffice } from '#client/shells/office.tsx'
import { sentenceOf, warningsOf } from '#client/shells/use-command.ts'
import { showFailure, showSuccess } from '#client/ui/core/toasts.tsx'
import { t } from '#client/ui/core/texts.ts'

type ByKey = typeof acceptBankLine | typeof splitBankLine | typeof markBankLineAsPayout

/**
 * Sends a decision that one key made. The next line is shown as soon as the server has answered; lists are refetched
 * afterwards.
 * @returns whether it was decided
 */
export type Decide = <E extends ByKey>(
  endpoint: E,
  line: BankLineShown,
  chosen: Omit<CallOf<E>, 'bankLineID'>,
  done: string,
) => Promise<boolean>

interface Deciding {
  readonly decide: Decide
  readonly busy: boolean
  readonly decided: ReadonlySet<string>
  /** Called for a line that a dialog has decided. */
  readonly noteDecided: (line: BankLineShown) => void
}

export function useDecide(): Deciding {
  const { call } = useOffice()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set())
  const noteDecided = ({ bankLineID }: BankLineShown) => setDecided((before) => new Set([...before, bankLineID]))
  const decide: Decide = async (endpoint, line, chosen, done) => {
    setBusy(true)
    const answer = await call(endpoint, { bankLineID: line.bankLineID, ...chosen } as never)
    setBusy(false)
    if (answer.kind === 'ok') {
      noteDecided(line)
      showSuccess(done)
      for (const { message } of warningsOf(answer.value)) showSuccess(message)
    } else if (answer.kind !== 'not-modified') showFailure(t('An error occurred.'), sentenceOf(answer))
    // A refused decision means that this screen is outdated.
    void invalidateChanged(client, answer.kind === 'refused' ? { changes: 'any' } : endpoint)
    return answer.kind === 'ok'
  }
  return { decide, busy, decided, noteDecided }
}
