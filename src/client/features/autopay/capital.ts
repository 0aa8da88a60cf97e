/** "bank account ending in 456" at the beginning of a cell: "Bank account ending in 456". */
export const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)
