import path from 'node:path'
import { fileURLToPath } from 'node:url'

// These scripts run before packages are installed: plain JavaScript, any Node from 20, no packages.

export const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** The Node that setup.mjs links; the machine's own may be too old for the sources. */
export const NODE = path.join(ROOT, 'node_modules/.bin/node')
export const WORKSPACES = [
  'contract',
  'packages/embedded-postgres',
  'packages/local-studio',
  'packages/stripe-sandbox',
  'server',
  'web',
]

export function say(sentence) {
  process.stderr.write(`${sentence}\n`)
}

/** Ends the program with one sentence and no stack trace. */
export function giveUp(sentence) {
  say(sentence)
  process.exit(1)
}
