import type { License } from '@vignette/contract/recipe-limits.ts'
import { Counter } from 'prom-client'
import type { Ctx } from '../../ctx.ts'
import { ChildError } from '../../platform/children/messages.ts'
import type { MediaRow } from '../../schema/media.ts'
import { shopOf } from '../../shop.ts'
import {
  type IngredientFile,
  MOST_SIGNED_BYTES,
  type Signed,
  type SignRequest,
  type SourceType,
} from './child/messages.ts'
import { getSigningKey } from './signing-key.ts'

const VOCABULARY = 'http://cv.iptc.org/newscodes/digitalsourcetype/'
const SIGN_LIMIT_MS = 30_000

/** What the manifest of a product says of it. */
export interface Credentials {
  /** Public things alone: neither the buyer nor the words of the run. */
  recipe: { name: string; version: number | null; handle: string | null; license: License }
  sourceType: SourceType
  /** The vendor's own file, where it came signed: ours is that file, written anew. */
  vendorFile: Uint8Array | null
  /** Files with manifests of their own that the run was given. */
  madeFrom: { title: string; bytes: Uint8Array }[]
}

const unsigned = new Counter({
  name: 'vignette_files_unsigned_total',
  help: 'Finished files that this process could not sign, and that were delivered without a manifest.',
  registers: [],
})
const unstamped = new Counter({
  name: 'vignette_files_unstamped_total',
  help: 'Signed files to which the time-stamping authority gave no stamp.',
  registers: [],
})
export const signingMetrics = [unsigned, unstamped]

type Finished = Pick<MediaRow, 'contentType'> & { bytes: Uint8Array }

/**
 * The finished file with its manifest and the key that signed it. A file that cannot be signed is
 * delivered as it is: its maker has waited, or paid, and its XMP says that software made it.
 */
export async function signFile(
  ctx: Ctx,
  file: Finished,
  { credentials, signal }: { credentials: Credentials; signal?: AbortSignal | undefined },
): Promise<{ bytes: Uint8Array; signedBy: string | null }> {
  try {
    if (file.bytes.length > MOST_SIGNED_BYTES) throw new Error('the file is too large to be signed')
    const { fingerprint, chain, key } = await getSigningKey(ctx)
    const { C2PA_TSA_URL: timeStampUrl } = ctx.config
    const request: SignRequest = {
      bytes: file.bytes,
      contentType: file.contentType,
      ...describe(credentials, shopOf(ctx).name),
      key: { chain, key },
      ...(timeStampUrl && { timeStampUrl }),
    }
    const signed = await ctx.children.run<Signed>('signFile', request, {
      timeoutMs: SIGN_LIMIT_MS,
      ...(signal && { signal }),
    })
    if (timeStampUrl && !signed.stamped) {
      unstamped.inc()
      ctx.log.warn({ timeStampUrl }, 'a file was signed without a time stamp')
    }
    return { bytes: signed.bytes, signedBy: fingerprint }
  } catch (error) {
    if (signal?.aborted || (error instanceof ChildError && error.kind === 'closed')) throw error
    unsigned.inc()
    ctx.log.error({ err: error }, 'a file could not be signed and is delivered without a manifest')
    return { bytes: file.bytes, signedBy: null }
  }
}

const RIGHTS: Record<License, string> = {
  personal: 'Personal use',
  commercial: 'Commercial use',
  'cc-by': 'CC BY 4.0, https://creativecommons.org/licenses/by/4.0/',
}

/** One action that made the file, or, of a vendor's signed file, the opening of it and our new writing. */
function describe({ recipe, sourceType, vendorFile, madeFrom }: Credentials, shop: string) {
  const { name, version, handle, license } = recipe
  const made = madeFrom.map(
    ({ title, bytes }, at): IngredientFile => ({
      label: `input-${at + 1}`,
      title,
      relationship: 'inputTo',
      bytes,
    }),
  )
  const vendors: IngredientFile[] = vendorFile
    ? [
        {
          label: 'vendor',
          title: 'The generator’s file',
          relationship: 'parentOf',
          bytes: vendorFile,
        },
      ]
    : []
  const numbered = version === null ? '' : `, version ${version}`
  const by = handle === null ? '' : `, by @${handle}`
  const work = {
    digitalSourceType: `${VOCABULARY}${sourceType}`,
    softwareAgent: { name: shop },
    description: `From the recipe “${name}”${numbered}${by}`,
    parameters: { ingredientIds: made.map(({ label }) => label) },
  }
  const actions = vendorFile
    ? [
        { action: 'c2pa.opened', parameters: { ingredientIds: ['vendor'] } },
        { ...work, action: 'c2pa.transcoded' },
      ]
    : [{ ...work, action: 'c2pa.created' }]
  return {
    ingredients: [...vendors, ...made],
    manifest: {
      claim_generator_info: [{ name: shop }],
      title: name,
      assertions: [
        { label: 'c2pa.actions.v2', data: { actions } },
        {
          label: 'cawg.metadata',
          kind: 'Json',
          data: {
            '@context': {
              dc: 'http://purl.org/dc/elements/1.1/',
              xmpRights: 'http://ns.adobe.com/xap/1.0/rights/',
            },
            'dc:title': name,
            ...(handle !== null && { 'dc:creator': [`@${handle}`] }),
            'xmpRights:UsageTerms': RIGHTS[license],
          },
        },
      ],
    },
  }
}
