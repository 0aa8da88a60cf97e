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
  questions?: RowMessage[]
  warnings?: RowMessage[]
}
