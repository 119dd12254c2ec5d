import type { Logger } from 'pino'
import { CommandError } from '../command.ts'
import type { Ctx } from '../ctx.ts'
import { findNearest } from '../platform/find-nearest.ts'
import { AppError } from '../platform/http/app-error.ts'
import { startDrain } from '../platform/http/drain.ts'
import { StartError } from '../platform/start-error.ts'
import { createCallCommand } from './call-route.ts'
import { compose, secretOf } from './compose.ts'
import { type Config, readConfig } from './config.ts'
import { FEATURES, listBindings } from './features.ts'
import { openLog } from './open-log.ts'
import { declareTasks } from './start-worker.ts'

// This process ends by itself, and drains nothing.
const call = createCallCommand(listBindings(startDrain()))
const COMMANDS = [...FEATURES.flatMap(({ commands = [] }) => commands), call]

const NAMES = COMMANDS.map(({ name }) => name)
const GROUPS = [...new Set(NAMES.map((name) => name.split(' ')[0] ?? name))]

function list(commands: typeof COMMANDS): string {
  const width = Math.max(...commands.map((command) => command.usage.length))
  const lines = commands.map(({ usage, summary }) => `  ${usage.padEnd(width)}  ${summary}`)
  return lines.join('\n')
}

/** The help that the words ask for, if they do: of everything, of a group such as `jobs`, or of one command. */
function findHelp(words: string[]): string | undefined {
  const asks = words.some((word) => word === '--help' || word === '-h') || words[0] === 'help'
  const [first, ...more] = words.filter((word) => !/^(?:--help|-h|help)$/.test(word))
  if (first === undefined) {
    return `npm run cli -- COMMAND\n\n${list(COMMANDS)}\n\nROUTE is one of\n\n${call.help?.([])}`
  }
  const command = findCommand([first, ...more])
  if (command?.help && (asks || more.length === 0)) return command.help(more)
  if (asks && command) return `npm run cli -- ${command.usage}\n\n  ${command.summary}`
  const group = COMMANDS.filter(({ name }) => name.startsWith(`${first} `))
  return group.length > 0 && more.length === 0 ? list(group) : undefined
}

function findCommand(words: string[]) {
  return COMMANDS.find(({ name }) => name === words.slice(0, name.split(' ').length).join(' '))
}

/** A wrong second word is compared with those of its group: the first word would lend it likeness. */
function unknownCommand([first = '', second = '']: string[]): CommandError {
  const grouped = GROUPS.includes(first)
  const seconds = NAMES.flatMap((name) =>
    name.startsWith(`${first} `) ? (name.split(' ')[1] ?? []) : [],
  )
  const inGroup = findNearest(second, seconds)
  const whole = findNearest(`${first} ${second}`.trimEnd(), NAMES) ?? findNearest(first, GROUPS)
  const nearest = grouped ? inGroup && `${first} ${inGroup}` : whole
  const typed = grouped || nearest?.includes(' ') ? `${first} ${second}` : first
  const instead = grouped ? `npm run cli -- ${first}` : 'npm run cli'
  return new CommandError(
    nearest
      ? `There is no command ${typed}; did you mean ${nearest}?`
      : `There is no command ${typed}; "${instead}" lists those that there are.`,
  )
}

/** Runs the command that the words name; returns the exit code. */
export async function runCommand(
  words: string[],
  { env, print }: { env: NodeJS.ProcessEnv; print: (text: string) => void },
): Promise<number> {
  const help = findHelp(words)
  if (help !== undefined) {
    print(help)
    return 0
  }
  const command = findCommand(words)
  if (!command) throw unknownCommand(words)
  const config = readConfig({ LOG_LEVEL: 'warn', ...env }, secretOf, { unowned: true })
  const { log } = openLog(config)
  const args = words.slice(command.name.split(' ').length)
  if ('runApart' in command) {
    const { text, code, after } = await command.runApart({ config, log }, args)
    if (after) await withParts(config, log, after)
    print(text)
    return code
  }
  await withParts(config, log, async (ctx) => print(await command.run(ctx, args)))
  return 0
}

async function withParts(
  config: Config,
  log: Logger,
  work: (ctx: Ctx) => Promise<void>,
): Promise<void> {
  const composition = await compose(config, log, { command: true })
  try {
    await declareTasks(composition.ctx)
    await work(composition.ctx)
  } finally {
    await composition.close()
  }
}

/**
 * A sentence for a fault that the operator can repair; undefined for a defect, which is printed with its
 * stack.
 */
export function sentenceOf(error: unknown): string | undefined {
  if (error instanceof CommandError || error instanceof StartError || error instanceof AppError) {
    return error.message
  }
  const { code, message, syscall } = error as NodeJS.ErrnoException
  if (code?.startsWith('ERR_PARSE_ARGS')) return message.split('. ')[0]
  // What the machine refused, such as a file that cannot be written, is no defect of the code.
  return syscall ? message : undefined
}
