import type { Log } from '#server/ports.ts'

export interface LogLine {
  readonly level: 'info' | 'warn' | 'error'
  readonly message: string
  readonly fields: Record<string, unknown>
}

/** A log that stores its lines for the test instead of printing them. */
export function memoryLog(lines: LogLine[]): Log {
  const at = (level: LogLine['level']) => (fields: Record<string, unknown>, message: string) =>
    void lines.push({ level, message, fields })
  return { info: at('info'), warn: at('warn'), error: at('error') }
}
