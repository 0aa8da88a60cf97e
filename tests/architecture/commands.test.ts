import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, test } from 'vitest'

const TOOLS = path.resolve(import.meta.dirname, '..', '..', 'src/tools')

/** Only commands that end before anything is installed, built or run: any other command would reach the time limit. */
function typed(tool: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(TOOLS, `${tool}.mjs`), ...args], {
    encoding: 'utf8',
    timeout: 20_000,
  })
  return { status, stdout, stderr }
}

describe.each(['sim', 'fuzz', 'bench', 'faults-browser'])('the command %s', (tool) => {
  it('shows its options with --help', () => {
    const { status, stdout, stderr } = typed(tool, '--help')
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^npm run .+ \[options\]\n\n[A-Z].+\.\n/)
    expect(stdout).toMatch(/^ {2}--\w+ \w+ +\w+/m)
  })

  it.each([
    ['an option it does not know', ['--nope'], /^There is no option --nope; there are --\w+/],
    ['a name it does not know', ['nosuch'], /nosuch/],
    ['a value that is none', [tool === 'bench' ? '--rounds' : '--seed', 'many'], /is a whole number from \d/],
    ['a value that is missing', [tool === 'bench' ? '--rounds' : '--seed'], /needs a value/],
  ])('answers %s with one sentence', (_what, args, sentence) => {
    const { status, stdout, stderr } = typed(tool, ...args)
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(sentence)
    expect(stderr.trim()).not.toContain('\n')
  })
})

it('An unknown bench is refused with the names of the existing ones', () => {
  expect(typed('bench', 'nosuch').stderr).toContain('There is no nosuch; there are replay, cold-start,')
})

test('a build without git, as of a container, tells the commit that it is given', () => {
  const commit = pathToFileURL(path.join(TOOLS, 'shared/commit.mjs')).href
  const script = `console.log((await import(${JSON.stringify(commit)})).commitHere())`
  const told = (more: Record<string, string>) =>
    spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      env: { ...process.env, GIT_DIR: '/nowhere', ...more },
    }).stdout.trim()
  expect(told({ BAGRUN_COMMIT: '0123456789' })).toBe('0123456789')
  expect(told({ BAGRUN_COMMIT: '' })).toBe('null')
})
