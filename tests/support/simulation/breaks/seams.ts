import type { Seam } from '../breaks.ts'

/** The functions of a module, by name. */
type FunctionsOf<M> = { [K in keyof M]: M[K] extends (...given: never[]) => unknown ? M[K] : never }

/** The breaks that can be made in one file of the product. @param file relative to the folder of package.json */
function breaksOf<M>(file: string) {
  return <K extends keyof M & string>(
    name: string,
    exported: K,
    becomes: (original: FunctionsOf<M>[K]) => FunctionsOf<M>[K],
  ): Seam => ({ name, file, function: exported, becomes })
}

const settle = breaksOf<typeof import('#client/offline/send/settle.ts')>('src/client/offline/send/settle.ts')
const verdict = breaksOf<typeof import('#client/offline/send/verdict.ts')>('src/client/offline/send/verdict.ts')

export const SEAMS: readonly Seam[] = [
  verdict('a 500 counts as success', 'judgeBatch', (judge) => (answer, eventIDs) => {
    const results = eventIDs.map((eventID) => ({ eventID, result: 'applied' as const }))
    const is500 = answer.kind === 'refused' && answer.status === 500
    return is500 ? { kind: 'judged', answer: { results } } : judge(answer, eventIDs)
  }),
  settle('a refused event is deleted', 'settleRefused', (settleRefused) => async (device, batch, lastAnswer) => {
    await settleRefused(device, batch, lastAnswer)
    for (const { eventID } of batch.events)
      if ((await device.db.events.get(eventID))?.state === 'needs-attention') await device.db.events.delete(eventID)
  }),
]

/** What the planted function becomes. @public called by the changed file (breaks.ts) */
export function seamOf<T>(name: string, original: T): T {
  const seam = SEAMS.find((one) => one.name === name)
  if (seam === undefined) throw new Error(`There is no break “${name}”`)
  return seam.becomes(original as never) as T
}
