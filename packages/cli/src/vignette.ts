#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { Fault } from './api.ts'
import { watchJobs } from './jobs.ts'
import { login } from './login.ts'
import { runRecipe } from './run.ts'
import { listenToWebhooks } from './webhooks.ts'
import { listWorkflows, pullWorkflow, pushWorkflow } from './workflows.ts'

const HELP = `vignette: recipes of a Vignette server, from a shell

  vignette login SITE                     asks for an access token and keeps it
  vignette workflows list                 your recipes
  vignette workflows pull ID [FILE]       the document of a recipe of yours, as JSON
  vignette workflows push FILE [ID]       publishes a document, or a new version of ID
  vignette run ID [options]               runs a recipe and downloads what it makes
      --input KEY=VALUE                     an answer; as often as the recipe asks
      --file KEY=PATH                       a photo, film or sound, which is uploaded; again for several
      --out FOLDER                          where the file goes (default: here)
      --key TEXT                            the same key is the same run, also tomorrow
      --public                              show the creation to everybody
      --keep                                keep the first proof, which charges what was authorised
      --no-wait                             end where somebody has to pay
  vignette jobs watch ID                  follows a run until it ends
  vignette webhooks listen [options]      prints the account's news until Ctrl-C
      --forward ADDRESS                     and sends each call on, to a program on this machine
      --events A,B                          only these; all without it
      --port NUMBER                         where it listens on this machine (default: any)
      --url ADDRESS                         how a server elsewhere reaches that port, as by a tunnel

Instead of a login: VIGNETTE_SITE and VIGNETTE_TOKEN. A token is made on the page of your account.
What a command answers goes to standard output, what happens meanwhile to standard error.`

const { values: options, positionals } = parse()
const [first = 'help', second, ...rest] = positionals
const name = ['workflows', 'jobs', 'webhooks'].includes(first) ? `${first} ${second ?? ''}` : first
const words = name === first ? positionals.slice(1) : rest

const COMMANDS: Record<string, (words: string[]) => Promise<unknown> | void> = {
  help: () => console.log(HELP),
  login: ([site]) => login(need(site, 'SITE')),
  'workflows list': () => listWorkflows(),
  'workflows pull': ([id, file]) => pullWorkflow(need(id, 'ID'), file),
  'workflows push': ([file, id]) => pushWorkflow(need(file, 'FILE'), id),
  run: ([id]) => runRecipe(need(id, 'ID'), options),
  'webhooks listen': () => listenToWebhooks(options),
  'jobs watch': ([id]) => watchJobs(need(id, 'ID')),
}

try {
  const command = options.help ? COMMANDS['help'] : COMMANDS[name]
  if (!command) throw new Fault(`There is no command "${name.trim()}". See: vignette help`)
  await command(words)
} catch (error) {
  if (!(error instanceof Fault)) throw error
  console.error(error.message)
  process.exitCode = error.exitCode
}

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        input: { type: 'string', multiple: true },
        file: { type: 'string', multiple: true },
        out: { type: 'string' },
        key: { type: 'string' },
        public: { type: 'boolean' },
        keep: { type: 'boolean' },
        'no-wait': { type: 'boolean' },
        forward: { type: 'string' },
        events: { type: 'string' },
        port: { type: 'string' },
        url: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    console.error(`${(error as Error).message}\nSee: vignette help`)
    process.exit(1)
  }
}

function need(word: string | undefined, what: string): string {
  if (word) return word
  throw new Fault(`${name.trim()} needs ${what}. See: vignette help`)
}
