import { call } from '../../../lib/client.ts'
import type { PaymentConfig } from '../ports/remix-ports.ts'

export async function getPaymentConfig(signal: AbortSignal): Promise<PaymentConfig> {
  const config = await call('getPaymentConfig', { signal })
  return { publishableKey: config.publishable_key, testMode: config.test_mode }
}
