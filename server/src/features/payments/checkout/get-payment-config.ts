import type { Ctx } from '../../../ctx.ts'

export function getPaymentConfig({ gateway }: Pick<Ctx, 'gateway'>) {
  return {
    publishable_key: gateway.publishableKey,
    test_mode: gateway.testMode,
    prices_include_tax: gateway.includesTax,
  }
}
