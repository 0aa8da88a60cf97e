import type { Log } from './ports.ts'

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/**
 * Writes JSON lines without personal data or tokens: the caller names each field, and no object is logged as a whole.
 */
export function jsonLog(
  level: LogLevel,
  write: (line: string) => void = (line) => void process.stdout.write(line),
): Log {
  const from = LOG_LEVELS.indexOf(level)
  const at = (name: 'info' | 'warn' | 'error') => (fields: Record<string, unknown>, message: string) => {
    if (LOG_LEVELS.indexOf(name) < from) return
    write(`${JSON.stringify({ at: new Date().toISOString(), level: name, message, ...fields })}\n`)
  }
  return { info: at('info'), warn: at('warn'), error: at('error') }
}
