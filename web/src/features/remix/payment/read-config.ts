import type { PaymentConfig, RemixPorts } from '../ports/remix-ports.ts'
import { errorStatus } from '../read-error.ts'

/** A fault of the payment configuration, in the specification's words. */
class PaymentSetupError extends Error {
  override name = 'PaymentSetupError'
}

export async function readPaymentConfig(
  ports: RemixPorts,
  signal: AbortSignal,
): Promise<PaymentConfig> {
  const config = await ports.loadPaymentConfig(signal)
  const fault = findKeyFault(config.publishableKey)
  if (fault) throw new PaymentSetupError(fault)
  return config
}

function findKeyFault(publishableKey: string): string | null {
  if (!publishableKey) return 'Failed to load Stripe'
  return publishableKey.startsWith('pk_') ? null : 'Invalid publishable key format'
}

export function describeSetupFailure(error: unknown): string {
  return error instanceof PaymentSetupError && errorStatus(error) === null
    ? error.message
    : 'Failed to initialize payment system'
}
