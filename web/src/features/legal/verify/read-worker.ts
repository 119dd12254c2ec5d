import init, { WasmReader } from '@contentauth/c2pa-wasm'
import wasm from '@contentauth/c2pa-wasm/c2pa.wasm?url'
import type { Store } from './describe-manifest.ts'

export interface ReadRequest {
  file: File
  contentType: string
  /** The roots, in PEM, of which this site's signatures are made. */
  anchors: string
}
/** A file without a manifest has no store. */
export type ReadAnswer = { store: Store | null } | { failed: string }

declare const self: {
  onmessage: (event: MessageEvent<ReadRequest>) => void
  postMessage: (answer: ReadAnswer) => void
}

/** What certificates that sign files, or letters, are said to be for. */
const PURPOSES = ['1.3.6.1.5.5.7.3.4', '1.3.6.1.5.5.7.3.36', '1.3.6.1.4.1.62558.2.1']

/** Reads beside the page, since a large film takes seconds; nothing of the file leaves the browser. */
async function read({ file, contentType, anchors }: ReadRequest): Promise<ReadAnswer> {
  try {
    await init({ module_or_path: wasm })
    const settings = JSON.stringify({
      verify: { verify_trust: true, ocsp_fetch: false, remote_manifest_fetch: false },
      ...(anchors && { trust: { trust_anchors: anchors, trust_config: PURPOSES.join('\n') } }),
    })
    const reader = await WasmReader.fromBlob(contentType, file, settings)
    const store = JSON.parse(reader.json()) as Store
    reader.free()
    return { store }
  } catch (error) {
    const message = String(error)
    return /no JUMBF|JumbfNotFound|not found/i.test(message) ? { store: null } : { failed: message }
  }
}

self.onmessage = ({ data }) => void read(data).then((answer) => self.postMessage(answer))
