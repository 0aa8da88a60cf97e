import { type Cents, gstOf } from './money.ts'

export interface Margin {
  /** Cents; the GST inside the sales. */
  gst: Cents
  /** Cents; what is left of the sales without GST after the drivers' pay, whose rates exclude GST (M22). */
  margin: Cents
  /** Percent of the sales without GST that the drivers' pay takes; null without sales. */
  share: number | null
}

/** @param sales cents, including GST, of one truck's week; @param pay cents, without GST */
export function marginOf(sales: Cents, pay: Cents): Margin {
  const gst = gstOf(sales)
  return { gst, margin: sales - gst - pay, share: shareOf(sales - gst, pay) }
}

/** The margins of several trucks, added, so that the total agrees with its rows. */
export function totalMargin(of: readonly { sales: Cents; pay: Cents }[]): Margin {
  const all = of.map(({ sales, pay }) => ({ sales, pay, ...marginOf(sales, pay) }))
  const sum = (name: 'sales' | 'pay' | 'gst' | 'margin') => all.reduce((total, each) => total + each[name], 0)
  return { gst: sum('gst'), margin: sum('margin'), share: shareOf(sum('sales') - sum('gst'), sum('pay')) }
}

const shareOf = (net: Cents, pay: Cents) => (net === 0 ? null : Math.round((pay * 100) / net))
