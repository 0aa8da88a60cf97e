export function findChromium(): Promise<string | null>
export function noChromium(): string
