/** A waiting time in words, rounded up so that a retry is never too early: "8 seconds", "1 minute", "15 minutes". */
export function waitInWords(seconds: number): string {
  const [count, unit] = seconds < 60 ? [Math.max(1, Math.ceil(seconds)), 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
