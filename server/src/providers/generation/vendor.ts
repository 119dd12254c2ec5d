import type { z } from 'zod'
import type { GenerationProvider, OwnServers } from './spec.ts'

type Values<E extends z.core.$ZodLooseShape> = z.core.$InferObjectOutput<E, Record<never, unknown>>

/** What a running server gives its vendors besides the environment. */
export interface VendorParts {
  ownServers: OwnServers
}

/** The door of a vendor's folder, and all that main knows of the vendor. */
export interface Vendor<E extends z.core.$ZodLooseShape> {
  id: string
  /** The environment's variables for the vendor; none of them may be required. */
  env: E
  /** A provider without its variables is listed too, and names the missing one. */
  create(env: Values<E>, parts?: VendorParts): Promise<GenerationProvider>
  /** Whether the vendor is set up here and bills the operator, always in US dollars. */
  billsInDollars?(env: Values<E>): boolean
  /** The operator's own addresses that finished files come from, which may be private. */
  listFileHosts?(env: Values<E>): (string | undefined)[]
}

/** Checks the door's type and keeps the names of its variables. */
export function defineVendor<const E extends z.core.$ZodLooseShape>(vendor: Vendor<E>): Vendor<E> {
  return vendor
}
