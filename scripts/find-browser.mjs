import { existsSync } from 'node:fs'
import { say } from './project.mjs'
import { runCommand } from './run-command.mjs'

/** It has no windows to draw: 50 journeys took 68 s in it, and 97 s in the whole browser. */
const SHELL = '/usr/bin/chromium-headless-shell'
const WHOLE = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * Finds a Chromium on the machine; as root on Debian, installs one if absent. Benches ask for a
 * whole browser, since visitors have one.
 */
export async function findBrowser({ whole = false } = {}) {
  const places = whole ? WHOLE : [SHELL, ...WHOLE]
  const found = [process.env.CHROMIUM_PATH, ...places].find((place) => place && existsSync(place))
  if (found) return found
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  say('Installing Chromium…')
  const apt = { env: { DEBIAN_FRONTEND: 'noninteractive' }, stdio: ['ignore', 'ignore', 'inherit'] }
  const install = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends']
  await runCommand(['apt-get', 'update', '-qq'], apt)
  await runCommand([...install, whole ? 'chromium' : 'chromium-headless-shell'], apt)
  return places.find((place) => existsSync(place))
}
