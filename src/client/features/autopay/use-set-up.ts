import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { getOwnAutopay, setUpAutopay } from '#contract/v1/autopay.ts'
import { ask } from '#client/api/query-client.ts'
import { leaveFor } from '#client/shells/leave.ts'
import { useCommand } from '#client/shells/use-command.ts'

/** Leads a signed-in customer to the page on which they save a card or bank account. */
export function useSetUp() {
  const command = useCommand()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const setUp = async (consent: string) => {
    setBusy(true)
    setTrouble(null)
    const answer = await command(setUpAutopay, { consent }, { quiet: (code) => code === 'consent_changed' })
    // The button stays pressed until the browser has left.
    if (answer.kind === 'ok') return leaveFor(answer.value.url)
    if (answer.kind === 'refused' && answer.problem.code === 'consent_changed') {
      await queries.invalidateQueries({ queryKey: ask(getOwnAutopay, {}).queryKey })
      setTrouble(answer.problem.message)
    }
    setBusy(false)
  }
  return { busy, trouble, setUp }
}
