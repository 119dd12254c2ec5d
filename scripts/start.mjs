import { buildWeb } from './build.mjs'
import { findObstacle } from './find-obstacle.mjs'
import { giveUp } from './project.mjs'
import { runAttached } from './run-command.mjs'
import { setUp } from './setup.mjs'

const obstacle = await findObstacle()
if (obstacle) giveUp(obstacle)
await setUp({ tools: false })
await buildWeb().catch((error) => giveUp(error.message))
process.exitCode = await runAttached(['server/src/main/start.ts', ...process.argv.slice(2)], {
  env: { NODE_ENV: 'production' },
})
// Exit explicitly, because the signal handlers would keep this process alive.
process.exit()
