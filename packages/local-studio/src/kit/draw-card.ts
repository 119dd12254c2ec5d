import { registerFonts } from '../drawing/register-fonts.ts'
import { encodeOpaque, openPicture, toCanvas } from '../functions/open-picture.ts'
import { type CardWords, drawPicture, layCard } from './card.ts'

export interface DrawCard extends CardWords {
  picture: Uint8Array
  width: number
  height: number
}

const LONGEST_SOURCE = 2400

/** A picture of a recipe's sample, name, price and address, for a post elsewhere. */
export async function drawCard({ picture: bytes, width, height, ...words }: DrawCard) {
  registerFonts()
  const picture = toCanvas(await openPicture(bytes, LONGEST_SOURCE))
  const { ground, box } = layCard(picture, { width, height }, words)
  drawPicture(ground.getContext('2d'), picture, box)
  return encodeOpaque(ground)
}
