interface Text {
  readonly where: string
  readonly sentences: readonly string[]
}

export function collectTexts(): { texts: readonly Text[]; computed: readonly string[] }
