import { useEffect, useState } from 'react'
import { askOrder, type OrderAsked, type OrderFound } from './ask-order.ts'

export type Found = OrderFound | 'failed' | null

/** The best order found until now; null: none yet. @param asked null: not asked; the same object is asked once */
export function useOrderSearch(asked: OrderAsked | null): Found {
  const [found, setFound] = useState<{ asked: unknown; answer: Found } | null>(null)
  useEffect(() => {
    if (asked === null) return undefined
    const tell = (answer: Found) => setFound({ asked, answer })
    return askOrder(asked, tell, () => tell('failed'))
  }, [asked])
  return asked !== null && found?.asked === asked ? found.answer : null
}
