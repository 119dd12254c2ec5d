import type { Ctx } from '../../ctx.ts'

/** Who issues a paper; what is absent was not set. */
export interface OperatorFacts {
  /** The name of the shop; absent in papers made before a shop could have a name of its own. */
  shop?: string
  name: string
  address: string | null
  vatId: string | null
}

/** The operator as the settings name it now; a paper keeps the facts of its day. */
export function operatorFacts({ config }: Pick<Ctx, 'config'>): OperatorFacts {
  return {
    shop: config.SHOP_NAME,
    name: config.OPERATOR_NAME,
    address: config.OPERATOR_ADDRESS ?? null,
    vatId: config.OPERATOR_VAT_ID ?? null,
  }
}
