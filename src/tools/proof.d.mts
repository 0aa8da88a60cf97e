interface Part {
  readonly does: string
  readonly minutes: number
  readonly folders: readonly string[]
}

export const PARTS: Readonly<Record<string, Part>>
export function partsFor(files: readonly string[]): string[]
export function recordWith(before: string, name: string, cells: readonly string[]): string
export function fitting(names: readonly string[], minutes: number): { now: string[]; later: string[] }
