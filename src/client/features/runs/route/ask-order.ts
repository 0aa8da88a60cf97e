import type { RoundFigures, RoundOrder, RoundStop, Travel } from '#domain/round-order.ts'

export interface OrderAsked {
  readonly stops: readonly RoundStop[]
  readonly travel: Travel
  /** How long to look, ms. */
  readonly ms: number
}

export interface OrderFound {
  readonly before: RoundFigures
  /** The shortest order found until now. */
  readonly after: RoundOrder
  readonly withoutPlace: number
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
