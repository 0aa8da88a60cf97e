export function commitHere(): string | null
