type Size = '1K' | '2K' | '4K'

// US cents per picture: list prices of https://ai.google.dev/gemini-api/docs/pricing as known in November 2026.
const PRICES: Record<string, Record<Size, number>> = {
  'gemini-2.5-flash-image': { '1K': 3.9, '2K': 3.9, '4K': 3.9 },
  'gemini-3.1-flash-image-preview': { '1K': 6.7, '2K': 10.1, '4K': 15.1 },
  'gemini-3-pro-image-preview': { '1K': 13.4, '2K': 13.4, '4K': 24 },
}

export const GOOGLE_MODELS = Object.keys(PRICES)

// For models this table does not know: above every known row.
const OTHER: Record<Size, number> = { '1K': 20, '2K': 25, '4K': 40 }

// Input pictures and the prompt are billed as input tokens, well under a cent.
const INPUT_CENTS = 0.5

export function estimateGooglePicture(model: string, params: Record<string, unknown>): number {
  const row = PRICES[model] ?? OTHER
  const { imageSize } = params
  const size: Size = imageSize === '2K' || imageSize === '4K' ? imageSize : '1K'
  return Math.ceil(row[size] + INPUT_CENTS)
}
