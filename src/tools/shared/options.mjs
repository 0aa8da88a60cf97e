import { parseArgs } from 'node:util'
import { giveUp } from './run.mjs'

/**
 * @typedef {object} Option
 * @property {string} says what it does
 * @property {string} [value] the value's name in the usage; without it the option takes no value
 * @property {string} [default]
 * @property {number} [least] the value is a whole number of at least this
 *
 * @typedef {object} Command
 * @property {string} command as typed
 * @property {string} does one sentence
 * @property {Record<string, Option>} options
 * @property {Record<string, string>} [names] positional arguments with their descriptions; without it none is accepted
 */

/**
 * Parses a command's arguments: values by option (numbers where they are numbers), and names. `--help` prints the usage
 * and exits; invalid arguments exit with one sentence. Call before anything is installed or built.
 * @param {Command} command @param {string[]} [typed]
 * @returns {{ values: Record<string, any>, names: string[] }}
 */
export function readOptions(command, typed = process.argv.slice(2)) {
  const { options, names: known } = command
  if (typed.includes('--help') || typed.includes('-h')) {
    console.log(usageOf(command))
    process.exit(0)
  }
  const wrong = (/** @type {string} */ sentence) => giveUp(`${sentence} "${command.command} --help" says more.`)
  const { tokens } = parseArgs({
    args: typed,
    strict: false,
    tokens: true,
    options: Object.fromEntries(
      Object.entries(options).map(([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }]),
    ),
  })
  /** @type {Record<string, any>} */
  const values = Object.fromEntries(
    Object.entries(options).map(([name, option]) => [name, option.value === undefined ? false : option.default]),
  )
  /** @type {string[]} */
  const names = []
  for (const token of tokens) {
    if (token.kind === 'positional') names.push(token.value)
    if (token.kind !== 'option') continue
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined
    if (option === undefined)
      wrong(
        `There is no option ${token.rawName}; there are ${[...Object.keys(options), 'help'].map((name) => `--${name}`).join(', ')}.`,
      )
    if (option.value === undefined && token.value !== undefined) wrong(`--${token.name} stands alone, without a value.`)
    // A value that looks like an option means that the value is missing; a negative number is reported as a number.
    if (
      option.value !== undefined &&
      (token.value === undefined || token.value === '' || (!token.inlineValue && /^-\D/.test(token.value)))
    )
      wrong(`--${token.name} needs a value.`)
    values[token.name] = token.value ?? true
  }
  const unknown = names.filter((name) => !Object.hasOwn(known ?? {}, name))
  if (unknown.length > 0)
    wrong(
      known
        ? `There is no ${unknown.join(', ')}; there are ${Object.keys(known).join(', ')}.`
        : `${unknown.join(' ')}: only options can stand here.`,
    )
  for (const [name, { least }] of Object.entries(options)) {
    if (least === undefined || values[name] === undefined) continue
    const number = Number(values[name])
    if (!Number.isSafeInteger(number) || number < least) wrong(`--${name} is a whole number from ${least}.`)
    values[name] = number
  }
  return { values, names }
}

/** @param {Command} command */
function usageOf({ command, does, options, names }) {
  const rows = [
    ...Object.entries(options).map(([name, { value, says, default: usual }]) => [
      value === undefined ? `--${name}` : `--${name} ${value}`,
      usual === undefined ? says : `${says} (${usual} unless said)`,
    ]),
    ['--help', 'this text'],
  ]
  const table = (/** @type {string[][]} */ lines) =>
    lines.map(([left, right]) => `  ${left.padEnd(20)} ${right}`).join('\n')
  return [
    `${command}${names ? ' [names]' : ''} [options]`,
    '',
    does,
    '',
    ...(names ? ['Names; all of them unless said:', table(Object.entries(names)), ''] : []),
    'Options:',
    table(rows),
  ].join('\n')
}
