import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import init, { WasmReader } from '@contentauth/c2pa-wasm'

interface Status {
  code: string
}

interface Manifest {
  title?: string
  assertions: { label: string; data: unknown }[]
  ingredients?: { title: string; relationship: string; active_manifest?: string }[]
  signature_info?: { common_name?: string; issuer?: string; time?: string }
}

interface Store {
  active_manifest: string
  manifests: Record<string, Manifest>
  validation_state: 'Invalid' | 'Valid' | 'Trusted'
  validation_results?: { activeManifest?: { failure: Status[]; informational: Status[] } }
}

let ready: Promise<unknown> | undefined

/** What the standard's own reader finds in a file; `chain` ends with the certificate that it trusts. */
export async function readStore(
  contentType: string,
  bytes: Uint8Array,
  chain?: string,
): Promise<Store> {
  ready ??= (async () => {
    const wasm = fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))
    await init({ module_or_path: await readFile(wasm) })
  })()
  await ready
  const root = chain?.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/g)?.at(-1)
  const trust = root && { trust_anchors: root, trust_config: '1.3.6.1.5.5.7.3.4' }
  const settings = JSON.stringify({ verify: { verify_trust: true }, ...(trust && { trust }) })
  const reader = await WasmReader.fromBytes(contentType, bytes, settings)
  try {
    return JSON.parse(reader.json()) as Store
  } finally {
    reader.free()
  }
}

/** The manifest of the file itself, not of what it was made of. */
export function readManifest({ active_manifest, manifests }: Store): Manifest {
  const active = manifests[active_manifest]
  if (!active) throw new Error('the file has no manifest')
  return active
}
