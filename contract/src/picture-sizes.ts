/** 828 is a phone's whole screen at twice the density; without it such a phone fetches 1280. */
export const PICTURE_WIDTHS = [320, 640, 828, 1280] as const
export const PICTURE_FORMATS = ['avif', 'webp'] as const

export type PictureFormat = (typeof PICTURE_FORMATS)[number]

/** The sizes that are made of a file of this width, by width and format. */
export function pictureSizes(width: number): { width: number; format: PictureFormat }[] {
  const widths = PICTURE_WIDTHS.filter((each) => each <= Math.max(PICTURE_WIDTHS[0], width))
  return widths.flatMap((each) => PICTURE_FORMATS.map((format) => ({ width: each, format })))
}

/** The address of a size follows from the file's own: `…/{token}.png` becomes `…/{token}-640.avif`. */
export function sizeAddress(url: string, size: number | 'preview', format: PictureFormat): string {
  return url.replace(/\.[a-z0-9]+(?=\?|$)/, `-${size}.${format}`)
}
