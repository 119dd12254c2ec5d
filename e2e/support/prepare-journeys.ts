import { request } from '@playwright/test'
import { createCaller } from './caller.ts'
import { FILM, readPlacesYouMiss } from './recipes.ts'
import { startServer } from './start-server.ts'

/**
 * Starts one server for all tests of a run and puts a few recipes into its catalogue. For writing
 * tests, E2E_ADDRESS names a running server with the first catalogue, which stays running.
 */
export default async function prepareJourneys(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['E2E_ADDRESS']) return
  const { address, dataDir, stop } = await startServer({ seed: false })
  try {
    await stockCatalogue(address)
  } catch (error) {
    await stop()
    throw error
  }
  process.env['E2E_ADDRESS'] = address
  process.env['E2E_DATA_DIR'] = dataDir
  return stop
}

/** A busy machine draws a sample in more than the half minute that a request is given. */
const STOCK_LIMIT_MS = 120_000

/** Recipes whose samples take a second, where the first catalogue's samples take a minute. */
async function stockCatalogue(baseURL: string): Promise<void> {
  const context = await request.newContext({ baseURL, timeout: STOCK_LIMIT_MS })
  const house = createCaller(context)
  await house.publish(await readPlacesYouMiss())
  const poster = await house.publish()
  const film = await house.publish({ ...FILM, name: 'Slow Camera' })
  await Promise.all(
    [poster, film].map(({ id }) => house.make(id, { words: 'a red sun' }, { public: true })),
  )
  await context.dispose()
}
