/** The messages between the media feature and its child. */
export type SourceType = 'trainedAlgorithmicMedia' | 'algorithmicMedia'

export interface FinishRequest {
  bytes: Uint8Array
  maxPixels: number
  /** IPTC digital source type to write into the file; null for a person's upload. */
  sourceType: SourceType | null
}

export interface FinishedMedia {
  bytes: Uint8Array
  contentType: string
  extension: string
  width: number
  height: number
  durationMs: number | null
  preview: Uint8Array
  /** A tiny data URL, shown blurred until the picture has loaded. */
  placeholder: string
}

export interface ProofRequest extends FinishRequest {
  longestSide: number
  /** How much of a film is shown. */
  seconds: number
}

export type FlattenRequest = Pick<FinishRequest, 'bytes' | 'maxPixels'>

export interface VariantRequest {
  bytes: Uint8Array
  width: number
  /** PNG loses nothing: from it the other sizes of a large picture are made. */
  format: 'webp' | 'avif' | 'png'
  maxPixels: number
}
