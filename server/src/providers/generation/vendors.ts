import { comfyui } from './comfyui/index.ts'
import { fal } from './fal/index.ts'
import { google } from './google/index.ts'
import { local } from './local/index.ts'
import { openai } from './openai/index.ts'
import { replicate } from './replicate/index.ts'
import type { GenerationProvider } from './spec.ts'
import type { VendorParts } from './vendor.ts'

/** Every vendor, in the order of `GET /providers`. */
export const VENDORS = [local, openai, google, fal, replicate, comfyui] as const

type All<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer A) => void
  ? A
  : never
type VendorVariables = All<(typeof VENDORS)[number]['env']>
type VendorEnv = All<Parameters<(typeof VENDORS)[number]['create']>[0]>

/** The variables of all vendors. */
export const vendorVariables = Object.assign(
  {},
  ...VENDORS.map(({ env }) => env),
) as VendorVariables

export function createVendorProviders(
  env: VendorEnv,
  parts?: VendorParts,
): Promise<GenerationProvider[]> {
  return Promise.all(VENDORS.map((vendor) => vendor.create(env, parts)))
}

/** Private origins that finished files may come from: only those that the operator named. */
export function listTrustedOrigins(env: VendorEnv): string[] {
  return VENDORS.flatMap((vendor) => vendor.listFileHosts?.(env) ?? [])
    .filter((address) => address !== undefined)
    .map((address) => new URL(address).origin)
}
