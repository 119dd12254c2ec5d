import { openWorld, type World, type WorldOptions } from './open-world.ts'

/** A world that ends with its test; what its processes said comes with a failure. */
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
