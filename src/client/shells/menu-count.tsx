import { useQuery } from '@tanstack/react-query'
import type { CallOf, Endpoint, OutputOf } from '#contract/endpoint.ts'
import { ask } from '#client/api/query-client.ts'
import { menuCount } from '#client/ui/core/menu-entry.ts'

const EVERY_MS = 60_000

interface MenuCountProps<E extends Endpoint> {
  endpoint: E
  input: CallOf<E>
  count: (answer: OutputOf<E>) => number
}

/** How many wait behind a menu entry; nothing while none do or the number is not known. */
export function MenuCount<E extends Endpoint>({ endpoint, input, count }: MenuCountProps<E>) {
  // A failure is shown by the page itself.
  const { data } = useQuery(ask(endpoint, input, { everyMs: EVERY_MS, inPlace: true }))
  const waiting = data === undefined ? 0 : count(data)
  return waiting === 0 ? null : <span className={menuCount}>{waiting.toLocaleString('en-AU')}</span>
}
