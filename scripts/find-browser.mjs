import { existsSync } from 'node:fs'
import { say } from './project.mjs'
import { runCommand } from './run-command.mjs'

const PLACES = [
  // It has no windows to draw: 50 journeys took 68 s in it, and 97 s in the whole browser.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Finds a Chromium on the machine; as root on Debian, installs one if absent. */
export async function findBrowser() {
  const found = [process.env.CHROMIUM_PATH, ...PLACES].find((place) => place && existsSync(place))
  if (found) return found
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  say('Installing Chromium…')
  const apt = { env: { DEBIAN_FRONTEND: 'noninteractive' }, stdio: ['ignore', 'ignore', 'inherit'] }
  await runCommand(['apt-get', 'update', '-qq'], apt)
  const install = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends']
  await runCommand([...install, 'chromium-headless-shell'], apt)
  return PLACES.find((place) => existsSync(place))
}
