import { fromDollars } from '#domain/money.ts'

/** The field's content: an amount in AUD dollars, nothing, or the error (spec 5, with its sentence). */
export type Extra = { ok: true; dollars: number | undefined } | { ok: false; why: 'mustBeNumber' | 'mustNotBeNegative' }

/** "$12.50", "12,50", "" */
export function parseExtra(text: string): Extra {
  const bare = text
    .replace(/[\s$]/g, '')
    .replace(/,(\d{1,2})$/, '.$1')
    .replace(/,/g, '')
  if (bare === '') return { ok: true, dollars: undefined }
  const dollars = /^-?\d*\.?\d*$/.test(bare) && /\d/.test(bare) ? Number(bare) : Number.NaN
  if (Number.isNaN(dollars)) return { ok: false, why: 'mustBeNumber' }
  if (dollars < 0) return { ok: false, why: 'mustNotBeNegative' }
  try {
    fromDollars(dollars)
    return { ok: true, dollars: dollars === 0 ? undefined : dollars }
  } catch {
    return { ok: false, why: 'mustBeNumber' }
  }
}
