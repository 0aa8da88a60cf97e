/** How long to wait, rounded up so that nobody comes back too early: "8 seconds", "1 minute", "15 minutes". */
export function waitInWords(seconds: number): string {
  const [count, unit] = seconds < 60 ? [Math.max(1, Math.ceil(seconds)), 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
