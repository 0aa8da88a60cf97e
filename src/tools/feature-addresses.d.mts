export function featureAddresses(): string[]
