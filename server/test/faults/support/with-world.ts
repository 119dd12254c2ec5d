import { openWorld, type World, type WorldOptions } from './open-world.ts'

/** Opens a world for one test and closes that world afterwards; a failure shows the processes' output. */
export async function withWorld(
  options: WorldOptions,
  work: (world: World) => Promise<void>,
): Promise<void> {
  const world = await openWorld(options)
  try {
    await work(world)
  } catch (error) {
    process.stderr.write(`${world.outputs()}\n`)
    throw error
  } finally {
    await world.close()
  }
}
