import { StartError } from '../platform/start-error.ts'
import { secretOf } from './compose.ts'
import { readConfig } from './config.ts'
import { findMisspelt } from './environment.ts'
import { type OpenLog, openLog } from './open-log.ts'
import { type Running, startServer } from './start-server.ts'

/** Runs the server until a signal ends it. */
export async function runServer(): Promise<void> {
  let opened: OpenLog | undefined
  let running: Running | undefined
  let stopping = false
  const leave = async (code: number) => {
    await opened?.end()
    process.exit(code)
  }
  const stop = async () => {
    // A second Ctrl-C asks not to wait for what is running.
    if (stopping) return running?.hurry()
    stopping = true
    console.log('Stopping…')
    // What is still starting stops as soon as it has started: half of it could not be ended cleanly.
    if (!running) return
    await running.stop()
    await leave(0)
  }
  process.on('SIGINT', () => void stop())
  process.on('SIGTERM', () => void stop())
  try {
    for (const sentence of findMisspelt(process.execArgv)) console.error(sentence)
    const config = readConfig(process.env, secretOf, { unowned: true })
    opened = openLog(config)
    running = await startServer(config, opened.log, (why) => {
      console.error(why.message)
      void running?.stop().then(() => leave(1))
    })
    if (stopping) {
      await running.stop()
      await leave(0)
    }
  } catch (error) {
    if (error instanceof StartError) console.error(error.message)
    else console.error(error)
    await leave(1)
  }
}
