import { CommandError } from '../command.ts'
import { AppError } from '../platform/http/app-error.ts'
import { StartError } from '../platform/start-error.ts'
import { compose, secretOf } from './compose.ts'
import { readConfig } from './config.ts'
import { declareTasks } from './declare-tasks.ts'
import { FEATURES } from './features.ts'
import { openLog } from './open-log.ts'

const COMMANDS = FEATURES.flatMap(({ commands = [] }) => commands)

function help(): string {
  const width = Math.max(...COMMANDS.map((command) => command.usage.length))
  return COMMANDS.map((command) => `  ${command.usage.padEnd(width)}  ${command.summary}`).join(
    '\n',
  )
}

/** Runs the command that the words name; returns the exit code. */
export async function runCommand(
  words: string[],
  { env, print }: { env: NodeJS.ProcessEnv; print: (text: string) => void },
): Promise<number> {
  const command = COMMANDS.find(
    ({ name }) => name === words.slice(0, name.split(' ').length).join(' '),
  )
  if (!command) {
    print(`npm run cli -- COMMAND\n\n${help()}`)
    return words.length === 0 || words[0] === 'help' ? 0 : 1
  }
  const config = readConfig({ LOG_LEVEL: 'warn', ...env }, secretOf)
  const composition = await compose(config, openLog(config).log, { command: true })
  try {
    await declareTasks(composition.ctx)
    print(await command.run(composition.ctx, words.slice(command.name.split(' ').length)))
    return 0
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
  const { code, message } = error as NodeJS.ErrnoException
  return code?.startsWith('ERR_PARSE_ARGS') ? message.split('. ')[0] : undefined
}
