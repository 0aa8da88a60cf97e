import type { JournalPort } from '#client/offline/store/schema.ts'
import type { JournalAnswer, JournalRequest } from '#client/offline/store/journal-worker.ts'

/** A worker that does not answer within this time, ms, has failed; a tap waits for it. */
const ANSWER_WITHIN_MS = 3_000
/** Opening loads the worker, may wait for another page's file, and writes 2 MiB. The caller has a shorter limit. */
const OPENED_WITHIN_MS = 30_000

type Unnumbered = JournalRequest extends infer One ? (One extends JournalRequest ? Omit<One, 'number'> : never) : never

/** Opens the journal in its worker. Rejects when the worker failed or the disk is full. */
export async function openBrowserJournal(name: string): Promise<JournalPort> {
  const worker = new Worker(new URL('../offline/store/journal-worker.ts', import.meta.url), {
    type: 'module',
    name: 'journal',
  })
  const waiting = new Map<number, (value: JournalAnswer['value']) => void>()
  let count = 0
  worker.addEventListener('message', ({ data }: MessageEvent<JournalAnswer>) => waiting.get(data.number)?.(data.value))
  worker.addEventListener('error', () => {
    for (const reply of waiting.values()) reply({ error: 'The worker failed' })
  })
  const ask = (request: Unnumbered) =>
    new Promise<readonly string[] | boolean>((resolve, reject) => {
      const number = (count += 1)
      const reply = (value: JournalAnswer['value']) => {
        clearTimeout(timer)
        waiting.delete(number)
        if (typeof value === 'object' && 'error' in value) reject(new Error(value.error))
        else resolve(value)
      }
      const within = request.kind === 'open' ? OPENED_WITHIN_MS : ANSWER_WITHIN_MS
      const timer = setTimeout(() => reply({ error: 'No answer' }), within)
      waiting.set(number, reply)
      worker.postMessage({ ...request, number } as JournalRequest)
    })
  try {
    const entries = await ask({ kind: 'open', name })
    return {
      entries: Array.isArray(entries) ? entries : [],
      append: async (more) => (await ask({ kind: 'append', entries: more })) === true,
      rewrite: async (all) => (await ask({ kind: 'rewrite', entries: all })) === true,
      isThere: async () => (await ask({ kind: 'is-there' })) === true,
      // Terminating the worker frees its files; the request closes them first, in order.
      close: () =>
        void ask({ kind: 'close' })
          .catch(() => undefined)
          .finally(() => worker.terminate()),
    }
  } catch (error) {
    worker.terminate()
    throw error
  }
}
