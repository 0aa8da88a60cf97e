interface RowMessage {
  line: number
  name?: string | null
  message: string
}

export interface ImportOutcome {
  rows: number
  created: number
  updated: number
  unchanged: number
  written: boolean
  errors: RowMessage[]
  money?: { debts: number; owed: number; credits: number; credit: number; prepaid: number; prices: number } | undefined
  moves?: number
  questions?: RowMessage[]
  warnings?: RowMessage[]
  more?: { errors: number; questions: number; warnings: number }
}
