import type { Ctx } from './ctx.ts'
import { type Binding as BindingOf, bindingsFor } from './platform/http/define-api.ts'

/** A call of the contract and the verb that answers the call with a Ctx. */
export type Binding = BindingOf<Ctx>

export const { handle, handleReceived } = bindingsFor<Ctx>()
