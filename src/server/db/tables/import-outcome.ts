export interface ImportOutcome {
  rows: number
  created: number
  updated: number
  unchanged: number
  written: boolean
  errors: { line: number; name?: string | null; message: string }[]
}
