import type { DivisionAsked, RoundDivision } from '#domain/round-division.ts'

export interface DivisionRequest extends Omit<DivisionAsked, 'progress'> {
  /** How long to look, ms. */
  readonly ms: number
}

/** How much of the time has passed, from 0 to 1, or the division. */
export type DivisionSaid = { readonly progress: number } | { readonly division: RoundDivision }

/**
 * Divides a run among drivers in a worker.
 * @param onSaid called several times a second with the progress, then once with the division
 * @returns ends the search
 */
export function askDivision(
  asked: DivisionRequest,
  onSaid: (said: DivisionSaid) => void,
  onFailed: () => void,
): () => void {
  const worker = new Worker(new URL('./division-worker.ts', import.meta.url), { type: 'module', name: 'division' })
  worker.addEventListener('message', ({ data }: MessageEvent<DivisionSaid>) => {
    onSaid(data)
    if ('division' in data) worker.terminate()
  })
  worker.addEventListener('error', onFailed)
  worker.postMessage(asked)
  return () => worker.terminate()
}
