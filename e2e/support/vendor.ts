import {
  type FalStandIn,
  startFalStandIn,
} from '../../server/test/support/stand-ins/fal-stand-in.ts'
import { makePng } from './files.ts'

/** A vendor of pictures that a test lets fail. */
export function startVendor(): Promise<FalStandIn> {
  return startFalStandIn(() => 'https://v3.fal.media', { picture: makePng(256, 256).buffer })
}

/** The settings of a server that draws with the vendor. */
export function settingsOf({ origin }: FalStandIn): Record<string, string> {
  return { FAL_KEY: 'test-key', FAL_API_URL: origin, TEST_BUDGET_CENTS: '1000' }
}
