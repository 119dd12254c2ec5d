/** The vendor's list price in US cents, before rounding up. */
export interface Price {
  cents: number
  per: 'image' | 'megapixel' | 'second' | 'video'
}

export interface PriceTable {
  /** Keyed by model id or its prefix; the longest match counts. */
  models: Record<string, Price>
  /** For an unknown model: above any usual price, so that the operator never pays more than declared. */
  otherImage: Price
  otherVideo: Price
}

export interface Work {
  output: 'image' | 'video'
  model: string
  size?: string | undefined
  durationSeconds?: number | undefined
}

// Few hosted models make longer clips by default.
const USUAL_LONGEST_SECONDS = 10

/** Whole cents, rounded up, at least one. */
export function estimatePrice(table: PriceTable, work: Work): number {
  const price = findPrice(table, work)
  return Math.max(1, Math.ceil(price.cents * countUnits(price, work) - 1e-9))
}

function findPrice(table: PriceTable, work: Work): Price {
  const known = Object.keys(table.models)
    .filter((name) => work.model === name || work.model.startsWith(`${name}/`))
    .sort((a, b) => b.length - a.length)[0]
  const price = known === undefined ? undefined : table.models[known]
  return price ?? (work.output === 'image' ? table.otherImage : table.otherVideo)
}

function countUnits(price: Price, work: Work): number {
  if (price.per === 'second') return work.durationSeconds ?? USUAL_LONGEST_SECONDS
  if (price.per === 'megapixel') {
    const [width = 1024, height = 1024] = (work.size ?? '1024x1024').split('x').map(Number)
    return Math.max(1, Math.ceil((width * height) / (1024 * 1024)))
  }
  return 1
}
