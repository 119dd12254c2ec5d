import { NODE, ROOT } from './project.mjs'
import { runCommand } from './run-command.mjs'
import { setUp } from './setup.mjs'

await setUp({ tools: false })
// Files are named from where the person stands.
process.exit(
  await runCommand([NODE, `${ROOT}/packages/cli/src/vignette.ts`, ...process.argv.slice(2)], {
    cwd: process.env.INIT_CWD ?? process.cwd(),
  }),
)
