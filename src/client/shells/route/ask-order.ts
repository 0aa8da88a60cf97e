import type { OrderFigures, RoundOrder, RoundSearch, SharedPoints } from '#domain/round-order.ts'
import type { RoundRules, RoundStop } from '#domain/round-question.ts'
import type { Travel } from '#domain/way-times.ts'

export interface OrderAsked {
  readonly stops: readonly RoundStop[]
  readonly travel: Travel
  readonly rules: RoundRules
  /** How long to look, ms. */
  readonly ms: number
}

export interface OrderFound extends Pick<RoundSearch, 'withoutPlace' | keyof SharedPoints> {
  readonly before: OrderFigures
  /** The shortest order found until now. */
  readonly after: RoundOrder
  readonly isDone: boolean
}

/**
 * Looks for the shortest order in a worker.
 * @param onFound called with the first answer after a third of a second, then with better ones
 * @returns ends the search
 */
export function askOrder(asked: OrderAsked, onFound: (found: OrderFound) => void, onFailed: () => void): () => void {
  const worker = new Worker(new URL('./order-worker.ts', import.meta.url), { type: 'module', name: 'order' })
  worker.addEventListener('message', ({ data }: MessageEvent<OrderFound>) => {
    onFound(data)
    if (data.isDone) worker.terminate()
  })
  worker.addEventListener('error', onFailed)
  worker.postMessage(asked)
  return () => worker.terminate()
}
