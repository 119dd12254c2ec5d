import type { Ctx } from './ctx.ts'
import { type Binding as BindingOf, bindingsFor } from './platform/http/define-api.ts'

/** Binds a call of the contract to the verb that answers it with a Ctx. */
export type Binding = BindingOf<Ctx>

export const { handle, handleReceived } = bindingsFor<Ctx>()
