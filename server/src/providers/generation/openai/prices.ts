type Quality = 'low' | 'medium' | 'high'

/** US cents per picture at 1024x1024, and at the two larger sizes. */
type Row = Record<Quality, { square: number; large: number }>

// List prices of https://developers.openai.com/api/docs/pricing as known in November 2026.
// gpt-image-2 is billed by tokens; its row is the usual price with a margin.
const PRICES: Record<string, Row> = {
  'gpt-image-1-mini': {
    low: { square: 0.5, large: 0.6 },
    medium: { square: 1.1, large: 1.5 },
    high: { square: 3.6, large: 5.2 },
  },
  'gpt-image-1': {
    low: { square: 1.1, large: 1.6 },
    medium: { square: 4.2, large: 6.3 },
    high: { square: 16.7, large: 25 },
  },
  'gpt-image-1.5': {
    low: { square: 0.9, large: 1.3 },
    medium: { square: 3.4, large: 5 },
    high: { square: 13.3, large: 20 },
  },
  'gpt-image-2': {
    low: { square: 2, large: 3 },
    medium: { square: 8, large: 11 },
    high: { square: 21, large: 30 },
  },
}

export const OPENAI_MODELS = Object.keys(PRICES)

// For models this table does not know: above every known row.
const OTHER: Row = {
  low: { square: 5, large: 8 },
  medium: { square: 15, large: 22 },
  high: { square: 40, large: 60 },
}

// Input pictures of an edit are billed as input tokens: up to two pictures at high fidelity.
const EDIT_CENTS = 4

/** Whole cents, rounded up; "auto" counts as high, since the model may choose high. */
export function estimateOpenAIPicture(
  model: string,
  functionType: string,
  params: Record<string, unknown>,
): number {
  const row = PRICES[model] ?? OTHER
  const asked = params.quality ?? 'medium'
  const quality: Quality = asked === 'low' || asked === 'medium' ? asked : 'high'
  const shape = (params.size ?? '1024x1024') === '1024x1024' ? 'square' : 'large'
  const edit = functionType === 'image_to_image' ? EDIT_CENTS : 0
  return Math.max(1, Math.ceil(row[quality][shape] + edit))
}
