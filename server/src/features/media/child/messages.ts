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
  /** Sixteen hexadecimal digits, by which near copies are found. */
  dhash: string
  /** Of a film, such a hash for each frame by which it is judged. */
  frameHashes?: string[]
}

export interface FaceRequest {
  /** Small ones, of our own encoding. */
  pictures: Uint8Array[]
}

export interface FramesRequest {
  /** A file named by us. */
  path: string
  maxPixels: number
  density: 'judged' | 'known'
}

/** By what a picture is known again: 64 bits that every file keeps, and 288 for what is near by them. */
export interface Look {
  coarse: string
  fine: string
}

export interface LooksRequest extends Pick<FinishRequest, 'bytes' | 'maxPixels'> {
  /** Also mirrored, turned and cut. */
  turned: boolean
}

export interface ProofRequest extends FinishRequest {
  longestSide: number
  /** How much of a film is shown. */
  seconds: number
}

export interface SketchRequest extends Pick<FinishRequest, 'bytes' | 'maxPixels'> {
  longestSide: number
  marked: boolean
}

export type FlattenRequest = Pick<FinishRequest, 'bytes' | 'maxPixels'>

export interface VariantRequest {
  bytes: Uint8Array
  width: number
  /** PNG loses nothing: from it the other sizes of a large picture are made. JPEG is for letters. */
  format: 'webp' | 'avif' | 'png' | 'jpeg'
  maxPixels: number
}

/** The beginning of every manifest store, wherever a file format puts it. */
export const MANIFEST_HEAD = 'jumdc2pa'

/** The library holds a file several times over, so that a larger one is neither signed nor read. */
export const MOST_SIGNED_BYTES = 64 * 1024 * 1024

/** In PEM: the certificates, the signer's first, and the private key. */
export interface SigningKey {
  chain: string
  key: string
}

/** Something that the signed file was made of. */
export interface IngredientFile {
  /** By which the manifest's actions name it. */
  label: string
  title: string
  relationship: 'inputTo' | 'parentOf'
  /** With a manifest of its own, which is carried along. */
  bytes: Uint8Array
}

export interface SignRequest {
  bytes: Uint8Array
  contentType: string
  /** As the library's JSON takes it. */
  manifest: Record<string, unknown>
  ingredients: IngredientFile[]
  key: SigningKey
  timeStampUrl?: string
}

export interface Signed {
  bytes: Uint8Array
  /** Whether a time-stamping authority signed too. */
  stamped: boolean
}
