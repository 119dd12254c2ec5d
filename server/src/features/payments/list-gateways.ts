import type { Ctx } from '../../ctx.ts'
import type { PaymentGateway } from '../../providers/payments/spec.ts'

export type Gateways = Pick<Ctx, 'gateway' | 'otherGateways'>

/** Every gateway that this server has keys for, the current one first. */
export function listGateways({ gateway, otherGateways }: Gateways): PaymentGateway[] {
  return [gateway, ...otherGateways]
}
