import { parseArgs } from 'node:util'
import { describeDatabaseError } from '../db/errors.ts'

/** One command of the operator: `npm run <name> -- <words>`, or `node dist/server/commands.js <name> <words>`. */
export interface Command {
  /** One or two sentences for `--help`. */
  readonly does: string
  readonly options: Readonly<Record<string, Option>>
  /** Arguments without a dash as the usage shows them, such as `FILE...`; without it none is accepted. */
  readonly names?: string
  /** A message that is thrown is printed, and the command ends with 1. */
  run(typed: Typed): Promise<unknown>
}

interface Option {
  readonly says: string
  /** The value's name in the usage; without it the option takes none. */
  readonly value?: string
}

export interface Typed {
  isSet(option: string): boolean
  valueOf(option: string): string | undefined
  readonly names: readonly string[]
}

export const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Ends the command with 1 once it is through. */
export function complain(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 1
}

/** Reads the words behind the command's name and carries it out. */
export async function carryOutCommand(name: string, command: Command, words: string[]): Promise<void> {
  if (words.some((word) => word === '--help' || word === '-h')) return say(usageOf(name, command))
  try {
    await command.run(read(name, command, words))
  } catch (error) {
    complain(describeDatabaseError(error).message)
  }
}

function read(name: string, { options, names }: Command, args: string[]): Typed {
  const types = Object.entries(options).map(
    ([option, { value }]) => [option, { type: value === undefined ? 'boolean' : 'string' }] as const,
  )
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: names !== undefined,
      options: Object.fromEntries(types),
    })
    return {
      isSet: (option) => values[option] === true,
      valueOf: (option) => {
        const value = values[option]
        return typeof value === 'string' ? value : undefined
      },
      names: positionals,
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new Error(`${error.message.replace(/[.]?$/, '.')} "npm run ${name} -- --help" says more.`, { cause: error })
  }
}

function usageOf(name: string, { does, options, names }: Command): string {
  const rows = [
    ...Object.entries(options).map(([option, { value, says }]) => [
      value === undefined ? `--${option}` : `--${option} ${value}`,
      says,
    ]),
    ['--help', 'this text'],
  ]
  const typed = names === undefined ? '' : ` ${names}`
  const table = rows.map(([left = '', right]) => `  ${left.padEnd(20)} ${right}`)
  return [`npm run ${name} --${typed} [options]`, '', does, '', 'Options:', ...table].join('\n')
}
