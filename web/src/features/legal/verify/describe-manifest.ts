/** What the reader finds in a file: its manifest, and those of the files that it was made of. */
export interface Store {
  active_manifest?: string
  manifests: Record<string, Manifest>
  validation_state?: 'Invalid' | 'Valid' | 'Trusted'
  validation_results?: { activeManifest?: { failure?: { code: string }[] } }
}

interface Manifest {
  title?: string
  assertions?: { label: string; data: unknown }[]
  ingredients?: { title?: string; active_manifest?: string }[]
  signature_info?: { issuer?: string; common_name?: string; time?: string }
}

export interface Finding {
  verdict: 'ours' | 'other' | 'changed' | 'broken' | 'none'
  facts: [label: string, value: string][]
}

interface Action {
  action: string
  description?: string
  digitalSourceType?: string
}

const SOURCES: Record<string, string> = {
  trainedAlgorithmicMedia: 'Made by a trained model (AI)',
  compositeWithTrainedAlgorithmicMedia: 'Partly made by a trained model (AI)',
  algorithmicMedia: 'Drawn by software, without a trained model',
  digitalCapture: 'Taken by a camera',
}

/** The finding in words that need no knowledge of the standard. */
export function describeManifest(store: Store | null): Finding {
  const manifest = store?.manifests[store.active_manifest ?? '']
  if (!store || !manifest) return { verdict: 'none', facts: [] }
  const broken = verdictOfBroken(store)
  // Of a changed file nothing is told that somebody may have put there.
  if (broken) return { verdict: broken, facts: [] }
  return {
    verdict: store.validation_state === 'Trusted' ? 'ours' : 'other',
    facts: listFacts(store, manifest),
  }
}

function verdictOfBroken({ validation_state: state, validation_results: results }: Store) {
  if (state === 'Valid' || state === 'Trusted') return undefined
  const codes = results?.activeManifest?.failure?.map(({ code }) => code) ?? []
  return codes.some((code) => code.endsWith('Hash.mismatch')) ? 'changed' : 'broken'
}

function listFacts({ manifests }: Store, manifest: Manifest): Finding['facts'] {
  const { title, signature_info: signed, ingredients = [] } = manifest
  const actions = actionsOf(manifest)
  const source = actions
    .map(({ digitalSourceType }) => digitalSourceType?.split('/').at(-1))
    .find(Boolean)
  const rights = manifest.assertions?.find(({ label }) => label.endsWith('.metadata'))?.data as
    | { 'xmpRights:UsageTerms'?: unknown }
    | undefined
  const facts: [string, string | undefined][] = [
    ['Title', title],
    ['How', source && (SOURCES[source] ?? source)],
    ['Made', actions.map(({ description }) => description).find(Boolean)],
    ['Licence', textOf(rights?.['xmpRights:UsageTerms'])],
    ['Signed by', [signed?.issuer, signed?.common_name].filter(Boolean).join(', ')],
    ['Time stamp', signed?.time],
    ...ingredients.map(({ title: name, active_manifest: own }): [string, string] => {
      const signer = own === undefined ? undefined : manifests[own]?.signature_info?.issuer
      return ['Made from', `${name ?? 'a file'}${signer ? `, signed by ${signer}` : ''}`]
    }),
  ]
  return facts.flatMap(([label, value]) => (value ? [[label, value] as [string, string]] : []))
}

function actionsOf({ assertions = [] }: Manifest): Action[] {
  return assertions.flatMap(({ label, data }) =>
    label.startsWith('c2pa.actions') ? ((data as { actions?: Action[] }).actions ?? []) : [],
  )
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
