import { runOfAnswer } from '#domain/run-name.ts'
import { useToday } from './today.ts'

/** "Week 3, November · 16-22 Nov": the run of an answer that carries its code and week. */
export function RunWords({ run }: { run: Parameters<typeof runOfAnswer>[0] }) {
  return runOfAnswer(run, useToday())
}
