import { buildWeb } from './build.mjs'
import { findBrowser } from './find-browser.mjs'
import { giveUp, NODE } from './project.mjs'
import { runCommand } from './run-command.mjs'
import { setUp } from './setup.mjs'

// Takes every screen at phone and desktop size, light and dark, into .cache/screenshots; `-- --only
// remix,share` takes some screens, `-- --showcase` writes the README's screenshots.
await setUp()
await buildWeb().catch((error) => giveUp(error.message))
const browser = await findBrowser()
if (!browser)
  giveUp('There is no Chromium; set CHROMIUM_PATH, or install Debian’s "chromium-headless-shell".')
const command = [NODE, 'e2e/screenshots/take.ts', ...process.argv.slice(2)]
process.exit(await runCommand(command, { env: { CHROMIUM_PATH: browser } }))
