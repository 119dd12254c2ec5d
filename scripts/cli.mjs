import { runAttached } from './run-command.mjs'
import { setUp } from './setup.mjs'

await setUp({ tools: false })
process.exit(
  await runAttached(['server/src/main/cli.ts', ...process.argv.slice(2)], {
    env: { NODE_ENV: process.env.NODE_ENV ?? 'production' },
  }),
)
